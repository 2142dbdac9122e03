import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { modelRuns } from '../../support/node/modelRuns';
import { VirtualClock } from '../../support/node/triggerModel/clock';
import {
	Engine,
	fullParameters,
	secretIn,
	type EngineSettings,
	type Node,
} from '../../support/node/triggerModel/engine';
import {
	DAY,
	ModelService,
	TROUBLES,
	type Happening,
	type Kind,
	type ServiceSettings,
	type Trouble,
} from '../../support/node/triggerModel/service';
import hardRuns from './hardRuns.json';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 2, 10, 12);

const KINDS: Kind[] = ['link.clicked', 'lead.created', 'sale.created', 'link.created'];

/** By which the node may take an event for one from after publishing. */
const SKEW = MINUTE;

/** Events, more than a log shows. */
const BURST = 110;

interface Publication {
	kinds: Kind[];
	delivery: 'webhook' | 'polling';
	/** IDs of the links of the filters, separated by commas. Default: all links. */
	link?: string;
	isRenamed?: boolean;
	/** The node was replaced by a copy with its name. */
	isCopied?: boolean;
	/** Without Catch Up. */
	isWithoutCatchUp?: boolean;
	/** Default: that of the run. */
	isManual?: boolean;
	/** ID of the workspace of the credential. Default: the first one. */
	workspace?: string;
}

/** Changes of a webhook by hand. */
type Change = 'delete' | 'triggers' | 'url' | 'scope' | 'enable';

type Meanwhile = 'restart' | 'takeOver' | 'update';

type Command =
	| {
			type: 'events';
			kind: Kind;
			count: number;
			spacing: number;
			delay: number;
			/** Default: the one of the credential. */
			workspace?: string;
	  }
	| { type: 'n8nUnreachable'; time: number }
	| { type: 'serviceTrouble'; trouble: Trouble; time: number }
	| { type: 'deleteLink'; link: string }
	| { type: 'dashboard'; change: Change }
	| { type: 'repeat'; which: number }
	| {
			type: 'restart';
			time: number;
			/** Cursors are durable from then on. */
			isDurable?: boolean;
			/** n8n has another address from then on. */
			isMoved?: boolean;
	  }
	| { type: 'clock'; skew: number }
	| { type: 'takeOver' }
	| { type: 'update' }
	| { type: 'longOutage'; kind: Kind }
	| { type: 'sleep'; kind: Kind; time: number }
	| { type: 'crash'; steps: number; time: number }
	| ({ type: 'publish'; inPoll?: number } & Publication)
	| ({
			type: 'unpublish';
			time: number;
			event?: Kind;
			inPoll?: number;
			/** While it is unpublished. */
			meanwhile?: Meanwhile;
	  } & Partial<Publication>);

export interface Run {
	service: ServiceSettings;
	engine: EngineSettings;
	commands: Array<Command & { then: number }>;
}

const duration = fc.constantFrom(
	SECOND,
	20 * SECOND,
	59 * SECOND,
	2 * MINUTE,
	10 * MINUTE,
	20 * MINUTE,
);
const kinds = fc.subarray(KINDS, { minLength: 1 });

/** Milliseconds after the beginning of the next planned poll. */
const inPoll = fc.constantFrom(undefined, undefined, 1, 300, 3 * SECOND, 5 * SECOND);

const publication = {
	kinds,
	delivery: fc.constantFrom('webhook' as const, 'webhook' as const, 'polling' as const),
	link: fc.constantFrom(undefined, undefined, 'link_1', 'link_2', 'link_1,link_2'),
	isRenamed: fc.constantFrom(false, false, false, true),
	isCopied: fc.constantFrom(false, false, false, false, false, true),
	isWithoutCatchUp: fc.constantFrom(false, false, false, true),
	isManual: fc.constantFrom(undefined, undefined, undefined, undefined, false, true),
	workspace: fc.constantFrom(undefined, undefined, undefined, 'ws_2'),
};

