import {
	hasCommand,
	HOUR,
	isEverManual,
	isEverUpdated,
	isRemoved,
	isTimeUnknown,
	isWritten,
	MINUTE,
	NOON,
	SECOND,
	SKEW,
	wasAwayAtFirst,
	type Command,
	type Publication,
} from './run';
import type { Happening } from './service';
import type { World } from './world';

function arrivalsOf(world: World) {
	const byId = new Map<unknown, Happening>();
	for (const each of world.happenings) {
		byId.set(each.id, each);
		byId.set(each.eventId, each);
	}
	const arrivals = new Map<Happening, Arrivals>();
	for (const { items, output } of world.engine.executions) {
		for (const { json, rejection } of output ?? items) {
			// A failed execution that reports a wrong signature.
			if (rejection !== undefined) continue;
			const happening = byId.get(json.id);
			if (!happening) throw new Error(`unknown event ${JSON.stringify(json)}`);
			const entry = arrivals.get(happening) ?? { sure: 0, maybe: 0, recovered: 0 };
			arrivals.set(happening, entry);
			if (output) entry.sure += 1;
			else entry.maybe += 1;
			if (json.recovered === true) entry.recovered += 1;
		}
	}
	return arrivals;
}

function isWarned(world: World, { time: happenedAt, kind }: Happening): boolean {
	const time = happenedAt + (world.run.service.ahead ?? 0);
	const warnings = [
		...world.engine.errors,
		...world.engine.executions.flatMap(({ hints, items }) => [
			...hints,
			String(items[0]?.warning ?? items[0]?.json.warning ?? ''),
		]),
	];
	const label = kind === 'link.created' ? 'Link Created' : '';
	return warnings.some((warning) => {
		if (warning.includes('lost: ') && warning.includes(label)) return true;
		for (const [, from, to] of warning.matchAll(/between (\S+ \S+) and (\S+ \S+)/g)) {
			const isWithin = time >= Date.parse(`${from}Z`) - SKEW && time <= Date.parse(`${to}Z`) + SKEW;
			if (isWithin && warning.includes(label)) return true;
		}
		return false;
	});
}

interface Arrivals {
	/** Executions that ended. */
	sure: number;
	/** Executions that n8n lists as crashed. */
	maybe: number;
	recovered: number;
}

const NONE: Arrivals = { sure: 0, maybe: 0, recovered: 0 };

function describeEvent(
	{ kind, time, deliveries }: Happening,
	{ sure, maybe, recovered }: Arrivals,
): string {
	const at = (time - NOON) / SECOND;
	return `${kind} at ${at} s, ${deliveries} deliveries: ${sure} sure, ${maybe} maybe, ${recovered} recovered`;
}

const isConversion = ({ kind }: Happening) => kind === 'lead.created' || kind === 'sale.created';

const isListed = ({ kind }: Happening) => kind !== 'link.created';

/** Nobody can tell which one of two identical leads or sales was delivered. */
function isSame(a: Happening, b: Happening): boolean {
	const isAlike = a.kind === b.kind && a.workspace === b.workspace;
	return isAlike && a.customer === b.customer && Math.abs(a.time - b.time) < 2 * MINUTE;
}

