import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import type { LinkRow } from '../store/rows.ts';

/** @throws ApiError 404 for a link that is gone or disabled */
export function requireConversionLink(db: Database, linkId: string | null): LinkRow {
	const link = db.get<LinkRow>('SELECT * FROM links WHERE id = ?', linkId);
	if (!link || link.disabled_at !== null) {
		throw new ApiError('not_found', `Link ${linkId} is deleted or disabled.`);
	}
	return link;
}