const away = {
	type: fc.constant('unpublish' as const),
	time: duration,
	event: fc.constantFrom(undefined, ...KINDS),
	meanwhile: fc.constantFrom(undefined, undefined, undefined, 'restart', 'takeOver', 'update'),
};

const command: fc.Arbitrary<Command> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			type: fc.constant('events' as const),
			kind: fc.constantFrom(...KINDS),
			count: fc.constantFrom(1, 1, 1, 2, 3, 8),
			spacing: fc.constantFrom(0, 10, 3 * SECOND, 50 * SECOND),
			delay: fc.constantFrom(0, 0, 0, MINUTE, 8 * MINUTE),
			workspace: fc.constantFrom(undefined, undefined, undefined, 'ws_1', 'ws_2'),
		}),
	},
	fc.record({
		type: fc.constant('events' as const),
		kind: fc.constantFrom('link.clicked' as const, 'link.created' as const),
		count: fc.constant(BURST),
		spacing: fc.constantFrom(0, 3 * SECOND),
		delay: fc.constant(0),
	}),
	{
		weight: 3,
		arbitrary: fc.record({ type: fc.constant('n8nUnreachable' as const), time: duration }),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			type: fc.constant('serviceTrouble' as const),
			trouble: fc.constantFrom(...TROUBLES),
			time: duration,
		}),
	},
	fc.record({
		type: fc.constant('deleteLink' as const),
		link: fc.constantFrom('link_1', 'link_2'),
	}),
	{
		weight: 2,
		arbitrary: fc.record({
			type: fc.constant('dashboard' as const),
			change: fc.constantFrom('delete', 'triggers', 'url', 'scope', 'enable'),
		}) as fc.Arbitrary<Command>,
	},
	fc.record({ type: fc.constant('repeat' as const), which: fc.nat(1000) }),
	fc.record({
		type: fc.constant('restart' as const),
		time: duration,
		isDurable: fc.constantFrom(false, false, true),
		isMoved: fc.constantFrom(false, false, true),
	}),
	fc.record({ type: fc.constant('takeOver' as const) }),
	fc.record({ type: fc.constant('update' as const) }),
	{
		weight: 2,
		arbitrary: fc.record({
			type: fc.constant('clock' as const),
			skew: fc.constantFrom(-5 * MINUTE, 5 * MINUTE, -5 * HOUR, 5 * HOUR, 0),
		}),
	},
	fc.record({ type: fc.constant('longOutage' as const), kind: fc.constantFrom(...KINDS) }),
	{
		weight: 3,
		arbitrary: fc.record({
			type: fc.constant('sleep' as const),
			kind: fc.constantFrom(...KINDS),
			time: fc.constantFrom(20 * SECOND, 2 * MINUTE, 20 * MINUTE, 5 * HOUR),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			type: fc.constant('crash' as const),
			steps: fc.nat(60),
			time: duration,
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({ type: fc.constant('publish' as const), ...publication, inPoll }),
	},
	fc.record({ ...away, inPoll }) as fc.Arbitrary<Command>,
	{ weight: 3, arbitrary: fc.record({ ...away, ...publication }) as fc.Arbitrary<Command> },
);

const runs = fc.record<Run>({
	service: fc.record({
		retries: fc.constantFrom(1, 1, 2, 3),
		hasLog: fc.constantFrom(true, true, true, true, false),
		latency: fc.constantFrom(4, 200, 2000, 8000),
		ahead: fc.constantFrom(0, 0, 0, 5 * HOUR, -5 * HOUR, 300),
		isAwayAtFirst: fc.constantFrom(false, false, true),
	}),
	engine: fc.record({
		durable: fc.boolean(),
		concurrent: fc.boolean(),
		separate: fc.constantFrom(false, false, false, true),
		interval: fc.constantFrom(15 * MINUTE, 15 * MINUTE, 30 * MINUTE),
		budget: fc.constantFrom(undefined, 36_000),
		isManual: fc.constantFrom(false, false, true),
		writing: fc.constantFrom(undefined, undefined, undefined, 20 * SECOND, 20 * MINUTE),
		isStale: fc.boolean(),
		other: fc.constantFrom(undefined, undefined, undefined, MINUTE, 20 * MINUTE),
		isPersistent: fc.boolean(),
	}),
	commands: fc.array(
		fc.tuple(command, duration).map(([each, then]) => ({ ...each, then })),
		{ minLength: 2, maxLength: 10 },
	),
});

const ALL: Publication = { kinds: KINDS, delivery: 'webhook' };

const clock = new VirtualClock();
let nodes: Node[] = [];
let count = 0;

beforeAll(() => {
	clock.install();
});
afterAll(() => {
	jest.restoreAllMocks();
});

/** A time in which the workflow was published with the same parameters. */
interface Phase extends Publication {
	/** When publishing began. */
	begin: number;
	from: number;
	to: number;
	/** Whether n8n lost what it knew, as it stores data by the name of the node. */
	isForgetful: boolean;
}

function hasCommand({ commands }: Run, name: Command['type']): boolean {
	return commands.some(({ type }) => type === name);
}

function isBusy({ commands }: Run): boolean {
	return commands.some((each) => each.type === 'events' && each.count === BURST);
}

class World {
	/** By the IDs of their workspaces. */
	readonly services: Record<string, ModelService>;

	readonly engine: Engine;

	readonly phases: Phase[] = [];

	/** Publications that failed, with when they began. */
	readonly refused: Array<Publication & { begin: number }> = [];

	readonly run: Run;

	/** Whether n8n ended while it ran the workflow, or somebody deleted a webhook. */
	crashes = 0;

	/** Starts of n8n before the workflow was last unpublished, if the same process publishes it again. */
	#startsBefore = 0;

	/** Whether it has another name since the last publication that did not fail. */
	#isRenamed = false;

	/** When it was last unpublished. */
	#unpublishedAt = -Infinity;

	/** The end of the last phase before that. */
	#endBefore = Infinity;

	constructor(run: Run) {
		this.run = run;
		// They remember something of each run.
		if (count++ % 5000 === 0) nodes = [];
		clock.reset(NOON);
		this.engine = new Engine(clock, run.engine, nodes, `run-${count}`);
		// There, a full log proves something only because the service retries for days.
		const isShared = run.engine.separate || hasCommand(run, 'takeOver');
		const isPatient = isShared && isBusy(run);
		const settings = isPatient ? { ...run.service, retries: 14 } : run.service;
		const serviceOf = (workspace: string) =>
			new ModelService(
				clock,
				settings,
				async (...delivery) => await this.engine.receive(...delivery),
				workspace,
			);
		this.services = { ws_1: serviceOf('ws_1'), ws_2: serviceOf('ws_2') };
		this.engine.services = this.services;
	}

	async play(): Promise<void> {
		for (const service of this.all) service.happen('link.created', 'customer', 0);
		await clock.pass(2 * MINUTE);
		// It is delivered up to a minute later.
		for (const service of this.all) service.happen('link.clicked', 'customer', 0);
		await clock.pass(2 * SECOND + this.run.service.latency);
		this.engine.start();
		if (wasAwayAtFirst(this.run)) {
			this.#trouble('away');
			clock.after(10 * MINUTE, () => this.#trouble('none'));
		}
		await this.#publish(ALL);
		for (const { then, ...each } of this.run.commands) {
			await this.#do(each as Command);
			await clock.pass(then);
		}
		this.engine.killAfter(Infinity);
		this.engine.isReachable = true;
		this.#trouble('none');
		this.engine.start();
		// Then, each round reads one page.
		await clock.pass(this.run.service.latency > 2000 ? DAY : 90 * MINUTE);
	}

	/** The service as the credential sees it. */
	get service(): ModelService {
		return this.services[this.engine.workspace];
	}

	/** The service as each workspace sees it. */
	get all(): ModelService[] {
		return Object.values(this.services);
	}

	/** Whether hooks or polls run. */
	get #isBusy(): boolean {
		return this.engine.running > 0 || this.all.some(({ requests }) => requests > 0);
	}

	get happenings(): Happening[] {
		return this.all.flatMap(({ happenings }) => happenings);
	}

	#trouble(trouble: Trouble): void {
		for (const service of this.all) service.trouble = trouble;
	}

	async #do(each: Command): Promise<void> {
		switch (each.type) {
			case 'events':
				for (let i = 0; i < each.count; i++) {
					const { workspace = this.engine.workspace } = each;
					this.services[workspace].happen(each.kind, `customer${i % 2}`, each.delay);
					await clock.pass(each.spacing);
				}
				break;
			case 'n8nUnreachable':
				this.engine.isReachable = false;
				clock.after(each.time, () => (this.engine.isReachable = true));
				break;
			case 'serviceTrouble':
				this.#trouble(each.trouble);
				clock.after(each.time, () => this.#trouble('none'));
				break;
			case 'deleteLink':
				this.service.deleteLink(each.link);
				break;
			case 'dashboard':
				this.#changeWebhook(each.change);
				break;
			case 'repeat': {
				const { happenings } = this.service;
				this.service.repeat(happenings[each.which % happenings.length]);
				break;
			}
			case 'restart':
				this.crashes += 1;
				this.engine.kill();
				if (each.isDurable) this.engine.durable = true;
				if (each.isMoved) this.#move();
				clock.after(each.time, () => this.engine.start());
				break;
			case 'takeOver':
				this.crashes += 1;
				this.engine.takeOver();
				break;
			case 'clock':
				clock.skew = each.skew;
				break;
			case 'update':
				this.crashes += 1;
				this.engine.update();
				break;
			case 'longOutage':
				this.crashes += 1;
				this.engine.kill();
				this.service.happen(each.kind, 'customer0', 0);
				await clock.pass(9 * DAY);
				this.engine.start();
				break;
			case 'sleep':
				// Otherwise, the webhook would be registered later than it says.
				for (let n = 0; n < 100 && this.#isBusy; n++) await clock.pass(SECOND);
				this.engine.asleepUntil = clock.now + each.time;
				clock.slept += each.time / 2;
				await clock.pass(each.time / 2);
				this.service.happen(each.kind, 'customer0', 0);
				clock.slept += each.time / 2;
				await clock.pass(each.time / 2);
				break;
			case 'crash':
				this.crashes += 1;
				this.engine.killAfter(each.steps);
				clock.after(each.time, () => {
					this.engine.killAfter(Infinity);
					this.engine.start();
				});
				break;
			case 'publish':
				await this.#waitForPoll(each.inPoll);
				if (!this.engine.isUp) break;
				if (this.engine.isPublished) await this.#unpublish();
				await this.#publish(each);
				break;
			case 'unpublish':
				await this.#waitForPoll(each.inPoll);
				if (!this.engine.isPublished || !this.engine.isUp) break;
				await this.#unpublish();
				await clock.pass(each.time / 2);
				this.#doMeanwhile(each.meanwhile);
				if (each.event) this.service.happen(each.event, 'customer0', 0);
				await clock.pass(each.time / 2);
				// A person cannot publish it while n8n starts.
				for (let n = 0; n < 100 && !this.engine.isUp; n++) await clock.pass(SECOND);
				await this.#publish({ ...ALL, ...each });
				break;
		}
	}

	/** A person changes the webhook that they registered, too. */
	#move(): void {
		const before = this.engine.url;
		this.engine.moves += 1;
		for (const { webhooks } of this.all) {
			for (const each of webhooks) if (each.url === before) each.url = this.engine.url;
		}
	}

	#doMeanwhile(meanwhile?: Meanwhile): void {
		if (meanwhile === undefined) return;
		this.crashes += 1;
		// Another process, or module, remembers nothing of it.
		this.#startsBefore = -1;
		if (meanwhile === 'restart') {
			this.engine.kill();
			this.engine.start();
		} else {
			this.engine[meanwhile]();
		}
	}

	async #waitForPoll(inPoll?: number): Promise<void> {
		if (inPoll === undefined) return;
		const poll = new Promise<void>((resolve) => (this.engine.onPoll = resolve));
		await clock.passUntil(poll, this.run.engine.interval + MINUTE);
		await clock.pass(inPoll);
	}

	#changeWebhook(change: Change): void {
		const [webhook] = this.service.webhooks;
		if (!webhook) return;
		const { isManual } = this.phases.at(-1) ?? {};
		switch (change) {
			case 'delete':
				this.service.webhooks.shift();
				break;
			case 'triggers':
				Object.assign(webhook, { triggers: ['link.deleted'], linkScope: null });
				break;
			case 'url':
				webhook.url = 'https://elsewhere.example/hook';
				break;
			case 'enable':
				// With webhook processors, a full log is trusted, but the service drops the retries of a disabled webhook.
				if (this.run.engine.separate && isBusy(this.run)) break;
				Object.assign(webhook, { disabledAt: null, failures: 0 });
				break;
			case 'scope':
				// A person can choose other links than the filters of the node.
				if (webhook.linkScope !== null && !isManual) webhook.linkScope = 'folders';
				break;
		}
	}

	/** Registers the webhooks that a person has not registered yet. */
	#registerByHand(): void {
		for (const [workspace, service] of Object.entries(this.services)) {
			const isRegistered = service.webhooks.some(({ url }) => url === this.engine.url);
			if (!isRegistered) service.register(this.engine.url, KINDS, secretIn(workspace));
		}
	}

	async #publish(publication: Publication): Promise<void> {
		const { kinds, delivery, link, isRenamed, isCopied, isWithoutCatchUp } = publication;
		const { workspace = 'ws_1', isManual = this.run.engine.isManual } = publication;
		const listed = kinds.filter((each) => each !== 'link.created');
		const chosen = delivery === 'polling' ? [...listed] : [...kinds];
		if (chosen.length === 0) chosen.push('link.clicked');
		// Polling has other filters.
		const filter = delivery === 'polling' ? undefined : link;
		const parameters: INodeParameters = {
			...{ events: chosen, delivery },
			...(isManual && { registration: 'manual' }),
			...((isManual || isWithoutCatchUp) && { catchUp: isWithoutCatchUp !== true }),
			...(filter && { pushFilters: { linkIds: filter } }),
		};
		const name = isRenamed ? `Trigger ${this.phases.length % 2}` : undefined;
		this.#isRenamed ||= isRenamed === true;
		const changes = { name, workspace, isCopied };
		// No hook runs for polling: after an update, nothing has read the state of the old name.
		const isUnread =
			this.engine.isUpdated && !this.engine.durable && this.phases.at(-1)?.delivery === 'polling';
		const work = this.engine.publish(fullParameters(parameters), 'activate', changes);
		if (isManual) this.#registerByHand();
		const begin = clock.now;
		const isReplacing =
			begin - this.#unpublishedAt < 10 * SECOND && this.engine.starts === this.#startsBefore;
		const outcome = { isDone: false, hasFailed: false };
		void work.then((isDone) => Object.assign(outcome, { isDone, hasFailed: !isDone }));
		await clock.passUntil(work, 5 * MINUTE);
		if (outcome.hasFailed || !this.engine.isPublished) {
			// It stays published for the person.
			const replaced = this.phases.at(-1);
			if (replaced && isReplacing) replaced.to = this.#endBefore;
			this.refused.push({
				kinds: chosen,
				delivery,
				link: filter,
				workspace,
				isWithoutCatchUp,
				isManual,
				begin,
			});
			return;
		}
		const { isDone: hasEnded } = outcome;
		const before = this.phases.at(-1);
		if (before) before.to = Math.min(before.to, begin);
		this.phases.push({
			...{ delivery, kinds: chosen, link: filter, workspace, isWithoutCatchUp, isManual },
			...{ isCopied, begin },
			to: Infinity,
			// n8n was killed while it published.
			from: hasEnded ? clock.now : Infinity,
			isForgetful:
				isCopied === true ||
				(this.#isRenamed && !(hasEnded && !isUnread && this.engine.starts === this.#startsBefore)),
		});
		this.#isRenamed = false;
	}

	async #unpublish(): Promise<void> {
		const phase = this.phases.at(-1);
		this.#endBefore = phase?.to ?? Infinity;
		if (phase) phase.to = Math.min(phase.to, clock.now);
		this.#startsBefore = this.engine.starts;
		// Neither the process nor what n8n has stored knows that the hooks have registered it.
		const isMoved = this.engine.moves > 0 && hasCommand(this.run, 'update');
		const isUnknown = (this.engine.isUpdated || isMoved) && isWritten(this.run);
		await clock.passUntil(this.engine.unpublish(), 5 * MINUTE);
		this.#unpublishedAt = clock.now;
		const mustBeRemoved = phase?.delivery === 'webhook' && !phase.isManual;
		// The hooks of a publication have 66 seconds.
		const hasTrouble = hasCommand(this.run, 'serviceTrouble') || this.run.service.latency > 2000;
		if (this.engine.isPublished || !mustBeRemoved || hasTrouble || isUnknown) return;
		const { pathname } = new URL(this.engine.url);
		const isLeft = this.service.webhooks.some(({ url }) => url.includes(`${pathname}?`));
		if (isLeft) throw new Error('unpublishing has left a webhook');
	}
}

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

