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
import { commitCursor, durablePollBudget } from '../../transport/n8nQuirks';
import { collect, eventPages } from '../../transport/pages';
import { asObject, fromPoll, nodeKey } from '../item';
import { Cursor, SIZES, startFrom, type CursorState, type PageRead } from './cursor';
import { KINDS, NEEDS, readPage, type Kind } from './events';
import { isForAllKinds, toPollError } from './failure';
import { readOptions, type Options } from './options';
import { readState, type PollingState } from './state';
import { takeTurns } from './turns';

/** Milliseconds; without a budget of n8n's own. */
const LEGACY_BUDGET = 300_000;
/** The rest of the budget is for n8n to store what was found. */
const BUDGET_SHARE = 0.7;
/** A page that would probably end after this share of the budget is left to the next poll. */
const LATEST_END = 0.95;

/** Polls that run in this process, by workflow and node: the static data that they work on. */
const running = new Map<string, IDataObject>();

/**
 * One poll: reads what is new of each chosen kind, and stores how far that went in one step at the end. Whatever was
 * read is progress, so a poll that runs out of time, or fails for one kind, keeps it.
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = nodeKey(this);
	const data = this.getWorkflowStaticData('node');
	const other = running.get(key);
	// The poll on publishing can still run when the first planned one begins. A durable poll has a copy of the data.
	if (other && (other === data || durablePollBudget(this) !== undefined)) return null;
	running.set(key, data);
	try {
		const result = await pollOnce.call(this);
		// The workflow was published again, from what was stored before: that poll emits the same.
		return running.get(key) === data ? result : null;
	} finally {
		if (running.get(key) === data) running.delete(key);
	}
}

/** Keeps that this node was polling once, so that 'Start Date' does not apply again, and nothing else. */
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
	// Another poll of this node, begun while this one ran, was faster and has emitted the same.
	if (JSON.stringify(data.polling) !== before) return null;
	data.polling = result.state as unknown as IDataObject;
	// What webhook delivery remembered.
	delete data.delivered;
	for (const error of result.errors) this.__emitError(error);
	if (result.items.length === 0) return await commitCursor(this);
	return [result.items];
}

interface PollResult {
	state: PollingState;
	items: INodeExecutionData[];
	/** Of kinds that failed while others were read. */
	errors: Error[];
}

interface KindCursor {
	kind: Kind;
	filter: string;
	query: IDataObject;
	/** Absent where it begins with this poll. */
	initial?: CursorState;
	cursor: Cursor<IDataObject>;
}

/** @throws the reason when nothing could be read */
async function readKinds(
	this: IPollFunctions,
	state: PollingState,
	options: Options,
	begin: number,
): Promise<PollResult> {
	const { baseUrl } = await this.getCredentials<{ baseUrl: string }>(credentialTypeOf(this));
	const links = state.links ?? {};
	const room = { memory: SIZES.memory, items: SIZES.items };
	const cursors: KindCursor[] = [];
	const usedLinks: Record<string, string> = {};
	for (const kind of chosenKinds(this.getNodeParameter('events'))) {
		const query = await pollQuery.call(this, kind, { known: links, used: usedLinks });
		const source = JSON.stringify([serviceUrl(baseUrl), query]);
		const filter = createHash('sha256').update(source).digest('hex').slice(0, 16);
		const known = state.kinds[kind];
		const initial = known?.filter === filter ? known.cursor : options.start(state);
		const cursor = new Cursor<IDataObject>(initial, { ...SIZES, lookBack: options.lookBack }, room);
		cursors.push({ kind, filter, query, initial, cursor });
	}
	const first = cursors.findIndex(({ kind }) => kind === state.next);
	const inTurn = [...cursors.slice(Math.max(first, 0)), ...cursors.slice(0, Math.max(first, 0))];

	const clock = new PollClock(begin, budgetOf(this));
	let workspace = state.workspace;
	let serverTime: number | undefined;
	let isBlank = true;
	const { outcomes, next } = await takeTurns(
		inTurn.map(({ query, cursor }) => ({
			reading: cursor.read(),
			readPage: async (request) => {
				const page = await clock.time(async () => await readPage(this, query, request));
				const found = workspaceOf(page);
				if (found !== undefined && found !== (workspace ?? found)) throw new OtherWorkspace(found);
				workspace ??= found;
				isBlank &&= page.entries.length === 0;
				serverTime ??= page.serverTime;
				return page;
			},
		})),
		() => clock.hasTime,
		isForAllKinds,
	);
	const failed = outcomes.find(({ error }) => error !== undefined)?.error;
	const other = outcomes.find(({ error }) => error instanceof OtherWorkspace)?.error;
	if (other instanceof OtherWorkspace) {
		// Followed from now on, or from when the events of the other one were gone.
		const since = state.blankSince === undefined ? undefined : startFrom(state.blankSince);
		const fresh = { kinds: {}, workspace: other.id };
		return await readKinds.call(this, fresh, { ...options, start: () => since }, begin);
	}
	if (failed !== undefined && outcomes.every(({ pages }) => pages === 0)) {
		return await Promise.reject(asError(failed));
	}

	const kinds: PollingState['kinds'] = {};
	const errors: Error[] = [];
	for (const [index, { kind, filter, initial, cursor }] of inTurn.entries()) {
		const { pages, error } = outcomes[index];
		// One that is to begin with this poll and was not reached begins at the service's time.
		const reached = cursor.state ?? initial ?? startFrom(serverTime ?? begin);
		const isFailing = pages === 0 && error !== undefined && !isForAllKinds(error);
		const failures = isFailing ? (state.kinds[kind]?.failures ?? 0) + 1 : 0;
		kinds[kind] = { filter, cursor: reached, ...(failures > 0 && { failures }) };
		if (Number.isInteger(Math.log2(failures)))
			errors.push(partialError(this, kind, error, failures));
	}
	const blankSince =
		isBlank && workspace !== undefined ? (state.blankSince ?? serverTime) : undefined;
	const found = cursors.flatMap(({ cursor }) => cursor.entries).sort((a, b) => a.time - b.time);
	return {
		state: {
			kinds,
			next: inTurn[next].kind,
			...(workspace !== undefined && { workspace }),
			...(blankSince !== undefined && { blankSince }),
			...(Object.keys(usedLinks).length > 0 && { links: usedLinks }),
		},
		items: found.map(({ item }) => toItem(item, options.raw)),
		errors,
	};
}

