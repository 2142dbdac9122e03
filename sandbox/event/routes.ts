import type { FastifyInstance } from 'fastify';
import type { CustomerRow } from '../customer/columns.ts';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import type { Quirks } from '../http/quirks.ts';
import { validate } from '../http/validate.ts';
import type { LinkRow } from '../link/columns.ts';
import type { Database } from '../store/database.ts';
import type { EventRow } from './columns.ts';
import { presentEvent } from './present.ts';
import { eventQuerySchema, type EventQuery } from './query.ts';
import {
	eventConditions,
	requireEventQuota,
	selectEvents,
	type EventSelection,
} from './selection.ts';

export function eventRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const schema = eventQuerySchema(clock);
	const access = { scope: 'analytics.read', plan: 'business', analytics: true } as const;

	app.get('/events', { config: { access } }, async (request) => {
		const principal = principalOf(request);
		requireEventQuota(principal.workspace);
		const query = validate(schema, request.query, quirks);
		return listEvents(db, selectEvents(context, principal, query), query, quirks);
	});
}

/**
 * One page of events. It can be short, since events of deleted links are removed after paging, as in the real service.
 */
function listEvents(db: Database, selection: EventSelection, query: EventQuery, quirks: Quirks) {
	const rows = pageOfEvents(db, selection, query);
	const links = byId(rowsOf<LinkRow>(db, 'links', selection.workspaceId, rows, 'link_id'));
	const customers = byId(
		rowsOf<CustomerRow>(db, 'customers', selection.workspaceId, rows, 'customer_id'),
	);
	return rows.flatMap((row) => {
		const link = links.get(row.link_id);
		if (!link) return [];
		const customer = row.customer_id === null ? undefined : customers.get(row.customer_id);
		return [presentEvent(row, link, customer, quirks)];
	});
}

function pageOfEvents(db: Database, selection: EventSelection, query: EventQuery): EventRow[] {
	const conditions = eventConditions(selection, query.event);
	// The product of the largest page and limit exceeds the safe integers.
	const offset = BigInt(query.page - 1) * BigInt(query.limit);
	return db.all<EventRow>(
		`SELECT * FROM events WHERE ${conditions.sql}
		 ORDER BY timestamp ${query.sortOrder === 'asc' ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`,
		...conditions.params,
		query.limit,
		offset,
	);
}

/** The workspace's rows that the events refer to by `column`. */
function rowsOf<T>(
	db: Database,
	table: 'links' | 'customers',
	workspaceId: string,
	events: EventRow[],
	column: 'link_id' | 'customer_id',
): T[] {
	const ids = [...new Set(events.map((event) => event[column]))].filter((id) => id !== null);
	// The plus makes SQLite look up the IDs instead of scanning all rows of the workspace.
	return db.all<T>(
		`SELECT * FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) AND +workspace_id = ?`,
		JSON.stringify(ids),
		workspaceId,
	);
}

function byId<T extends { id: string }>(rows: T[]): Map<string, T> {
	return new Map(rows.map((row) => [row.id, row]));
}