/** Of two identical leads or sales nobody can tell which one was delivered. */
function isSame(a: Happening, b: Happening): boolean {
	const isAlike = a.kind === b.kind && a.workspace === b.workspace;
	return isAlike && a.customer === b.customer && Math.abs(a.time - b.time) < 2 * MINUTE;
}

/** Whether the workflow was published when it happened, and has wanted such events since then. */
function isWantedUntilTheEnd(world: World, happening: Happening): boolean {
	const { engine, phases, run, service } = world;
	const { time, kind } = happening;
	const index = phases.findIndex(({ from, to }) => time >= from && time < to);
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
	// Polling starts over with other filters, and new links are not among those of the filters.
	if (isFiltered && since.some(({ delivery }) => delivery === 'polling')) return false;
	if (isFiltered && kind === 'link.created') return false;
	if (isTimeUnknown(run) && since.length > 1) return false;
	if (since.slice(1).some(({ isForgetful }) => isForgetful)) return false;
	if (since.some(({ isWithoutCatchUp }) => isWithoutCatchUp)) return false;
	// n8n accepts deliveries while it tries to register a webhook, and runs the first round; a restart publishes the last one.
	const earliest = Math.min(time - HOUR, since[0].begin);
	const refused = world.refused.filter(({ begin }) => begin >= earliest);
	if (refused.some((each) => each.isWithoutCatchUp || !isFor(each, happening))) return false;
	if (kind === 'link.created' && refused.some(({ link }) => link !== undefined)) return false;
	if (mayPrecedeFirstRound(world, index, happening) || mayBeOverwritten(world, happening))
		return false;
	if (mayBeForgotten(world, happening) || mayBeGuessed(world, happening)) return false;
	return since.every((phase) => isFor(phase, happening));
}

