import type { Sandbox } from '../../../sandbox/app/server';
import type { EventRow } from '../../../sandbox/event/columns';
import type { LinkRow } from '../../../sandbox/link/columns';
import { Api, type ApiResponse } from './api';
import { workspaceId } from './rows';

/** An item of GET /events as far as the tests look into it. */
export interface EventItem extends Record<string, unknown> {
	event: 'click' | 'lead' | 'sale';
	timestamp: string;
	eventId?: string;
	click: Record<string, unknown> & { id: string; timestamp: string };
	link: Record<string, unknown> & { id: string };
	customer?: Record<string, unknown> & { id: string };
}

/** Moves all events, and a link, to another workspace. */
export function moveEvents(sandbox: Sandbox, linkId: string, workspace: string): void {
	const id = workspaceId(sandbox, workspace);
	sandbox.db.run('UPDATE events SET workspace_id = ?', id);
	sandbox.db.run('UPDATE links SET workspace_id = ? WHERE id = ?', id, linkId);
}

/** Of the contract's click object, which has no others. */
export const CLICK_FIELDS = [
	'browser',
	'city',
	'continent',
	'country',
	'device',
	'id',
	'ip',
	'os',
	'qr',
	'referer',
	'refererUrl',
	'region',
	'timestamp',
	'trigger',
	'ua',
	'url',
];

interface StoredLink extends LinkRow {
	tagIds: string[];
	groupId: string | null;
	partnerTagIds: string[];
}

/** An event of the database with its link, for computing in plain code what a filter must find. */
export interface StoredEvent extends EventRow {
	seq: number;
	sale_type: 'new' | 'recurring' | null;
	link: StoredLink | undefined;
}

export type EventQuery = Record<string, string | number>;

/** Asks for events without running into the per-second limit: the sandbox's clock moves on before each request. */
export async function getEvents<T = EventItem[]>(
	sandbox: Sandbox,
	query: EventQuery,
	{ workspace = 'business', key = 'owner' } = {},
): Promise<ApiResponse<T>> {
	sandbox.clock.advance(2000);
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
	return await new Api(sandbox, workspace, key).get<T>(`/events?${parameters.toString()}`);
}

/** The unique key of an event, in the form `<kind>:<ID>`. */
export function keyOfItem({ event, eventId, click }: EventItem): string {
	return `${event}:${eventId ?? click.id}`;
}

export function keyOfRow({ kind, event_id, click_id }: EventRow): string {
	return `${kind}:${event_id ?? click_id}`;
}

/** All events of a workspace, in the order in which they came. */
export function storedEvents(sandbox: Sandbox, workspace = 'business'): StoredEvent[] {
	const id = workspaceId(sandbox, workspace);
	const links = new Map(storedLinks(sandbox, id).map((link) => [link.id, link]));
	return sandbox.db
		.all<Omit<StoredEvent, 'link'>>('SELECT * FROM events WHERE workspace_id = ? ORDER BY seq', id)
		.map((row) => ({ ...row, link: links.get(row.link_id) }));
}

function storedLinks({ db }: Sandbox, workspace: string): StoredLink[] {
	const column = <T>(sql: string, ...params: string[]) =>
		db.all<{ value: T }>(sql, ...params).map(({ value }) => value);
	return db
		.all<LinkRow>('SELECT * FROM links WHERE workspace_id = ?', workspace)
		.map((link) => ({
			...link,
			tagIds: column<string>('SELECT tag_id AS value FROM link_tags WHERE link_id = ?', link.id),
			groupId:
				column<string | null>(
					'SELECT group_id AS value FROM enrollments WHERE partner_id = ?',
					link.partner_id ?? '',
				)[0] ?? null,
			partnerTagIds: column<string>(
				'SELECT partner_tag_id AS value FROM enrollment_tags WHERE partner_id = ?',
				link.partner_id ?? '',
			),
		}));
}