/** Whether the workflow was published when it happened, and has wanted such events since then. */
function isWantedUntilTheEnd(world: World, happening: Happening): boolean {
	const { engine, phases, run, service } = world;
	const { time, kind } = happening;
	const isOlder = hasStartDate(phases[0]) && time < phases[0].from;
	const index = isOlder ? 0 : phases.findIndex(({ from, to }) => time >= from && time < to);
	if (index < 0 || !engine.isPublished || engine.hasFailed) return false;
	if (isListed(happening) && service.isDeleted(happening)) return false;
	const since = phases.slice(index);
	// Polling does not know them, and publishing again replaces the webhook that logs them.
	if (kind === 'link.created' && since.length > 1) return false;
	// A full log hides them, and the node warns after the twenty failures of the real service.
	const isEnabled = run.commands.some((each) => 'change' in each && each.change === 'enable');
	if (kind === 'link.created' && (isEnabled || service.dropped > 0)) return false;
	// The older data do not say either that there was a webhook.
	const isForgotten = isWritten(run) && world.crashes > 0 && isRemoved(run);
	if (kind === 'link.created' && isForgotten) return false;
	// The machine can sleep between the time in the URL of a webhook and its registration.
	const isSlow = run.service.latency > 2000 && hasCommand(run, 'sleep');
	if (kind === 'link.created' && isSlow) return false;
	const isFiltered = since.some(({ link }) => link !== undefined);
	if (isFiltered && since.some(({ delivery }) => delivery === 'polling')) {
		// It starts over with other filters, and fails with those of a deleted link.
		const { delivery, link = '' } = since[0];
		const isSteady = since.every((each) => each.delivery === delivery && each.link === link);
		if (!isSteady || link.split(',').some((linkId) => service.isDeleted({ linkId }))) return false;
	}
	// New links are not among those of the filters.
	if (isFiltered && kind === 'link.created') return false;
	if (isTimeUnknown(run) && since.length > 1) return false;
	if (since.slice(1).some(({ isForgetful }) => isForgetful)) return false;
	if (since.some(({ isWithoutCatchUp }) => isWithoutCatchUp)) return false;
	// n8n accepts deliveries while it tries to register a webhook, and runs the first round; a restart publishes the last one.
	const earliest = Math.min(time - HOUR, since[0].begin);
	const refused = world.refused.filter(({ begin }) => begin >= earliest);
	if (refused.some((each) => each.isWithoutCatchUp || !isFor(each, happening))) return false;
	if (refused.some((each) => each.isWrong && each.begin > since[since.length - 1].begin))
		return false;
	// It stays so if the filter of polling names a deleted link.
	if (refused.some(({ delivery, link }) => delivery === 'polling' && link !== undefined))
		return false;
	// One that failed has tried to remove the webhook as well.
	if (kind === 'link.created' && refused.length > 0) return false;
	if (mayPrecedeFirstRound(world, index, happening) || mayBeOverwritten(world, happening))
		return false;
	if (mayBeForgotten(world, happening) || isGuessed(world)) return false;
	return since.every((phase) => isFor(phase, happening));
}

/** Whether polling reads what happened before its publication, unless the node has run before. */
function hasStartDate(phase?: Publication): boolean {
	return phase?.delivery === 'polling' && phase.hasStartDate === true;
}

/** Whether a node that knows nothing of the one before it reads what happened before its publication. */
function startsAgain({ crashes, phases, run }: World): boolean {
	const isRenamed = run.commands.some((each) => 'isRenamed' in each && each.isRenamed);
	const isForgetful = crashes > 0 && (isRenamed || isWritten(run));
	return phases.slice(1).some((each) => hasStartDate(each) && (isForgetful || each.isForgetful));
}

/**
 * Whether the time of the first publication may be wrong: without a response of the service, only this machine's clock noted
 * it, which somebody has set.
 */
function isGuessed({ crashes, phases, refused, run }: World): boolean {
	if (!hasCommand(run, 'clock')) return false;
	const isPolled = phases.some(({ delivery }) => delivery === 'polling');
	const isCopied = run.commands.some((each) => 'isCopied' in each && each.isCopied);
	const isUndated = isEverManual(run) ? isCopied || isPolled : isPolled && crashes > 0;
	const isUnanswered = isUndated && hasCommand(run, 'serviceTrouble');
	return wasAwayAtFirst(run) || isUnanswered || (isEverManual(run) && refused.length > 0);
}

/**
 * Whether a round may not know that it was already for another workspace: no webhook notes when it was published, and n8n
 * ended before the first round had. With durable cursors, none comes at a start. After an update of the package, the hooks
 * do not know the service's time.
 */