/**
 * Whether n8n may not know when a manual webhook was first published: it ended before it knew the service's clock, or
 * neither clock of its machine tells the time since then.
 */
function isGuessed({ crashes, run }: World): boolean {
	return wasAwayAtFirst(run) && (crashes > 0 || isTimeUnknown(run));
}

/** Whether neither clock of n8n's machine tells the time; hooks of manual registration do not ask the service. */
function isTimeUnknown(run: Run): boolean {
	return isEverManual(run) && hasCommand(run, 'clock') && hasCommand(run, 'sleep');
}

/** Whether a person registers the webhook of a publication. */
function isEverManual({ commands, engine }: Run): boolean {
	return engine.isManual === true || commands.some((each) => 'isManual' in each && each.isManual);
}

function wasAwayAtFirst({ engine, service }: Run): boolean {
	return engine.isManual === true && service.isAwayAtFirst === true;
}

/** Whether n8n may not know that a manual webhook was published before: it ended, or has stored what was before. */
function mayBeGuessed(world: World, { time }: Happening): boolean {
	const { all, run } = world;
	const { ahead = 0 } = run.service;
	const known = Math.min(...all.map(({ respondedAt }) => respondedAt)) + Math.max(0, -ahead);
	return isGuessed(world) && (time < known || isWritten(run));
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
	return !durable && writing !== undefined && isStale === true && crashes > 0 && !isNoted;
}

