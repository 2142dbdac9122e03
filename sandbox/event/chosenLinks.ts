import { ApiError } from '../http/errors.ts';
import type { Quirks } from '../http/quirks.ts';
import type { MultiValue } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import type { EventFilters } from './query.ts';

interface Found {
	id: string;
	workspace_id: string;
}

type LinkChoice = Pick<EventFilters, 'linkId' | 'externalId' | 'domain' | 'key'>;

/**
 * The links that a request names by `linkId`, or else `externalId`, or else `domain` and `key`; undefined if it names
 * none. An unknown `linkId` is no error, since events outlive their links.
 *
 * @throws ApiError 404 for an unknown link, 400 for an external ID without its prefix, and 404 or 401 (by quirk) for a
 * link of another workspace
 */
export function chosenLinks(
	db: Database,
	workspaceId: string,
	{ linkId, externalId, domain, key }: LinkChoice,
	quirks: Quirks,
): MultiValue | undefined {
	const only = (link: Found | undefined): MultiValue => {
		if (!link) throw new ApiError('not_found', 'Link not found.');
		if (link.workspace_id !== workspaceId) throw linkOfOtherWorkspace(quirks);
		return { values: [link.id], excluded: false };
	};
	if (linkId) {
		if (!linkId.excluded && namesLinkOfOtherWorkspace(db, workspaceId, linkId))
			throw linkOfOtherWorkspace(quirks);
		return linkId;
	}
	if (externalId !== undefined) return only(byExternalId(db, workspaceId, externalId));
	if (domain && key !== undefined) return only(byAddress(db, domain.values[0] ?? '', key));
	return undefined;
}

function byExternalId(db: Database, workspaceId: string, externalId: string): Found | undefined {
	if (!externalId.startsWith('ext_')) {
		throw new ApiError('bad_request', 'externalId must be prefixed with ext_.');
	}
	return db.get<Found>(
		'SELECT id, workspace_id FROM links WHERE workspace_id = ? AND external_id = ?',
		workspaceId,
		externalId.slice('ext_'.length),
	);
}

function byAddress(db: Database, domain: string, key: string): Found | undefined {
	return db.get<Found>(
		'SELECT id, workspace_id FROM links WHERE domain = ? AND key = ?',
		domain,
		key,
	);
}

function namesLinkOfOtherWorkspace(
	db: Database,
	workspaceId: string,
	{ values }: MultiValue,
): boolean {
	const found = db.get(
		'SELECT 1 FROM links WHERE id IN (SELECT value FROM json_each(?)) AND workspace_id <> ?',
		JSON.stringify(values),
		workspaceId,
	);
	return found !== undefined;
}

function linkOfOtherWorkspace(quirks: Quirks): ApiError {
	return quirks.foreignLinkStatus === 401
		? new ApiError('unauthorized', 'The link belongs to another workspace.')
		: new ApiError('not_found', 'Link not found.');
}
