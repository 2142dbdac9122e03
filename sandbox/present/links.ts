import { webhookIdsOf } from '../domain/linkWebhooks.ts';
import { tagsOfLinks } from '../domain/tags.ts';
import type { Database } from '../store/database.ts';
import type { LinkRow } from '../store/rows.ts';
import { presentLink } from './link.ts';

/** Links as the link routes and webhooks give them: with their tags and webhooks. */
export function presentLinks(db: Database, links: LinkRow[]) {
	const tags = tagsOfLinks(
		db,
		links.map((link) => link.id),
	);
	return links.map((link) => presentLink(link, tags.get(link.id) ?? [], webhookIdsOf(db, link.id)));
}
