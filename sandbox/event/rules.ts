import type { CustomerRow } from '../customer/columns.ts';
import type { Core } from '../http/context.ts';
import type { LinkRow } from '../link/columns.ts';
import type { Database } from '../store/database.ts';
import { EVENT_COLUMNS, type EventRow } from './columns.ts';

/** Stores an event for `GET /events`, which by the quirks lists it later or more than once. */
export function storeEvent({ db, clock, quirks }: Core, row: EventRow): void {
	const now = clock.now();
	db.run('DELETE FROM late_events WHERE visible_at <= ?', now);
	for (let copy = 0; copy < quirks.eventCopies; copy++) {
		db.insert('events', { ...row });
		if (quirks.eventDelay > 0) {
			db.run(
				'INSERT INTO late_events (seq, visible_at) VALUES (last_insert_rowid(), ?)',
				now + quirks.eventDelay,
			);
		}
	}
}

/** The columns that only leads and sales fill. */
export const NO_CONVERSION = {
	event_id: null,
	event_name: null,
	metadata: null,
	customer_id: null,
	amount: null,
	currency: null,
	invoice_id: null,
	payment_processor: null,
	sale_type: null,
};

/** Finds a click even before `GET /events` lists it. */
export function findClick(
	db: Database,
	workspaceId: string,
	clickId: string,
): EventRow | undefined {
	return db.get<EventRow>(
		`SELECT ${EVENT_COLUMNS} FROM events WHERE click_id = ? AND kind = 'click' AND workspace_id = ?`,
		clickId,
		workspaceId,
	);
}

/** @param eventName undefined: any */
export function latestLead(
	db: Database,
	customerId: string,
	eventName: string | undefined,
): EventRow | undefined {
	return db.get<EventRow>(
		`SELECT ${EVENT_COLUMNS} FROM events WHERE customer_id = ?1 AND kind = 'lead' AND (?2 IS NULL OR event_name = ?2)
		 ORDER BY timestamp DESC, seq DESC`,
		customerId,
		eventName ?? null,
	);
}

/** The click that brought the customer. If it was never recorded, only its link and country are known. */
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
			...NO_CONVERSION,
		}
	);
}
