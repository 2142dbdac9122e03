import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';
import { instant, SECOND_MS, type Instant } from './eventList/clock';
import type { Kind } from './eventList/page';
import type { Envelope } from './item';
import type { Period } from './periods';
import type { TriggerRecord } from './record';

/** The state of a node in this process, until n8n restarts. */
export interface NodeState {
	/** When this process first ran something of the node. */
	begun: Instant;
	/** The last that the hooks did: register the webhook, fail to, or remove it. */
	registration?: 'registered' | 'failed' | 'removed';
	/** The URL of the node, without a mark; rounds cannot ask n8n for it. */
	url?: string;
	/** Milliseconds by which the service's clock is at least ahead of this machine's, as far as known. */
	ahead?: number;
	/** The same for `performance.now()`, which nobody sets, but which stops while the machine sleeps. */
	steadyAhead?: number;
	/** How much more it can be: the milliseconds from a request to the response that said the time. */
	aheadError?: number;
	/**
	 * When n8n unpublished the workflow, by the service's clock, epoch milliseconds. n8n stores it by the name of the node,
	 * and not at all if the webhook could not be removed.
	 */
	unpublishedAt?: number;
	/** The latest periods in which the workflow was unpublished; the end is Infinity if the service's clock was not known. */
	pauses: Period[];
	/** When it was last published, in case the webhook that says so is gone when the first round runs. */
	publishedAt?: number;
	/** The same with manual registration, if the service's clock was not known then. */
	publishedBy?: Instant;
	/** The undelivered events of a webhook that was removed. */
	orphans: Envelope[];
	/** The record after the last round. */
	last?: LastRound;
	/** When the first poll that wanted a kind began, if another round kept it from running. */
	skipped: Partial<Record<Kind, Instant>>;
	/** When the latest round that succeeded began, by `performance.now()`. */
	roundBegun?: number;
	/** The position that deliveries store, as n8n stores nothing of a round without items. */
	provenUntil?: number;
	/** The latest one that a delivery to this process has stored. */
	storedUntil?: number;
	/** Webhooks that were set aside, and whose log an earlier round has emitted. */
	drained: Set<string>;
	/** Whether a delivery of the service has reached this process. */
	isReceiver?: boolean;
	/** When a rejected delivery was last reported, by `performance.now()`. */
	rejectionReportedAt?: number;
	/** Identifies the latest publication that had a round: its static data, or what a person can change if each poll has its own data. */
	publication?: object | string;
	/** Whether this process has polled for a publication without webhooks. */
	hasPolled?: boolean;
	turn?: Turn;
	waitingHooks: number;
	hooks?: Hooks;
}

/** The hooks of a publication that has not succeeded yet. Instants are from `performance.now()`. */
interface Hooks {
	/** When the first one began. */
	since: number;
	/** When the last one ended. */
	endedAt?: number;
	/** Whether n8n does not try it again. */
	isFinal?: boolean;
	/** Whether one was to remove the webhook of the publication before. */
	isReplacing?: boolean;
}

interface LastRound {
	record: TriggerRecord;
	/** When it ended. */
	at: Instant;
	publication?: object;
	/** The node's name at that time. */
	name: string;
	/** If it emitted: n8n may have discarded that. */
	before?: Before;
}

/** The state before a round. */
export interface Before extends Pick<NodeState, 'orphans' | 'drained' | 'skipped'> {
	record: TriggerRecord;
}

export interface Turn {
	readonly abort: AbortController;
	readonly ended: Promise<void>;
	readonly isRound: boolean;
	/** Undefined for a hook. */
	readonly publication?: NodeState['publication'];
}

/** A round, or a hook in its place, that ends now. */
export function lastRound(
	context: IHookFunctions | IPollFunctions,
	record: TriggerRecord,
	publication?: object,
): LastRound {
	return { record, at: instant(), publication, name: context.getNode().name };
}

const MAX_NODES = 5000;

/** Within it, n8n has run the hooks of a publication, or has given it up. */
const MAX_HOOKS_MS = 120_000;

const nodes = new Map<string, NodeState>();

export function stateOf(key: string): NodeState {
	const state = nodes.get(key) ?? {
		begun: instant(),
		pauses: [],
		orphans: [],
		drained: new Set(),
		skipped: {},
		waitingHooks: 0,
	};
	nodes.delete(key);
	nodes.set(key, state);
	const [oldest] = nodes.keys();
	if (nodes.size > MAX_NODES) nodes.delete(oldest);
	return state;
}

/** Whether the hooks have registered the webhook: unknown if they did it before the package was updated. */
export function haveHooksRegistered({ registration, begun, hasPolled }: NodeState): boolean {
	return registration === undefined
		? !hasPolled && performance.now() - begun.steady >= MAX_HOOKS_MS
		: registration === 'registered';
}

/** The service's time at least, epoch milliseconds. */
export function serviceTime(state: NodeState): number {
	return Math.min(...serviceTimes(state));
}

/** The service's time at most, which it states in whole seconds; epoch milliseconds. Undefined if it was not asked yet. */
export function latestServiceTime(state: NodeState): number | undefined {
	const { ahead, aheadError = 0 } = state;
	if (ahead === undefined) return undefined;
	return Math.max(...serviceTimes(state)) + aheadError + SECOND_MS;
}

/** Notes what the service's time is now at least, and how much more it can be, in epoch milliseconds and milliseconds. */
export function noteServiceTime(state: NodeState, time: number, aheadError: number): void {
	const ahead = time - Date.now();
	Object.assign(state, { ahead, steadyAhead: time - performance.now(), aheadError });
}

/** By each of the two clocks. */
function serviceTimes({ ahead = 0, steadyAhead }: NodeState): number[] {
	const time = Date.now() + ahead;
	return steadyAhead === undefined ? [time] : [time, performance.now() + steadyAhead];
}
