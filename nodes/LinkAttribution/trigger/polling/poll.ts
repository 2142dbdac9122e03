import { createHash } from 'node:crypto';
import {
	NodeOperationError,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type IPollFunctions,
} from 'n8n-workflow';
import { filterCollections } from '../../actions/event/filterParameters';
import { filterQuery, filterRules } from '../../actions/event/filters';
import { chosenLink } from '../../actions/link/chosenLink';
import { asError } from '../../transport/unknown';
import { serviceUrl } from '../../transport/baseUrl';
import { eventTime } from '../../actions/event/output';
import { readCollection, toBoolean } from '../../input/fields';
import { toBoundedList } from '../../input/lists';
import { credentialTypeOf } from '../../transport/connection';
import { toNodeError } from '../../transport/errors';
import { commitCursor, hasOwnState, pollBudget } from '../../transport/n8nQuirks';
import { collect, eventPages } from '../../transport/pages';
import { eventLabels } from '../description';
import { asObject, fromPoll, nodeKey } from '../item';
import { Cursor, SIZES, startFrom, type CursorState, type PageRead } from './cursor';
import { KINDS, NEEDS, readPage, type Kind } from './events';
import { isForAllKinds, toPollError } from './failure';
import { readOptions, type Options } from './options';
import { readState, type PollingState } from './state';
import { readRoundRobin, type Outcome } from './roundRobin';

/** Milliseconds, if n8n states none. */
const LEGACY_BUDGET = 300_000;
/** The rest of the budget is for n8n to store the events. */
const BUDGET_SHARE = 0.8;

/** The static data of the running polls of this process, by node. */
const running = new Map<string, IDataObject>();

/**
 * One poll: reads the new events of each selected kind, and stores the position at the end. A poll that runs out of time,
 * or fails for one kind, keeps what it read.
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = nodeKey(this);
	const data = this.getWorkflowStaticData('node');
	const other = running.get(key);
	// The poll on publishing can overlap the first scheduled one.
	if (other && (other === data || hasOwnState(this))) return null;
	running.set(key, data);
	try {
		const result = await pollOnce.call(this);
		// If the workflow was published again meanwhile, that poll emits the same events.
		return running.get(key) === data ? result : null;
	} finally {
		if (running.get(key) === data) running.delete(key);
	}
}

/** Forgets everything except that the node has polled, so that 'Start Date' does not apply again. */
export async function stopPolling(this: IPollFunctions): Promise<null> {
	const data = this.getWorkflowStaticData('node');
	if (data.polling === undefined || 'stopped' in asObject(data.polling)) return null;
	data.polling = { kinds: {}, stopped: true };
	return await commitCursor(this);
}

async function pollOnce(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const data = this.getWorkflowStaticData('node');
	const before = JSON.stringify(data.polling);
	const begin = Date.now();
	let result: PollResult;
	try {
		const options = readOptions.call(this);
		const state = readState(data.polling, options.lookBack);
		result = await readKinds.call(this, state, options, begin);
	} catch (thrown) {
		throw toPollError(this.getNode(), thrown);
	}
	// Another poll of this node, started later, was faster and has emitted the same events.
	if (JSON.stringify(data.polling) !== before) return null;
	data.polling = result.state as unknown as IDataObject;
	// Version 1.0.0 stored this for webhook delivery.
	delete data.delivered;
	for (const error of result.errors) this.__emitError(error);
	if (result.items.length === 0) return await commitCursor(this);
	return [result.items];
}

interface PollResult {
	state: PollingState;
	items: INodeExecutionData[];
	/** Of kinds that failed while others succeeded. */
	errors: Error[];
}

interface KindCursor {
	kind: Kind;
	filter: string;
	query: IDataObject;
	/** Absent if the kind starts with this poll. */
	initial?: CursorState;
	cursor: Cursor<IDataObject>;
}

