import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	type IPollFunctions,
} from 'n8n-workflow';
import { filterCollections } from '../../actions/event/filterParameters';
import { filterQuery, filterRules } from '../../actions/event/filters';
import { chosenLink, isShortLink } from '../../actions/link/chosenLink';
import { readCollection } from '../../input/fields';
import { toBoundedList } from '../../input/lists';
import { eventLabels } from '../description';
import { KINDS, type Kind } from '../eventList/page';

type Context = IPollFunctions | IExecuteFunctions;

/** A kind of events, with the filters that apply to it. */
export interface Selection {
	kind: Kind;
	filters: IDataObject;
	exclude: IDataObject;
}

/** IDs of links by URL, so that each is looked up only once. */
export interface LinkIds {
	stored: Record<string, string>;
	used: Record<string, string>;
}

/** What the parameters of the node select. @throws UserError for an event that only webhooks support */
export function readSelections(context: Context): Selection[] {
	const events = toBoundedList(context.getNodeParameter('events', 0), 'Trigger On', Infinity);
	// The second argument is the item index in one context, and the fallback value in the other.
	const [all, exclude] = filterCollections.map(({ name, options }) => {
		const collection = context.getNodeParameter(name, 0) as IDataObject;
		const properties = options as INodeProperties[];
		return readCollection(collection, properties, filterRules, context.getTimezone());
	});
	const { query, saleType, ...common } = all;
	return events.map((event) => {
		const kind = kindOf(event);
		const filters = {
			...common,
			...(kind !== 'clicks' && { query }),
			...(kind === 'sales' && { saleType }),
		};
		return { kind, filters, exclude };
	});
}

function kindOf(event: string): Kind {
	if (Object.hasOwn(KINDS, event)) return KINDS[event as keyof typeof KINDS];
	throw new UserError(
		`'Trigger On' contains ${eventLabels([event]) || event}, which polling does not support. Select only Click, Lead, and Sale, or set 'Delivery' to Webhook (Instant).`,
	);
}

/** Identifies what is read, for `filterOf`. */
export function sourceOf(baseUrl: string, { filters, exclude }: Selection): unknown[] {
	return [baseUrl, sorted(filters), sorted(exclude)];
}

function sorted(filters: IDataObject) {
	const present = Object.entries(filters).filter(([, value]) => value !== undefined);
	return present.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The queries of `GET /events`. Looks up a link that is chosen by URL. */
export async function queriesOf(
	context: Context,
	selections: Selection[],
	links: LinkIds = { stored: {}, used: {} },
): Promise<IDataObject[]> {
	const queries: IDataObject[] = [];
	for (const { kind, filters, exclude } of selections) {
		const fitting = await withLinkId(context, filters, links);
		const excluded = await withLinkId(context, exclude, links);
		queries.push({ event: kind, ...(await filterQuery(context, kind, fitting, excluded)) });
	}
	return queries;
}

async function withLinkId(
	context: Context,
	filters: IDataObject,
	{ stored, used }: LinkIds,
): Promise<IDataObject> {
	const chosen = String(filters.linkId);
	if (!isShortLink(chosen)) return filters;
	used[chosen] ??= stored[chosen] ?? (await chosenLink(context, chosen));
	return { ...filters, linkId: used[chosen] };
}