/** Reported the first, second, fourth, eighth ... time in a row, so that n8n's list of executions stays readable. */
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

class OtherWorkspace extends Error {
	readonly id: string;

	constructor(id: string) {
		super('The credential is of another workspace');
		this.id = id;
	}
}

function workspaceOf({ entries }: PageRead<IDataObject>): string | undefined {
	for (const { item } of entries) {
		const { workspaceId } = asObject(item.link);
		if (typeof workspaceId === 'string') return workspaceId;
	}
	return undefined;
}

/** What is left of the time of a poll. */
class PollClock {
	readonly #begin: number;

	readonly #budget: number;

	#slowest = 0;

	constructor(begin: number, budget: number) {
		this.#begin = begin;
		this.#budget = budget;
	}

	get hasTime(): boolean {
		const passed = Date.now() - this.#begin;
		return (
			passed < this.#budget * BUDGET_SHARE && passed + this.#slowest < this.#budget * LATEST_END
		);
	}

	async time<Result>(work: () => Promise<Result>): Promise<Result> {
		const before = Date.now();
		const result = await work();
		this.#slowest = Math.max(this.#slowest, Date.now() - before);
		return result;
	}
}

/** When a poll that began at some time is to stop reading, both in epoch milliseconds. */
export function deadlineOf(context: IPollFunctions, begin: number): number {
	return begin + budgetOf(context) * BUDGET_SHARE;
}

/** Milliseconds. */
function budgetOf(context: IPollFunctions): number {
	return durablePollBudget(context) ?? LEGACY_BUDGET;
}

/** The newest event of the chosen kinds, for a step that is run by hand; leaves the cursor alone. */
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
			`'Trigger On' contains ${event}, which polling does not support. Select only Click, Lead, and Sale, or set 'Delivery' to Webhook (Instant).`,
		);
	});
}

/**
 * The query for one kind, without the filters that the kind does not know.
 *
 * @param links IDs of links by URL
 */
async function pollQuery(
	this: IPollFunctions | IExecuteFunctions,
	kind: Kind,
	links?: LinkIds,
): Promise<IDataObject> {
	// The second argument is the index of the item in one context and what stands in for nothing in the other.
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

/** IDs of the links that the filters name by URL, which are looked up once. */
interface LinkIds {
	known: Record<string, string>;
	used: Record<string, string>;
}

async function linkId(
	this: IPollFunctions | IExecuteFunctions,
	value: IDataObject[string],
	{ known, used }: LinkIds,
): Promise<string> {
	const chosen = String(value);
	if (!/^https?:\/\//.test(chosen)) return chosen;
	used[chosen] ??= known[chosen] ?? (await chosenLink.call(this, chosen));
	return used[chosen];
}
