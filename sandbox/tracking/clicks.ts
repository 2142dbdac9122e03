import type { Database } from '../store/database.ts';
import type { CustomerRow, EventRow, LinkRow } from '../store/rows.ts';

/** All columns but `seq`, so that a row can become another event. */
const COLUMNS = `workspace_id, kind, timestamp, event_id, event_name, metadata, click_id, link_id, url,
	continent, country, region, city, device, browser, os, ua, trigger, referer, referer_url, ip,
	customer_id, amount, currency, invoice_id, payment_processor, sale_type`;

/** Finds a click as soon as it happened, also while it is not listed yet. */
export function findClick(
	db: Database,
	workspaceId: string,
	clickId: string,
): EventRow | undefined {
	return db.get<EventRow>(
		`SELECT ${COLUMNS} FROM events WHERE click_id = ? AND kind = 'click' AND workspace_id = ?`,
		clickId,
		workspaceId,
	);
}

/** @param eventName any, if undefined */
export function latestLead(
	db: Database,
	customerId: string,
	eventName: string | undefined,
): EventRow | undefined {
	return db.get<EventRow>(
		`SELECT ${COLUMNS} FROM events WHERE customer_id = ?1 AND kind = 'lead' AND (?2 IS NULL OR event_name = ?2)
		 ORDER BY timestamp DESC, seq DESC`,
		customerId,
		eventName ?? null,
	);
}

/** The click that brought the customer. Of one that was never recorded, only the link and the country are known. */
export function clickOfCustomer(
	db: Database,
	customer: Pick<CustomerRow, 'workspace_id' | 'click_id' | 'country' | 'created_at'>,
	link: LinkRow,
): EventRow {
	const { workspace_id, click_id } = customer;
	const click = click_id === null ? undefined : findClick(db, workspace_id, click_id);
	return (
		click ?? {
			workspace_id,
			kind: 'click',
			timestamp: customer.created_at,
			event_id: null,
			event_name: null,
			metadata: null,
			click_id: click_id ?? '',
			link_id: link.id,
			url: link.url,
			continent: 'Unknown',
			country: customer.country ?? 'Unknown',
			region: 'Unknown',
			city: 'Unknown',
			device: 'Desktop',
			browser: 'Unknown',
			os: 'Unknown',
			ua: null,
			trigger: null,
			referer: '(direct)',
			referer_url: '(direct)',
			ip: '',
			customer_id: null,
			amount: null,
			currency: null,
			invoice_id: null,
			payment_processor: null,
			sale_type: null,
		}
	);
}
