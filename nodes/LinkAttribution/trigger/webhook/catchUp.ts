import { DateTime } from 'luxon';
import {
	deepCopy,
	NodeOperationError,
	sleep,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { asError } from '../../transport/unknown';
import { toBoolean } from '../../input/fields';
import { commitCursor } from '../../transport/n8nQuirks';
import { eventLabels } from '../description';
import { fromPush, nodeKey, type Envelope } from '../item';
import { toPollError } from '../eventList/failure';
import { deadlineOf } from '../eventList/roundRobin';
import { claimContent, isConversion } from './contents';
import { failingSince, undelivered } from './deliveryLog';
import { isListed, recover, type Outage } from './recovery';
import { memoryOf, rememberSecret, type NodeMemory } from './memory';
import { eventsOf, isWanted } from './pushFilters';
import { settingsOf, type WebhookData } from './registration';
import {
	createWebhook,
	deleteWebhook,
	readLog,
	readWebhooks,
	scopeIds,
	setAside,
	setAsideAt,
	statusOf,
	updateWebhook,
	type Attempt,
	type Webhook,
} from './webhooksApi';

type StaticData = WebhookData & {
	catchUp?: CatchUpState;
};

const MAX_STORED_WARNINGS = 5;

/** Stored in the static data, only by polls. Times are epoch milliseconds by the service's clock. */
interface CatchUpState {
	/** When the workflow was published, by this machine's clock; 0 if unknown. */
	publishedAt: number;
	/** The same by the service's clock. Earlier events are not emitted. */
	since?: number;
	/** When the webhook last matched the node. */
	checkedAt: number;
	/** The ID of the webhook at `checkedAt`. */
	webhookId?: string;
	/** IDs of the logged events that were emitted. */
	emitted: string[];
	/** Of the last poll: if n8n stopped since then, it may not have started their execution. */
	last: LastPoll;
	/** The process that read the log of a replaced webhook, by the ID of the webhook. */
	replaced: Record<string, string>;
	/** The period that is read from the event list. */
	outage?: Outage;
	/** Warnings that were shown and are not repeated, newest last. */
	shown: string[];
	/** Warnings of a poll that may not have ended. */
	pending?: string[];
}

interface LastPoll {
	process: string;
	emitted: string[];
	/** Before the poll. */
	outage?: Outage;
	/** When it was read, by this machine's clock. */
	readAt?: number;
}

/** Events may be lost up to this long before the first failure: the service sends clicks once a minute. */
const OVERLAP_MS = 2 * 60_000;

/** If n8n stopped after a delivery, the webhook may have been changed up to this long before the delivery. */
const UNCHECKED_MS = 30 * 60_000;

/** A changed workflow is published again within this time; otherwise, it was unpublished on purpose. */
const REPUBLISHING_MS = 60_000;

/** Maximum time that a poll waits for the hooks. */
const MAX_HOOK_DELAY_MS = 5_000;

/** Maximum difference between the clocks of n8n and the service. */
const CLOCK_SKEW_MS = 60_000;

/**
 * One poll in webhook delivery: emits the events that the service could not deliver, oldest first, and restores the
 * webhook.
 *
 * The service logs the latest delivery attempts of each webhook, with the payload. A webhook that it disabled after too
 * many failures is replaced, but removed only after its log was read and emitted. Events of a time without a webhook are
 * in no log; their clicks, leads, and sales come from the event list.
 */
export async function catchUp(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const begin = Date.now();
	const data = context.getWorkflowStaticData('node') as StaticData;
	const memory = memoryOf(nodeKey(context));
	// A poll that was planned before the workflow was unpublished.
	if (memory.wasUnpublished && memory.staticData === data) return null;
	memory.staticData = data;
	const isFirst = () => !memory.wasPolled && context.getActivationMode() === 'activate';
	await untilHooksRan(() =>
		memory.wasUnpublished ? memory.isUnpublished : memory.isRegistering && !isFirst(),
	);
	const { wasUnpublished, removedAt, isRegistering, round: running } = memory;
	const isPublishing = wasUnpublished || isFirst();
	if (!isPublishing) memory.wasPolled = true;
	// With short catch-up times, one can overlap the next; both would emit the same events.
	const isBusy = isRegistering || running !== undefined;
	if (memory.isUnpublished || (isBusy && !isPublishing)) return null;
	const isRepublishing = wasUnpublished && begin - removedAt < REPUBLISHING_MS;
	if (isPublishing && !isRepublishing) memory.publishedAt = begin;
	const { publishedAt = 0 } = memory;
	const kept = isRepublishing ? (memory.catchUp as CatchUpState | undefined) : undefined;
	const stored = kept ?? data.catchUp;
	const state =
		stored && stored.publishedAt >= publishedAt ? deepCopy(stored) : freshState(publishedAt);
	// The hooks removed that webhook.
	if (isPublishing) delete state.webhookId;
	const round = new CatchUp(context, state, data, memory);
	if (isRepublishing) round.emit(memory.undelivered);
	const url = memory.url ?? data.webhookUrl;
	// During publishing, the hooks register the webhook, and there are no undelivered events.
	let failure: Error | undefined;
	if (url !== undefined && !isPublishing) {
		memory.round = round;
		try {
			await round.check(url);
			await round.readOutage(deadlineOf(context, begin));
		} catch (thrown) {
			failure = toPollError(context.getNode(), thrown);
			delete memory.replacedId;
			if (!round.hasFindings) throw failure;
		} finally {
			if (memory.round === round) memory.round = undefined;
		}
	}
	// The hook that unregistered the webhook stored the undelivered events.
	if (memory.removedAt !== removedAt || memory.isUnpublished) return null;
	Object.assign(memory, { wasPolled: true, wasUnpublished: false, undelivered: [] });
	data.catchUp = state;
	memory.catchUp = deepCopy(state);
	if (failure) context.__emitError(failure);
	return round.output() ?? (await commitCursor(context));
}

/** n8n 2.41 runs the hooks and the polls at the same time, so a poll can be the first to start or to end. */
async function untilHooksRan(isWaiting: () => boolean): Promise<void> {
	const deadline = Date.now() + MAX_HOOK_DELAY_MS;
	while (isWaiting() && Date.now() < deadline) await sleep(20);
}

function freshState(publishedAt: number): CatchUpState {
	return {
		publishedAt,
		checkedAt: 0,
		emitted: [],
		last: { process: '', emitted: [] },
		replaced: {},
		shown: [],
	};
}

interface Loss {
	/** Earlier events were delivered. */
	from: number;
	/** From when on no log contains them. Default: `from`. */
	lostFrom?: number;
	/** Default: now. */
	to?: number;
	problem: string;
	advice: string;
}

/** One catch-up. Updates the state in place. Times are epoch milliseconds by the service's clock. */
class CatchUp {
	readonly #context: IPollFunctions;

	readonly #state: CatchUpState;

	readonly #data: StaticData;

	readonly #items: INodeExecutionData[] = [];

	/** Warnings for the user. */
	readonly #warnings: string[] = [];

	/** All delivery logs that were read. */
	readonly #log: Attempt[] = [];

	readonly #memory: NodeMemory;

	/** Milliseconds that the service's clock is ahead of this machine's. */
	#clockOffset = 0;

	constructor(context: IPollFunctions, state: CatchUpState, data: StaticData, memory: NodeMemory) {
		this.#context = context;
		this.#state = state;
		this.#data = data;
		this.#memory = memory;
		// The events of the last poll started an execution, unless n8n stopped since then.
		const { last } = state;
		if (last.process === memory.id) state.emitted.push(...last.emitted);
		// The stored state can be outdated; then there were later deliveries.
		else if ((last.readAt ?? 0) > (data.deliveredAt ?? 0)) state.outage = last.outage;
		state.last = { process: memory.id, emitted: [] };
		this.#warnings.push(...(state.pending ?? []));
		delete state.pending;
	}

	get hasFindings(): boolean {
		return this.#items.length + this.#warnings.length > 0;
	}

	/** Adds the events that match the node and were not emitted. */
	emit(envelopes: Envelope[]): void {
		const { emitted, last } = this.#state;
		for (const envelope of envelopes) {
			const { id, createdAt } = envelope;
			if (emitted.includes(id) || last.emitted.includes(id)) continue;
			if (Date.parse(createdAt) < this.#since - CLOCK_SKEW_MS) continue;
			if (!isWanted(this.#context, envelope)) continue;
			const item = fromPush(envelope);
			const content = isConversion(item)
				? claimContent(nodeKey(this.#context), 'delivery', item)
				: [];
			if (content) this.#add(item, envelope.raw, content);
			last.emitted.push(id);
		}
	}

	/** Updates the webhook, and emits the undelivered events of the logs. */
	async check(url: string): Promise<void> {
		const response = await this.#unlessUnavailable(readWebhooks(this.#context));
		if (!response) return;
		const { webhooks } = response;
		this.#clockOffset = response.ahead;
		const { publishedAt } = this.#state;
		if (publishedAt > 0) this.#state.since ??= publishedAt + this.#clockOffset;
		const replaced = webhooks.filter((each) => setAsideAt(each, url) !== undefined);
		const { webhookId = this.#data.webhookId } = this.#memory;
		let current =
			webhooks.find((each) => each.url === url) ??
			webhooks.find((each) => each.id === webhookId && !replaced.includes(each));
		if (this.#context.getNodeParameter('registration') === 'manual') {
			if (!current || current.disabledAt) return await this.#catchUpUnregistered(current, url);
		} else {
			const isReplaced = this.#detectReplacement(current, replaced);
			if (current?.disabledAt) {
				this.#memory.replacedId = current.id;
				replaced.push(await setAside(this.#context, { ...current, url }));
				current = undefined;
			} else if (current && !isReplaced) {
				await this.#restore(current, url);
			}
		}
		const hasSuccessor = current !== undefined;
		this.#state.webhookId = current?.id ?? (await this.#createUnlessThere(url));
		for (const webhook of replaced) await this.#readReplaced(webhook, url, hasSuccessor);
		if (current) await this.#readCurrent(current, url);
		this.#state.checkedAt = this.#now;
		const logged = new Set(this.#log.map(({ eventId }) => eventId));
		this.#state.emitted = this.#state.emitted.filter((id) => logged.has(id));
	}

	/** Reads undelivered events from the event list. */
	async readOutage(deadline: number): Promise<void> {
		const { outage } = this.#state;
		if (!outage) return;
		const found = await recover(this.#context, outage, this.#log, this.#now, deadline);
		for (const { json, event, content } of found.items) this.#add(json, event, content);
		this.#state.outage = found.outage;
		Object.assign(this.#state.last, { outage, readAt: Date.now() });
		if (found.error === undefined) return;
		if (!isUnavailable(found.error)) throw asError(found.error);
		this.#state.outage = undefined;
		this.#warnOnce(
			`The event list cannot be read: ${reasonOf(found.error)} It requires the Business plan and the permission analytics.read. Clicks, leads, and sales that were not delivered are lost.`,
		);
	}

	/** @returns null if there is nothing to emit */
	output(): INodeExecutionData[][] | null {
		if (this.#items.length === 0) {
			const node = this.#context.getNode();
			for (const warning of this.#warnings) {
				this.#context.__emitError(new NodeOperationError(node, warning));
			}
			return null;
		}
		this.#items.sort((a, b) => timeOf(a) - timeOf(b));
		// The execution shows it as a hint.
		if (this.#warnings.length > 0) this.#items[0].warning = this.#warnings.join('\n');
		return [this.#items];
	}

	get #now(): number {
		return Date.now() + this.#clockOffset;
	}

	get #since(): number {
		return this.#state.since ?? this.#state.publishedAt;
	}

	#add(json: IDataObject, source: IDataObject, content: string[]): void {
		const { raw } = this.#context.getNodeParameter('options', {}) as IDataObject;
		const withRaw = toBoolean(raw ?? false, 'Include Raw Event');
		this.#items.push({
			json: withRaw ? { ...json, raw: source } : json,
			...(content.length > 0 && { content: content.join() }),
		});
	}

	/** Reports an outage since the last check if the webhook of that time is gone. @returns whether it is */
	#detectReplacement(current: Webhook | undefined, replaced: Webhook[]): boolean {
		// The stored data can be outdated; then there were later deliveries.
		const noted = (this.#data.notedAt ?? 0) > (this.#data.deliveredAt ?? 0) ? this.#data : {};
		const { missingSince } = this.#memory;
		const wasMissing = missingSince !== undefined || noted.wasMissing === true;
		const formerId = noted.formerId ?? this.#state.webhookId;
		delete this.#memory.missingSince;
		for (const name of ['wasMissing', 'formerId', 'notedAt'] as const) delete this.#data[name];
		const isAnother =
			formerId !== undefined &&
			formerId !== current?.id &&
			!replaced.some(({ id }) => id === formerId);
		// A webhook that was set aside without a successor was disabled: see `#readReplaced`.
		const isDeleted =
			!current && replaced.every(({ id }) => this.#state.replaced[id] !== undefined);
		if (!isDeleted && !wasMissing && !isAnother) return false;
		this.#reportOutage({
			from: Math.max(this.#checkedAt, this.#deliveredAt(missingSince)) - OVERLAP_MS,
			problem: current
				? 'The webhook was deleted, or its URL was changed, while n8n was not running.'
				: 'The webhook was deleted in the service.',
			advice: 'To stop the workflow, unpublish it instead.',
		});
		return true;
	}

	/** Restores the settings of the webhook. */
	async #restore(webhook: Webhook, url: string): Promise<void> {
		if (!(await this.#isChanged(webhook, url))) return;
		this.#reportOutage({
			from: Math.max(this.#checkedAt, this.#deliveredAt() - UNCHECKED_MS) - OVERLAP_MS,
			problem: "The webhook's URL, events, or links were changed in the service.",
			advice: 'Change the events and filters in this node instead.',
		});
		// Once it is restored, nothing shows that it was changed.
		this.#data.catchUp = deepCopy({ ...this.#state, pending: this.#warnings });
		await commitCursor(this.#context);
		await updateWebhook(this.#context, webhook.id, settingsOf(this.#context, url));
	}

	get #checkedAt(): number {
		return Math.max(this.#state.checkedAt, this.#since);
	}

	#deliveredAt(time = this.#data.deliveredAt ?? 0): number {
		return time + this.#clockOffset;
	}

	async #isChanged(webhook: Webhook, url: string): Promise<boolean> {
		const { triggers, linkScope, linkIds, folderIds } = settingsOf(this.#context, url);
		const scope = linkScope ?? null;
		if (webhook.url !== url || (webhook.linkScope ?? null) !== scope) return true;
		if (!isSameSet(webhook.triggers, triggers)) return true;
		if (scope !== 'links' && scope !== 'folders') return false;
		const ids = await scopeIds(this.#context, webhook.id, scope);
		return !isSameSet(ids, linkIds ?? folderIds);
	}

	/** The hook that registers the webhook can run at the same time. */
	async #createUnlessThere(url: string): Promise<string | undefined> {
		// The workflow has been unpublished.
		if (this.#memory.wasUnpublished || this.#memory.isUnpublished) return undefined;
		try {
			const settings = settingsOf(this.#context, url);
			const { id, secret } = await createWebhook(this.#context, settings);
			rememberSecret(nodeKey(this.#context), secret);
			this.#data.webhookId = id;
			this.#memory.webhookId = id;
			return id;
		} catch (thrown) {
			if (statusOf(thrown) !== 409) throw asError(thrown);
			return undefined;
		}
	}

	async #readCurrent({ id }: Webhook, url: string): Promise<void> {
		const log = await this.#unlessUnavailable(readLog(this.#context, id));
		if (!log) return;
		this.#log.push(...log);
		this.emit(undelivered(log, url));
		if (this.#state.outage) this.#state.outage.to ??= this.#now;
	}

	/**
	 * Emits the events in the log of a disabled webhook. Removes the webhook only at the next poll of this process: if n8n
	 * stops before the execution has started, the log still exists.
	 */
	async #readReplaced(webhook: Webhook, url: string, hasSuccessor: boolean): Promise<void> {
		const { replaced, outage } = this.#state;
		const readBy = replaced[webhook.id];
		if (readBy === this.#memory.id && !outage) {
			await deleteWebhook(this.#context, webhook.id);
			delete replaced[webhook.id];
			return;
		}
		const log = (await this.#unlessUnavailable(readLog(this.#context, webhook.id))) ?? [];
		this.#log.push(...log);
		this.emit(undelivered(log, url));
		replaced[webhook.id] = this.#memory.id;
		if (readBy !== undefined) return;
		const disabledAt = Date.parse(String(webhook.disabledAt));
		this.#reportOutage({
			from: Math.min(failingSince(log, url), disabledAt) - OVERLAP_MS,
			lostFrom: disabledAt,
			// Its successor may have been deleted.
			to: hasSuccessor ? (setAsideAt(webhook, url) ?? 0) + this.#clockOffset : this.#now,
			problem: 'The service disabled the webhook after too many failed deliveries.',
			advice: 'Check that n8n can be reached from the internet and responds within a few seconds.',
		});
	}

	/** Reads the clicks, leads, and sales of an outage from the event list, and warns which events cannot be read. */
	#reportOutage({ from, lostFrom = from, to = this.#now, problem, advice }: Loss): void {
		const start = Math.max(from, this.#since);
		this.#extendOutage(start, to);
		const period = `between ${this.#date(Math.max(lostFrom, this.#since))} and ${this.#date(to)}`;
		this.#warnings.push(
			this.#describeLoss(
				`${problem} It was registered again. ${advice}`,
				`Events ${period} come from the event list`,
				`Events ${period} that were not delivered cannot be recovered`,
			),
		);
	}

	/** A warning with the types of events that the event list contains, and of those that it does not. */
	#describeLoss(problem: string, recovered: string, lost: string): string {
		const events = eventsOf(this.#context);
		const listed = eventLabels(events.filter(isListed));
		const unlisted = eventLabels(events.filter((event) => !isListed(event)));
		const sentences = [
			problem,
			listed && `${recovered}: ${listed}.`,
			unlisted && `${lost}: ${unlisted}.`,
		];
		return sentences.filter(Boolean).join(' ');
	}

	#extendOutage(from: number, to: number | undefined): void {
		const { outage } = this.#state;
		const isEarlier = outage === undefined || from < outage.from;
		const isOpen = to === undefined || (outage !== undefined && outage.to === undefined);
		this.#state.outage = {
			from: isEarlier ? from : outage.from,
			to: isOpen ? undefined : Math.max(to, outage?.to ?? to),
			cursors: isEarlier ? {} : outage.cursors,
		};
	}

	/** The result of a request. If it is not allowed, the event list replaces the delivery log. */
	async #unlessUnavailable<Result>(request: Promise<Result>): Promise<Result | undefined> {
		try {
			return await request;
		} catch (thrown) {
			if (!isUnavailable(thrown)) throw asError(thrown);
			this.#useEventList(
				`The delivery log of the webhook cannot be read: ${reasonOf(thrown)} It requires the Business plan and the permission webhooks.read.`,
			);
			return undefined;
		}
	}

	#useEventList(reason: string): void {
		const state = this.#state;
		const from = Math.max(state.checkedAt - OVERLAP_MS, this.#since || this.#now - OVERLAP_MS);
		this.#extendOutage(from, undefined);
		this.#warnOnce(
			this.#describeLoss(
				reason,
				'Undelivered events come from the event list instead',
				'These undelivered events are lost',
			),
		);
	}

	#warnOnce(warning: string): void {
		if (this.#state.shown.includes(warning)) return;
		this.#state.shown = [...this.#state.shown, warning].slice(-MAX_STORED_WARNINGS);
		this.#warnings.push(warning);
	}

	/** A manually registered webhook can only be restored manually. */
	async #catchUpUnregistered(webhook: Webhook | undefined, url: string): Promise<void> {
		if (webhook) await this.#readCurrent(webhook, url);
		this.#useEventList(
			webhook
				? `The service disabled the webhook at ${this.#date(Date.parse(String(webhook.disabledAt)))}. Enable it in the workspace settings.`
				: `No webhook of the workspace has the URL ${url}. Register it in the workspace settings.`,
		);
	}

	#date(time: number): string {
		return DateTime.fromMillis(time, { zone: this.#context.getTimezone() }).toFormat(
			'yyyy-MM-dd HH:mm:ss',
		);
	}
}

/** Whether the service, the plan, or the permissions do not allow a request. */
function isUnavailable(thrown: unknown): boolean {
	return [402, 403, 404].includes(statusOf(thrown) ?? 0);
}

/** The error message as a sentence. */
function reasonOf(thrown: unknown): string {
	return asError(thrown).message.replace(/\.?$/, '.');
}

function isSameSet(found: string[], wanted: unknown): boolean {
	const set = new Set(wanted as string[]);
	return found.length === set.size && found.every((each) => set.has(each));
}

function timeOf({ json }: INodeExecutionData): number {
	return Date.parse(String(json.timestamp));
}
