import { requireFolderAccess } from '../folder/access.ts';
import type { Principal } from '../http/access.ts';
import type { Workspace } from '../http/columns.ts';
import type { Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { Conditions } from '../store/conditions.ts';
import { chosenLinks } from './chosenLinks.ts';
import { addEventConditions } from './eventConditions.ts';
import { addLinkConditions } from './linkConditions.ts';
import type { EventFilters, EventKind } from './query.ts';
import { timeWindow, type TimeWindow } from './window.ts';

const KIND = { clicks: 'click', leads: 'lead', sales: 'sale' } as const;

/** The events that a request selects, with all names resolved. */
export interface EventSelection {
	workspaceId: string;
	filters: EventFilters;
	/** When set, other filters on links are ignored. */
	links: EventFilters['linkId'];
	window: TimeWindow;
	/** Epoch milliseconds; later events are not listed yet. */
	now: number;
}

/** @throws ApiError 403 */
export function requireEventQuota({ events_quota_exceeded }: Workspace): void {
	if (events_quota_exceeded === 1) {
		throw new ApiError(
			'forbidden',
			'The workspace has exceeded its event quota. Upgrade the plan.',
		);
	}
}

/** @throws ApiError as `chosenLinks`, and 404 or 403 for a folder that the caller cannot see */
export function selectEvents(
	{ db, clock, quirks }: Core,
	principal: Principal,
	filters: EventFilters,
): EventSelection {
	const workspaceId = principal.workspace.id;
	const links = chosenLinks(db, workspaceId, filters, quirks);
	const [folderId] = filters.folderId?.values ?? [];
	if (folderId !== undefined) requireFolderAccess(db, principal, folderId, 'read');
	const now = clock.now();
	return { workspaceId, filters, links, window: timeWindow(filters, now, quirks), now };
}

/** The conditions on selected events of one kind. */
export function eventConditions(
	{ workspaceId, filters, links, window, now }: EventSelection,
	event: EventKind,
): Conditions {
	const conditions = new Conditions();
	conditions.add('workspace_id = ?', workspaceId);
	conditions.add('kind = ?', KIND[event]);
	conditions.add('timestamp BETWEEN ? AND ?', window.from, window.to);
	conditions.add('seq NOT IN (SELECT seq FROM late_events WHERE visible_at > ?)', now);
	if (links) conditions.oneOf('link_id', links);
	else addLinkConditions(conditions, workspaceId, filters);
	addEventConditions(conditions, event, filters);
	return conditions;
}
