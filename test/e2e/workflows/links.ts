import { expect, it } from '@jest/globals';
import { items, nodeRun } from '../../../tools/n8n/execution';
import { Api } from '../../support/sandbox/api';
import { WORKSPACE, type WorkflowRunner } from '../../support/n8n/workflowRunner';

const SHEET = 'Short Links to Create';
const RECORD = 'Deleted Short Links';
const DAY = 86_400_000;

interface Link {
	id: string;
	shortLink: string;
}

export function linkWorkflows(runner: WorkflowRunner): void {
	async function createLink(body: object): Promise<Link> {
		return (await new Api(runner.stack.sandbox, WORKSPACE).post<Link>('/links', body)).body;
	}

	const linksTo = (url: string) =>
		runner.stack.sandbox.db.all<{ id: string; key: string; comments: string | null }>(
			'SELECT id, key, comments FROM links WHERE url LIKE ? ORDER BY url',
			`${url}%`,
		);

	it('Links from Sheet: creates and updates links and writes the result to each row', async () => {
		const run = async () => await runner.run('links-from-sheet', 'Run Now');
		await run();
		const url = 'https://www.example.com/sheet/';
		const there = await createLink({ url: `${url}b`, key: 'sheet-b' });
		await runner.fill(SHEET, [
			{ url: `${url}a`, slug: 'sheet-a', comments: 'From the sheet' },
			{ url: `${url}b`, slug: 'sheet-b', comments: 'Changed' },
			{ url: 'not an address' },
			{ url: `${url}d`, slug: 'sheet-a' },
			{ slug: 'no-address' },
			{ url: `${url}f` },
		]);

		await run();
		const rows = await runner.rows(SHEET);
		expect(rows.map(({ result, shortLink }) => [result, shortLink])).toEqual([
			['done', expect.stringMatching(/\/sheet-a$/)],
			['done', there.shortLink],
			[expect.stringContaining('Destination URL'), null],
			[expect.stringMatching(/slug|key/i), null],
			[null, null],
			['done', expect.stringMatching(/^https:\/\/.+\/.+/)],
		]);
		const links = linksTo(url);
		expect(links).toMatchObject([
			{ key: 'sheet-a', comments: 'From the sheet' },
			{ id: there.id, key: 'sheet-b', comments: 'Changed' },
			{ comments: null },
		]);

		await run();
		expect(linksTo(url)).toEqual(links);
	});

	it('Expired Campaigns: deletes links that expired long ago and keeps a record', async () => {
		const { db, clock } = runner.stack.sandbox;
		const url = 'https://www.example.com/campaign/';
		const expire = ({ id }: Link, days: number) =>
			db.run('UPDATE links SET expires_at = ? WHERE id = ?', clock.now() - days * DAY, id);
		const { id: folderId } = (
			await new Api(runner.stack.sandbox, WORKSPACE).post<Link>('/folders', { name: 'Old' })
		).body;
		const old = await createLink({ url: `${url}a` });
		const inFolder = await createLink({ url: `${url}b`, folderId });
		const recent = await createLink({ url: `${url}c` });
		const lasting = await createLink({ url: `${url}d` });
		const ofPartner = runner.row<Link>(
			'SELECT id FROM links WHERE workspace_id = ? AND partner_id IS NOT NULL LIMIT 1',
			runner.workspaceId,
		);
		for (const link of [old, inFolder, ofPartner]) expire(link, 31);
		expire(recent, 29);

		const execution = await runner.run('expired-campaigns', 'Every Night');
		expect(items(execution, 'Delete Links')).toEqual([{ deletedCount: 2, ignoredCount: 0 }]);
		expect(linksTo(url).map(({ id }) => id)).toEqual([recent.id, lasting.id]);
		expect(db.get('SELECT 1 FROM links WHERE id = ?', ofPartner.id)).toBeDefined();
		const record = await runner.rows(RECORD);
		expect(record.map(({ linkId }) => linkId).sort()).toEqual([old.id, inFolder.id].sort());
		expect(record.find(({ linkId }) => linkId === old.id)).toMatchObject({
			shortLink: old.shortLink,
			url: `${url}a`,
			clicks: 0,
		});

		const second = await runner.run('expired-campaigns', 'Run Now');
		expect(nodeRun(second, 'Delete Links')).toBeUndefined();
		expect(await runner.rows(RECORD)).toHaveLength(2);
	});
}
