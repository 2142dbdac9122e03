import { createHash } from 'node:crypto';
import {
	NodeOperationError,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { filterQuery } from '../../actions/event/filters';
import { serviceUrl } from '../../helpers/baseUrl';
import { toInstant } from '../../helpers/dates';
import { eventId, eventTime } from '../../helpers/events';
import { isOn } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { toBoundedList } from '../../helpers/lists';
import { RefusedRequest, toNodeError } from '../../transport/errors';
import { collect, eventPages } from '../../transport/pagination';
import { requestedWait } from '../../transport/rateLimit';
import { apiResponse, credentialTypeOf } from '../../transport/request';
import {
	readNew,
	seed,
	SIZES,
	startFrom,
	type CursorState,
	type Entry,
	type PageRead,
	type PageRequest,
	type Reading,
} from './cursor';
import { fromPoll } from '../item';

/** The kinds that can be polled, by the service's names for their webhook events. */
const KINDS: Record<string, 'clicks' | 'leads' | 'sales'> = {
	'link.clicked': 'clicks',
	'lead.created': 'leads',
	'sale.created': 'sales',
};

type Kind = (typeof KINDS)[string];

interface KindState {
	/** Of the service's address and the query, so that another one starts anew. */
	filter: string;
	cursor: CursorState;
}

const DEFAULT_LOOK_BACK_MINUTES = 10;
/** Without a budget of n8n's own. */
const LEGACY_BUDGET = 300_000;
/** The rest of the budget is for n8n to store what was found. */
const BUDGET_SHARE = 0.7;
/** Before this day the service has no events and takes no dates. */
const FIRST_DAY = Date.UTC(2022, 8, 22);

const NEEDS = { plan: 'Business' as const, scope: 'analytics.read' };

/**
 * One poll: reads what is new of each chosen kind, and stores how far that went in one step at the end, so that a poll
 * that fails changes nothing.
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const data = this.getWorkflowStaticData('node');
	const before = JSON.stringify(data.polling);
	const states = (data.polling ?? {}) as Record<string, KindState>;
	const next: Record<string, KindState> = {};
	const found: Array<Entry<IDataObject>> = [];
	let raw = false;
	try {
		raw = withRaw(this.getNodeParameter('options', {}) as IDataObject);
		const kinds = chosenKinds(this.getNodeParameter('events'));
		const { baseUrl } = await this.getCredentials<{ baseUrl: string }>(credentialTypeOf(this));
		const end = Date.now() + budget(this) * BUDGET_SHARE;
		for (const [index, kind] of kinds.entries()) {
			const share = (end - Date.now()) / (kinds.length - index);
			const query = await pollQuery.call(this, kind);
			const source = JSON.stringify([serviceUrl(baseUrl), query]);
			const filter = createHash('sha256').update(source).digest('hex').slice(0, 16);
			const read = pageReader(this, query, Date.now() + share);
			const settings = {
				...SIZES,
				portion: Math.floor(SIZES.portion / kinds.length),
				memory: Math.floor(SIZES.memory / kinds.length),
				lookBack: lookBack(this),
			};
			const cursor = states[kind]?.filter === filter ? states[kind].cursor : undefined;
			const start = cursor ?? (states[kind] ? undefined : wantedStart(this));
			if (start) {
				const result = await follow(readNew<IDataObject>(start, settings), read);
				found.push(...result.entries);
				next[kind] = { filter, cursor: result.state };
			} else {
				next[kind] = { filter, cursor: await follow(seed<IDataObject>(settings), read) };
			}
		}
	} catch (thrown) {
		throw toPollError.call(this, thrown);
	}
	// Another poll of this node, begun while this one ran, was faster and has emitted the same.
	if (JSON.stringify(data.polling) !== before) return null;
	data.polling = next as unknown as IDataObject;
	if (found.length === 0) return null;
	found.sort((a, b) => a.time - b.time);
	return [found.map(({ item }) => toItem(item, raw))];
}

/** The newest event of the chosen kinds, for a step that is run by hand; leaves the cursor alone. */
export async function sample(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const newest: IDataObject[] = [];
	let raw = false;
	try {
		raw = withRaw(this.getNodeParameter('options', 0, {}));
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
		throw new NodeOperationError(this.getNode(), 'There is no event yet that matches', {
			description:
				"The service has no event of the kinds in 'Trigger On' that passes the filters. Visit one of your short links, or change the filters, then run the step again. Once published, the workflow runs for every new one.",
		});
	}
	return [[toItem(event, raw)]];
}

/** @throws UserError when 'Include Raw Event' is neither on nor off */
function withRaw(options: IDataObject): boolean {
	return isOn(options.raw ?? false, 'Include Raw Event');
}

function toItem(event: IDataObject, raw: boolean): INodeExecutionData {
	return { json: raw ? { ...fromPoll(event), raw: event } : fromPoll(event) };
}

/** @throws UserError when an event is among them that only webhooks tell of */
function chosenKinds(events: unknown): Kind[] {
	return toBoundedList(events, 'Trigger On', Infinity).map((event) => {
		if (Object.hasOwn(KINDS, event)) return KINDS[event];
		throw new UserError(
			`'Trigger On' has ${event}, which polling cannot find. Choose only Click, Lead and Sale, or set 'Delivery' to Webhook (Instant).`,
		);
	});
}

/** The query for one kind; filters that the kind does not know are left out. */
async function pollQuery(
	this: IPollFunctions | IExecuteFunctions,
	kind: Kind,
): Promise<IDataObject> {
	// The second argument is the index of the item in one context and what stands in for nothing in the other.
	const { query, saleType, ...filters } = given(this.getNodeParameter('filters', 0) as IDataObject);
	const exclude = given(this.getNodeParameter('exclude', 0) as IDataObject);
	const fitting = {
		...filters,
		...(query !== undefined && kind !== 'clicks' && { query }),
		...(saleType !== undefined && kind === 'sales' && { saleType }),
	};
	return { event: kind, ...(await filterQuery.call(this, kind, fitting, exclude)) };
}

function lookBack(context: IPollFunctions): number {
	const { lookBack: minutes } = context.getNodeParameter('options', {}) as IDataObject;
	return Math.max(0, Number(minutes ?? DEFAULT_LOOK_BACK_MINUTES)) * 60_000;
}

function wantedStart(context: IPollFunctions): CursorState | undefined {
	const { startDate } = context.getNodeParameter('options', {}) as IDataObject;
	if (!startDate) return undefined;
	return startFrom(toInstant(startDate, 'Start Date', context.getTimezone()).getTime());
}

/** Milliseconds. */
function budget(context: IPollFunctions): number {
	const withBudget = context as { getPollBudgetMs?: () => number };
	return withBudget.getPollBudgetMs?.() ?? LEGACY_BUDGET;
}

type ReadPage = (request: PageRequest) => Promise<PageRead<IDataObject>>;

function pageReader(context: IPollFunctions, filters: IDataObject, end: number): ReadPage {
	return async ({ start = 0, ...page }) => {
		const window =
			start > FIRST_DAY ? { start: new Date(start).toISOString() } : { interval: 'all' };
		const query = { ...filters, ...page, ...window };
		const { body, headers } = await apiResponse.call(context, {
			method: 'GET',
			path: '/events',
			query,
			needs: NEEDS,
		});
		if (!Array.isArray(body) || body.some((item) => typeof item !== 'object' || item === null)) {
			throw new UserError('The service answered GET /events with something that is no event list.');
		}
		const serverTime = Date.parse(String(headers.date));
		return {
			entries: (body as IDataObject[]).map((item) => ({
				id: eventId(item),
				time: eventTime(item).getTime(),
				item,
			})),
			...(!Number.isNaN(serverTime) && { serverTime }),
			timeIsUp: Date.now() >= end,
		};
	};
}

async function follow<Result>(
	reading: Reading<IDataObject, Result>,
	read: ReadPage,
): Promise<Result> {
	let step = reading.next();
	while (!step.done) step = reading.next(await read(step.value));
	return step.value;
}

/** Tells n8n's scheduler why, so that it waits as long as the service asks, or until the person has mended it. */
function toPollError(this: IPollFunctions, thrown: unknown): Error {
	const error = toNodeError(this.getNode(), thrown, undefined, []);
	const refusal = thrown instanceof RefusedRequest ? thrown.refusal : undefined;
	if (refusal?.status === 429) {
		const wait = requestedWait(refusal.headers, Date.now());
		error.failure = {
			cause: 'rate-limited',
			...(wait !== undefined && { resetsAtEpochMs: Date.now() + wait }),
		};
	} else if (refusal?.status === 401) {
		error.failure = { cause: 'credential-invalid' };
	} else if (refusal?.status !== undefined && refusal.status < 500) {
		error.failure = { cause: 'configuration-invalid' };
	}
	return error;
}