/** @throws the cause if nothing could be read */
async function readKinds(
	this: IPollFunctions,
	state: PollingState,
	options: Options,
	begin: number,
): Promise<PollResult> {
	const links: LinkIds = { stored: state.links ?? {}, used: {} };
	const cursors = await kindCursors.call(this, state, options, links);
	const deadline = deadlineOf(this, begin);
	let slowest = 0;
	let workspace = state.workspace;
	let otherWorkspace: string | undefined;
	let serverTime: number | undefined;
	let isEmpty = true;
	const { outcomes, next } = await readRoundRobin(
		cursors.map(({ query, cursor }) => ({
			reading: cursor.read(),
			readPage: async (request) => {
				const before = Date.now();
				const page = await readPage(this, query, request);
				slowest = Math.max(slowest, Date.now() - before);
				const found = workspaceOf(page);
				workspace ??= found;
				if (found !== undefined && found !== workspace) {
					otherWorkspace = found;
					throw new UserError('The credential is of another workspace');
				}
				isEmpty &&= page.entries.length === 0;
				serverTime ??= page.serverTime;
				return page;
			},
		})),
		// A page that would probably end later is left to the next poll.
		() => Date.now() + slowest < deadline,
	);
	if (otherWorkspace !== undefined) {
		// Its events count from now on, or from when those of the previous workspace were no longer visible.
		const since = state.emptySince === undefined ? undefined : startFrom(state.emptySince);
		const fresh = { kinds: {}, workspace: otherWorkspace };
		return await readKinds.call(this, fresh, { ...options, start: () => since }, begin);
	}
	const failed = outcomes.find(({ error }) => error !== undefined)?.error;
	if (failed !== undefined && outcomes.every(({ pages }) => pages === 0)) throw asError(failed);
	const emptySince =
		isEmpty && workspace !== undefined ? (state.emptySince ?? serverTime) : undefined;
	const found = cursors.flatMap(({ cursor }) => cursor.entries).sort((a, b) => a.time - b.time);
	const { kinds, errors } = kindStates(this, state, cursors, outcomes, serverTime ?? begin);
	return {
		state: { kinds, next: cursors[next].kind, workspace, emptySince, links: links.used },
		items: found.map(({ item }) => toItem(item, options.raw)),
		errors,
	};
}

/** A cursor for each selected kind, in the order in which they are read. */
async function kindCursors(
	this: IPollFunctions,
	state: PollingState,
	options: Options,
	links: LinkIds,
): Promise<KindCursor[]> {
	const { baseUrl } = await this.getCredentials<{ baseUrl: string }>(credentialTypeOf(this));
	const settings = { ...SIZES, lookBack: options.lookBack };
	const capacity = { memory: SIZES.memory, items: SIZES.items };
	const cursors: KindCursor[] = [];
	for (const kind of chosenKinds(this.getNodeParameter('events'))) {
		const query = await pollQuery.call(this, kind, links);
		const source = JSON.stringify([serviceUrl(baseUrl), query]);
		const filter = createHash('sha256').update(source).digest('hex').slice(0, 16);
		const stored = state.kinds[kind];
		const initial = stored?.filter === filter ? stored.cursor : options.start(state);
		const cursor = new Cursor<IDataObject>(initial, settings, capacity);
		cursors.push({ kind, filter, query, initial, cursor });
	}
	const first = Math.max(
		0,
		cursors.findIndex(({ kind }) => kind === state.next),
	);
	return [...cursors.slice(first), ...cursors.slice(0, first)];
}

/** @param now epoch milliseconds, where a new kind starts that the poll had no time to read */
function kindStates(
	context: IPollFunctions,
	state: PollingState,
	cursors: KindCursor[],
	outcomes: Outcome[],
	now: number,
): { kinds: PollingState['kinds']; errors: Error[] } {
	const kinds: PollingState['kinds'] = {};
	const errors: Error[] = [];
	for (const [index, { kind, filter, initial, cursor }] of cursors.entries()) {
		const { pages, error } = outcomes[index];
		const isFailing = pages === 0 && error !== undefined && !isForAllKinds(error);
		const failures = isFailing ? (state.kinds[kind]?.failures ?? 0) + 1 : 0;
		kinds[kind] = {
			filter,
			cursor: cursor.state ?? initial ?? startFrom(now),
			...(failures > 0 && { failures }),
		};
		if (Number.isInteger(Math.log2(failures))) {
			errors.push(partialError(context, kind, error, failures));
		}
	}
	return { kinds, errors };
}