function mayPrecedeFirstRound(
	{ crashes, engine, phases, run }: World,
	index: number,
	{ time }: Happening,
): boolean {
	const { interval } = run.engine;
	const { delivery, isManual, workspace, from } = phases[index];
	const isOther = index > 0 && phases[index - 1].workspace !== workspace;
	const isNoted = delivery === 'webhook' && !isManual;
	const isLate = engine.durable && time < from + interval;
	const isTroubled = isEverUpdated(run) && hasCommand(run, 'serviceTrouble');
	return crashes > 0 && isOther && !isNoted && (isLate || isTroubled);
}

/**
 * Whether an execution, or another trigger, may have overwritten the data of a new name or workspace with older data, or of
 * a new kind or filter that no webhook notes.
 */
function mayBeOverwritten({ crashes, phases, run }: World, happening: Happening): boolean {
	if (!isWritten(run) || crashes === 0) return false;
	const isPolled = phases.some(({ delivery }) => delivery === 'polling');
	const isUnnoted = isEverManual(run) || isPolled || isRemoved(run);
	if (isUnnoted && !phases.every((phase) => isFor(phase, happening))) return true;
	// Polling starts over with other filters.
	if (isPolled && phases.some(({ link }) => link !== phases[0].link)) return true;
	// They can also say that webhooks were removed, and not that polling ran the workflow afterwards.
	const before = phases.filter(({ from }) => from <= happening.time).map((each) => each.delivery);
	if (before.at(-1) === 'polling' && before.includes('webhook')) return true;
	// A process that leads again does not know either that another one published the workflow meanwhile.
	const isLedBy = (each: Command) => 'meanwhile' in each && each.meanwhile === 'takeOver';
	if (run.commands.filter(isLedBy).length > 1) return true;
	const isChange = (each: Command) =>
		(each.type === 'publish' || each.type === 'unpublish') &&
		(each.isRenamed === true || each.isCopied === true || each.workspace !== undefined);
	return run.commands.some(isChange);
}

/** Whether an execution has overwritten the position, and neither the process nor a webhook notes it. */
function mayBeForgotten({ crashes, engine, phases, run }: World, { time }: Happening): boolean {
	const { durable, isStale, writing } = run.engine;
	const isPolled = phases.some(({ delivery }) => delivery === 'polling');
	// With durable cursors, hooks do not know the position.
	const isLate = engine.durable && time < engine.cursorFrom;
	// Unpublishing removes the webhook that notes it.
	const isReplaced = run.commands.some((each) => 'meanwhile' in each && each.meanwhile);
	const isNoted =
		!isEverManual(run) &&
		!isRemoved(run) &&
		!isPolled &&
		!hasCommand(run, 'update') &&
		!isLate &&
		!isReplaced;
	// An execution can begin before the first round has ended.
	const isEarly = isStale === true || run.service.latency > 2000;
	return !durable && writing !== undefined && isEarly && crashes > 0 && !isNoted;
}

function isFor({ kinds, link, workspace }: Publication, happening: Happening): boolean {
	if (workspace !== happening.workspace || !kinds.includes(happening.kind)) return false;
	return link === undefined || link.split(',').includes(happening.linkId);
}

/** Whether it was not wanted when it happened; the filters of the last two publications are known. */
function wasUnwanted(world: World, happening: Happening, arrivals: Map<Happening, Arrivals>) {
	const { crashes, run, phases } = world;
	const { time, kind } = happening;
	const index = phases.findIndex(({ from, to }) => time > from + 2 * SKEW && time < to - 2 * SKEW);
	if (index < 0 || crashes > 0 || isEverManual(run) || kind === 'link.created') return false;
	// Webhooks without Catch Up forget the position, but an execution can store it again.
	if (isWritten(run) && phases.some(({ isWithoutCatchUp }) => isWithoutCatchUp)) return false;
	const later = phases.slice(index + 1);
	if (isFor(phases[index], happening) || later.length > 2 || startsAgain(world)) return false;
	// Webhooks do not know the filters of polling.
	const isFilteredPoll = phases[index].delivery === 'polling' && phases[index].link !== undefined;
	if (isFilteredPoll && later.some(({ delivery }) => delivery === 'webhook')) return false;
	const { workspace, to } = phases[index];
	// It is not known without an event in it that the list shows.
	const isShown = (each: Happening) =>
		each.workspace === workspace &&
		isListed(each) &&
		!world.services[workspace].isDeleted(each) &&
		each.time < to - HOUR &&
		(arrivals.get(each)?.sure ?? 0) > 0;
	return workspace === happening.workspace || world.happenings.some(isShown);
}

