import type { Conditions, MultiValue } from '../store/conditions.ts';
import { addMetadataQuery } from './metadataQuery.ts';
import type { EventFilters, EventKind } from './query.ts';

const UTM_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Filters events of one kind by their own columns. */
export function addEventConditions(
	conditions: Conditions,
	event: EventKind,
	query: EventFilters,
): void {
	conditions.oneOf('continent', query.continent);
	conditions.oneOf('region', query.region);
	// A region implies its country, so it overrides `country`.
	if (!query.region || query.region.excluded) conditions.oneOf('country', query.country);
	conditions.oneOf('city', query.city);
	conditions.oneOf('device', capitalized(query.device));
	conditions.oneOf('browser', capitalized(query.browser));
	conditions.oneOf('os', capitalized(query.os));
	conditions.oneOf("COALESCE(trigger, '')", query.trigger);
	conditions.oneOf('referer', query.referer);
	conditions.oneOf(withoutQueryString('referer_url'), mapValues(query.refererUrl, cutQueryString));
	conditions.oneOf(withoutQueryString('url'), mapValues(query.url, cutQueryString));
	for (const name of UTM_NAMES) addUtmCondition(conditions, name, query[name]);
	addCustomerCondition(conditions, event, query);
	if (event === 'sales' && query.saleType) {
		conditions.add('sale_type = ?', query.saleType);
	}
	if (event !== 'clicks' && query.query) addMetadataQuery(conditions, query.query);
}

/** Finds `name=value` in the destination's query string in every possible encoding. */
function addUtmCondition(
	conditions: Conditions,
	name: (typeof UTM_NAMES)[number],
	multi: MultiValue | undefined,
): void {
	if (!multi) return;
	const encoded = multi.values.flatMap((value) => [
		`&${name}=${value}&`,
		`&${name}=${encodeURIComponent(value)}&`,
		`&${new URLSearchParams([[name, value]]).toString()}&`,
	]);
	conditions.exists(
		`SELECT 1 FROM json_each(?) AS wanted
		 WHERE instr('&' || replace(replace(url, '?', '&'), '#', '&') || '&', wanted.value) > 0`,
		{ values: encoded, excluded: multi.excluded },
	);
}

/** Leads and sales have a customer ID; of the clicks, the one that brought the customer matches. */
function addCustomerCondition(
	conditions: Conditions,
	event: EventKind,
	{ customerId }: EventFilters,
): void {
	if (customerId === undefined) return;
	if (event === 'clicks') {
		conditions.add('click_id = (SELECT click_id FROM customers WHERE id = ?)', customerId);
	} else {
		conditions.add('customer_id = ?', customerId);
	}
}

/** The service capitalizes only the first letter of each word, so `mac os` finds nothing. */
function capitalized(multi: MultiValue | undefined): MultiValue | undefined {
	return mapValues(multi, (value) =>
		value === 'iOS' ? value : value.replace(/(?<=^|\s)\S/g, (letter) => letter.toUpperCase()),
	);
}

function withoutQueryString(column: string): string {
	return `substr(${column}, 1, instr(${column} || '?', '?') - 1)`;
}

function cutQueryString(url: string): string {
	return url.split('?', 1)[0];
}

function mapValues(
	multi: MultiValue | undefined,
	change: (value: string) => string,
): MultiValue | undefined {
	return multi && { ...multi, values: multi.values.map(change) };
}
