import { expect, it } from '@jest/globals';
import type { FolderRow } from '../../../sandbox/folder/columns.ts';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { row, workspaceId } from '../../support/sandbox/rows.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox();
const api = new Api(sandbox, 'business');

function rows(filter: (folder: FolderRow) => boolean = () => true): FolderRow[] {
	return sandbox.db
		.all<FolderRow>(
			'SELECT * FROM folders WHERE workspace_id = ?',
			workspaceId(sandbox, 'business'),
		)
		.filter(filter)
		.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
}

async function list(query = '', caller = api): Promise<{ id: string }[]> {
	const response = await caller.get<{ id: string }[]>(`/folders${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

const ids = (folders: { id: string }[]) => folders.map((folder) => folder.id);

it('returns all fields, oldest first, 50 per page', async () => {
	const all = rows();
	const first = await list();
	expect(ids(first)).toEqual(ids(all).slice(0, 50));
	const { id, name, description, type, access_level, created_at, updated_at } = all[0];
	expect(first[0]).toEqual({
		id,
		name,
		description,
		type,
		accessLevel: access_level,
		createdAt: new Date(created_at).toISOString(),
		updatedAt: new Date(updated_at).toISOString(),
	});
	expect(ids(await list('?page=2'))).toEqual(ids(all).slice(50, 100));
	expect(ids(await list('?pageSize=7&page=3'))).toEqual(ids(all).slice(14, 21));
	expect(await list(`?page=${Number.MAX_SAFE_INTEGER}`)).toEqual([]);
});

it('searches names and treats % and _ as plain characters', async () => {
	const word = rows()[0].name.slice(1, 4);
	expect(ids(await list(`?search=${encodeURIComponent(word.toUpperCase())}`))).toEqual(
		ids(rows((f) => f.name.toLowerCase().includes(word.toLowerCase()))).slice(0, 50),
	);
	expect(await list('?search=%25')).toEqual([]);
});

it('shows members only the folders that they can access', async () => {
	const member = row<{ id: string }>(
		sandbox,
		`SELECT u.id FROM users u JOIN members m ON m.user_id = u.id
		 WHERE m.workspace_id = ? AND m.role = 'member'`,
		workspaceId(sandbox, 'business'),
	).id;
	const hidden = rows((f) => f.access_level === null);
	expect(hidden.length).toBeGreaterThan(0);
	const added = hidden[0].id;
	sandbox.db.run('DELETE FROM folder_members WHERE user_id = ?', member);
	sandbox.db.insert('folder_members', { folder_id: added, user_id: member, role: 'viewer' });
	const visible = ids(rows((f) => f.access_level !== null || f.id === added));
	const caller = new Api(sandbox, 'business', 'member');
	expect(ids([...(await list('', caller)), ...(await list('?page=2', caller))])).toEqual(visible);
});

it('ignores unknown parameters and uses the last of repeated ones', async () => {
	expect((await list('?pageSize=51&pageSize=2&sortBy=name&__proto__=x')).length).toBe(2);
});

it('names the invalid parameter', async () => {
	expect(messageOf(await api.get('/folders?pageSize=51'))).toMatch(/^too_big: pageSize: /);
	expect(outcome(await api.get('/folders?pageSize=1&pageSize=51'))).toBe(
		'422 unprocessable_entity',
	);
});