/** Whether somebody deletes a webhook, or gives it to another receiver. */
function isRemoved({ commands }: Run): boolean {
	return commands.some(
		(each) => each.type === 'dashboard' && ['delete', 'url'].includes(each.change),
	);
}

/** Whether somebody else stores older data of the node. */
function isWritten({ engine: { writing, other } }: Run): boolean {
	return writing !== undefined || other !== undefined;
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
	if (isFor(phases[index], happening) || later.length > 2) return false;
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
function wasNeverPublished({ crashes, run, phases }: World, { time }: Happening): boolean {
	if (crashes > 0 || isEverManual(run) || run.engine.separate || phases.length === 0) return false;
	const [{ begin, to }] = phases;
	// The service's clock is known only as exactly as its latency.
	return time < begin - SECOND - run.service.latency && to > begin + MINUTE;
}

/** Whether the workflow was unpublished, which n8n is sure to know if it was not killed. */
function wasUnpublished({ crashes, run, phases }: World, happening: Happening): boolean {
	const { time, isDelivered } = happening;
	const isManual = isEverManual(run);
	// Without a request that succeeds, the hooks only know the time by the clocks of this machine.
	const hasOtherClock = hasCommand(run, 'clock') || hasCommand(run, 'sleep') || wasAwayAtFirst(run);
	const isClockWrong = hasOtherClock && (isManual || hasCommand(run, 'serviceTrouble'));
	// A webhook that stays is retried, and its receiver does not know when the workflow was published.
	const isRetried = isDelivered && (isManual || run.engine.separate);
	if (crashes > 0 || isClockWrong || isRetried) return false;
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
 * A copy goes on from the position of polling, which does not say what webhooks delivered shortly before. The hooks of the
 * node before it do not end a poll of a package that was updated meanwhile.
 */
function isHandedOn({ phases, run }: World): boolean {
	return phases.some(({ isCopied }, index) => {
		const before = phases.slice(0, index).map(({ delivery }) => delivery);
		const isPolled = before.at(-1) === 'polling' && before.includes('webhook');
		return isCopied && (isPolled || isEverUpdated(run));
	});
}

/** Whether the package is ever updated. */
function isEverUpdated({ commands }: Run): boolean {
	return commands.some(
		(each) => each.type === 'update' || ('meanwhile' in each && each.meanwhile === 'update'),
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

function check(world: World): void {
	const arrivals = arrivalsOf(world);
	const { phases } = world;
	const first = phases[0]?.from ?? Infinity;
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
		if (publishedAt < first - 2 * SKEW && sure > 0 && !isGuessed(world)) {
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
		if (!isAmbiguous(world, happening) && !isHandedOn(world))
			throw new Error(`more than once: ${describeEvent(happening, arrived)}`);
	}
}

it('emits each event as documented in any order of events', async () => {
	const property = fc.asyncProperty(runs, async (run) => {
		const world = new World(run);
		try {
			await world.play();
			check(world);
		} catch (error) {
			throw new Error(`${(error as Error).message} in ${JSON.stringify(run)}`, { cause: error });
		}
	});
	const begin = process.cpuUsage();
	try {
		// Runs that failed once, as a failure prints them.
		const examples = (hardRuns as Run[]).map((run): [Run] => [run]);
		await fc.assert(property, { ...modelRuns(700), examples, verbose: 0 });
	} finally {
		const { user, system } = process.cpuUsage(begin);
		const took = (user + system) / 1e6;
		if (process.env.MODEL_RUNS)
			console.log(`${count} runs, ${(count / took).toFixed(0)} a second of processor time`);
	}
	expect(count).toBeGreaterThan(0);
}, 3_600_000);