/** Reported for the 1st, 2nd, 4th, 8th, ... consecutive failure, to keep n8n's list of executions readable. */
function partialError(
	context: IPollFunctions,
	kind: Kind,
	thrown: unknown,
	failures: number,
): Error {
	const error = toPollError(context.getNode(), thrown);
	const times = failures === 1 ? '' : ` ${failures} times in a row`;
	error.message = `The new ${kind} could not be read${times}: ${error.message}`;
	error.description = `The other events were read, and no ${kind} are lost: the next poll retries. ${error.description ?? ''}`;
	return error;
}

function workspaceOf({ entries }: PageRead<IDataObject>): string | undefined {
	for (const { item } of entries) {
		const { workspaceId } = asObject(item.link);
		if (typeof workspaceId === 'string') return workspaceId;
	}
	return undefined;
}

/** When a poll must stop reading. @param begin of the poll, epoch milliseconds */
export function deadlineOf(context: IPollFunctions, begin: number): number {
	return begin + (pollBudget(context) ?? LEGACY_BUDGET) * BUDGET_SHARE;
}

/** The newest event of the selected kinds, for manual runs. Does not change the cursor. */
export async function sample(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const newest: IDataObject[] = [];
	let raw = false;
	try {
		const options = this.getNodeParameter('options', 0, {});
		raw = toBoolean(options.raw ?? false, 'Include Raw Event');
		for (const kind of chosenKinds(this.getNodeParameter('events', 0))) {
			const query = { ...(await pollQuery.call(this, kind)), interval: 'all' };
			const pages = eventPages.call(
				this,
				{ path: '/events', query, needs: NEEDS },
				SIZES.smallPage,
			);
			newest.push(...(await collect(pages, 1)));
		}
	} catch (thrown) {
		throw toNodeError(this.getNode(), thrown, undefined, []);
	}
	const [event] = newest.sort((a, b) => eventTime(b).getTime() - eventTime(a).getTime());
	if (!event) {
		throw new NodeOperationError(this.getNode(), 'No matching event found', {
			description:
				"No event of the types in 'Trigger On' matches the filters. Visit one of your short links or change the filters, and run the step again. Once published, the workflow runs for every new event.",
		});
	}
	return [[toItem(event, raw)]];
}

function toItem(event: IDataObject, raw: boolean): INodeExecutionData {
	return { json: raw ? { ...fromPoll(event), raw: event } : fromPoll(event) };
}

/** @throws UserError for an event that only webhooks support */
function chosenKinds(events: unknown): Kind[] {
	return toBoundedList(events, 'Trigger On', Infinity).map((event) => {
		if (Object.hasOwn(KINDS, event)) return KINDS[event as keyof typeof KINDS];
		throw new UserError(
			`'Trigger On' contains ${eventLabels([event]) || event}, which polling does not support. Select only Click, Lead, and Sale, or set 'Delivery' to Webhook (Instant).`,
		);
	});
}

/** The query for one kind, without the filters that do not apply to it. */
async function pollQuery(
	this: IPollFunctions | IExecuteFunctions,
	kind: Kind,
	links?: LinkIds,
): Promise<IDataObject> {
	// The second argument is the item index in one context, and the fallback value in the other.
	const [all, exclude] = filterCollections.map(({ name, options }) => {
		const collection = this.getNodeParameter(name, 0) as IDataObject;
		const properties = options as INodeProperties[];
		return readCollection(collection, properties, filterRules, this.getTimezone());
	});
	const { query, saleType, ...filters } = all;
	const fitting: IDataObject = {
		...filters,
		...(kind !== 'clicks' && { query }),
		...(kind === 'sales' && { saleType }),
	};
	if (links) {
		for (const each of [fitting, exclude]) {
			if (each.linkId !== undefined) each.linkId = await linkId.call(this, each.linkId, links);
		}
	}
	return { event: kind, ...(await filterQuery.call(this, kind, fitting, exclude)) };
}

/** IDs of links by URL, so that each is looked up only once. */
interface LinkIds {
	stored: Record<string, string>;
	used: Record<string, string>;
}

async function linkId(
	this: IPollFunctions | IExecuteFunctions,
	value: IDataObject[string],
	{ stored, used }: LinkIds,
): Promise<string> {
	const chosen = String(value);
	if (!/^https?:\/\//.test(chosen)) return chosen;
	used[chosen] ??= stored[chosen] ?? (await chosenLink.call(this, chosen));
	return used[chosen];
}