/** Whether it is a click from just before the first publishing, which the process that registered the webhook knows. */
function wasNeverPublished(world: World, { time }: Happening): boolean {
	const { crashes, run, phases } = world;
	if (crashes > 0 || isEverManual(run) || run.engine.separate || phases.length === 0) return false;
	if (isGuessed(world) || hasStartDate(phases[0]) || startsAgain(world)) return false;
	// It can be delivered before the first round has ended.
	if (run.service.latency > 2000) return false;
	const [{ begin, to }] = phases;
	// The service's clock is known only as exactly as its latency.
	return time < begin - SECOND - run.service.latency && to > begin + MINUTE;
}

/** Whether the workflow was unpublished, which n8n is sure to know if it was not killed. */
function wasUnpublished(world: World, happening: Happening): boolean {
	const { crashes, run, phases } = world;
	const { time, isDelivered } = happening;
	const isManual = isEverManual(run);
	// Without a request that succeeds, the hooks only know the time by the clocks of this machine.
	const hasOtherClock = hasCommand(run, 'clock') || hasCommand(run, 'sleep') || wasAwayAtFirst(run);
	const isClockWrong = hasOtherClock && (isManual || hasCommand(run, 'serviceTrouble'));
	// A webhook that stays is retried, and its receiver does not know when the workflow was published.
	const isRetried = isDelivered && (isManual || run.engine.separate);
	if (crashes > 0 || isClockWrong || isRetried || startsAgain(world)) return false;
	return phases.slice(1).some(({ begin, delivery, from }, index) => {
		const before = phases[index];
		const isPublished = from < Infinity;
		const areWebhooks = isPublished && delivery === 'webhook' && before.delivery === 'webhook';
		return areWebhooks && time > before.to + 2 * SKEW && time < begin - SKEW;
	});
}

/** After a restart, or in another process, alike leads or sales around the end of a minute may be counted wrongly. */
function isAmbiguous({ crashes, run, happenings }: World, happening: Happening): boolean {
	if (crashes === 0 && !run.engine.separate) return false;
	return (
		isConversion(happening) &&
		happenings.some((each) => each !== happening && isSame(each, happening))
	);
}

/**
 * A copy goes on from the position of polling, which does not say what webhooks delivered shortly before, and its webhook gets
 * clicks that were polled, or it begins with the second of its publication. The hooks of the node before it do not end a poll
 * of a package that was updated meanwhile.
 */
function isHandedOn({ phases, run }: World, { time }: Happening): boolean {
	return phases.some((phase, index) => {
		const { begin, delivery, isCopied } = phase;
		const before = phases.slice(0, index).map((each) => each.delivery);
		const isPolled = before.at(-1) === 'polling' && [...before, delivery].includes('webhook');
		const isOfSecond = Math.abs(begin - time) < 2 * SECOND;
		return isCopied && (isPolled || isOfSecond || isEverUpdated(run) || hasStartDate(phase));
	});
}

/** Two workers can start with the same event in the same milliseconds: n8n's record is not atomic. */
function isRunAtOnce({ engine }: World, { id, eventId }: Happening): boolean {
	const runs = engine.executions.filter(({ output }) =>
		output?.some(({ json }) => json.id === id || json.id === eventId),
	);
	return runs.some((run) =>
		runs.some(({ worker, begunAt }) => worker !== run.worker && begunAt === run.begunAt),
	);
}

