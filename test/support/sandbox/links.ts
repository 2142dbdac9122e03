import type { Sandbox } from '../../../sandbox/app/server';
import type { Row } from '../../../sandbox/store/database';
import { row, workspaceId } from './rows';

/** A value for each field of a link except its destination, short link, IDs, folder, and tags. */
export const LINK_SETTINGS = {
	trackConversion: true,
	archived: true,
	expiresAt: '2031-02-03T04:05:06.000Z',
	expiredUrl: 'https://example.com/late',
	password: 'secret',
	proxy: true,
	title: 'Title',
	description: 'Description',
	image: 'https://example.com/i.png',
	video: 'https://example.com/v.mp4',
	rewrite: true,
	doIndex: true,
	ios: 'https://example.com/ios',
	android: 'https://example.com/android',
	geo: { DE: 'https://example.com/de' },
	publicStats: true,
	comments: 'A comment',
	testVariants: [
		{ url: 'https://example.com/a', percentage: 40 },
		{ url: 'https://example.com/b', percentage: 60 },
	],
	testStartedAt: '2031-01-01T00:00:00.000Z',
	testCompletedAt: '2031-01-15T00:00:00.000Z',
};

let added = 0;

/**
 * Adds hundreds of links without a folder to the Business workspace in one transaction.
 *
 * @returns their IDs, newest first, each newer than all others
 */
export function addLinks(sandbox: Sandbox, count: number, tenantId: string): string[] {
	const template = row<Row>(
		sandbox,
		"SELECT * FROM links WHERE workspace_id = ? AND key <> '_root' AND archived = 0 AND folder_id IS NULL",
		workspaceId(sandbox, 'business'),
	);
	const ids = Array.from({ length: count }, () => `link_9${String(added++).padStart(24, '0')}`);
	const own: Row = { id: 'new.value', key: 'new.value', external_id: 'NULL', tenant_id: '?' };
	const columns = Object.keys(template);
	sandbox.db.run(
		`INSERT INTO links (${columns.join()}) SELECT ${columns.map((name) => own[name] ?? `links.${name}`).join()}
		 FROM links, json_each(?) AS new WHERE links.id = ?`,
		tenantId,
		JSON.stringify(ids),
		template.id,
	);
	return ids.reverse();
}