/** After a restart, polling can take a lead or sale for an alike one of its minute that a webhook delivered. */
function isTakenForAnother({ crashes, phases, happenings }: World, happening: Happening): boolean {
	if (crashes === 0 || !phases.some(({ delivery }) => delivery === 'polling')) return false;
	return happenings.some(
		(each) =>
			each !== happening &&
			isSame(each, happening) &&
			each.isDelivered &&
			Math.abs(each.time - happening.time) < MINUTE,
	);
}

/** @throws Error that names an event that was lost, repeated, or not to be emitted */
export function check(world: World): void {
	const arrivals = arrivalsOf(world);
	const { phases } = world;
	// When n8n starts, it publishes what it could not publish before.
	const isTriedAgain = world.run.engine.isPersistent && world.crashes > 0;
	const tries = [...phases.slice(0, 1), ...(isTriedAgain ? world.refused : [])];
	const first = Math.min(...tries.map(({ begin }) => begin));
	const lost: Happening[] = [];
	/** From before the last publishing. */
	const earlier: Happening[] = [];
	const repeated: Happening[] = [];
	/** Also in an execution that crashed. */
	const crashed: Happening[] = [];
	for (const happening of world.happenings) {
		const { publishedAt, kind } = happening;
		const arrived = arrivals.get(happening) ?? NONE;
		const { sure, maybe } = arrived;
		// A person can register the webhook before a publication that fails, and the service retries.
		const isRetried = happening.isDelivered && isEverManual(world.run) && world.refused.length > 0;
		const isEarly = publishedAt < first - 2 * SKEW && !isGuessed(world) && !isRetried;
		if (isEarly && sure > 0 && !hasStartDate(phases[0]) && !startsAgain(world)) {
			throw new Error(`from before publishing: ${describeEvent(happening, arrived)}`);
		}
		if (sure > 0 && wasNeverPublished(world, happening)) {
			throw new Error(`from before publishing: ${describeEvent(happening, arrived)}`);
		}
		if (sure > 0 && wasUnpublished(world, happening)) {
			throw new Error(`from while it was unpublished: ${describeEvent(happening, arrived)}`);
		}
		if (sure > 0 && wasUnwanted(world, happening, arrivals)) {
			throw new Error(`unwanted when it happened: ${describeEvent(happening, arrived)}`);
		}
		const isRequired = isWantedUntilTheEnd(world, happening);
		if (isRequired && sure + maybe === 0) {
			if (kind !== 'link.created') lost.push(happening);
			else if (!isWarned(world, happening)) {
				throw new Error(`lost without a warning: ${describeEvent(happening, arrived)}`);
			}
		}
		if (!isRequired && isConversion(happening) && sure + maybe === 0) earlier.push(happening);
		for (let i = 1; i < sure; i++) repeated.push(happening);
		if (sure > 0) for (let i = 0; i < maybe; i++) crashed.push(happening);
	}
	for (const happening of lost) {
		const stand = [repeated, crashed].some((runs) => {
			const index = runs.findIndex((each) => isConversion(happening) && isSame(each, happening));
			return index >= 0 && runs.splice(index, 1);
		});
		if (!stand && !isTakenForAnother(world, happening)) {
			throw new Error(`lost: ${describeEvent(happening, NONE)}`);
		}
	}
	for (const happening of repeated) {
		const arrived = arrivals.get(happening) ?? NONE;
		const stand = earlier.findIndex((each) => isSame(each, happening));
		if (stand >= 0) {
			earlier.splice(stand, 1);
			continue;
		}
		const isExcused =
			isGuessed(world) ||
			isAmbiguous(world, happening) ||
			isHandedOn(world, happening) ||
			isRunAtOnce(world, happening);
		if (!isExcused) throw new Error(`more than once: ${describeEvent(happening, arrived)}`);
	}
}
