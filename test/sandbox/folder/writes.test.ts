import { beforeAll, expect, it } from '@jest/globals';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { row, programId } from '../../support/sandbox/rows.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

interface Folder {
	id: string;
	name: string;
	[field: string]: unknown;
}

const sandbox = useSandbox();
const owner = new Api(sandbox, 'business');
const member = new Api(sandbox, 'business', 'member');
const pro = new Api(sandbox, 'pro');
let target: Folder;

beforeAll(async () => {
	await create({ name: 'Taken' });
	target = await create({ name: 'Target' });
});

async function create(fields: Record<string, unknown>, api = owner): Promise<Folder> {
	const response = await api.post<Folder>('/folders', fields);
	expect(outcome(response)).toBe('201');
	return response.body;
}

function patch(id: string, fields: unknown, api = owner) {
	return api.send<Folder>('PATCH', `/folders/${id}`, JSON.stringify(fields));
}

async function find(name: string, api = owner): Promise<Folder[]> {
	return (await api.get<Folder[]>(`/folders?search=${encodeURIComponent(name)}`)).body;
}

it('creates a folder that everyone can write to by default', async () => {
	const folder = await create({ name: 'New one' });
	expect(folder).toEqual({
		id: expect.stringMatching(/^fold_/),
		name: 'New one',
		description: '',
		type: 'default',
		accessLevel: 'write',
		createdAt: expect.stringMatching(/Z$/),
		updatedAt: folder.createdAt,
	});
	expect(await find('New one')).toEqual([folder]);
	const hidden = { name: 'Hidden', description: 'For few', accessLevel: null };
	expect(await create(hidden)).toMatchObject(hidden);
	expect(await find('Hidden', member)).toEqual([]);
});

it('updates only the given fields', async () => {
	const folder = await create({ name: 'To change', description: 'Kept' });
	const renamed = await patch(folder.id, { name: 'Changed' });
	expect(renamed.body).toEqual({ ...folder, name: 'Changed', updatedAt: expect.any(String) });
	const closed = await patch(folder.id, { accessLevel: 'read', description: null });
	expect(closed.body).toMatchObject({ name: 'Changed', accessLevel: 'read', description: '' });
	expect((await patch(folder.id, { name: 'CHANGED' })).body.name).toBe('CHANGED');
	expect(await find('CHANGED')).toMatchObject([{ accessLevel: 'read' }]);
});

it('keeps the links of a deleted folder', async () => {
	const folder = await create({ name: 'To delete' });
	const link = { url: 'https://example.com', folderId: folder.id };
	const { id } = (await owner.post<{ id: string }>('/links', link)).body;
	expect((await owner.delete(`/folders/${folder.id}`)).body).toEqual({ id: folder.id });
	expect(outcome(await owner.delete(`/folders/${folder.id}`))).toBe('404 not_found');
	expect(await find('To delete')).toEqual([]);
	expect((await owner.get(`/links/info?linkId=${id}`)).body).toMatchObject({ folderId: null });
});

it('does not delete the folder of the partner program', async () => {
	const { default_folder_id: id } = row<{ default_folder_id: string }>(
		sandbox,
		'SELECT default_folder_id FROM programs WHERE id = ?',
		programId(sandbox, 'business'),
	);
	expect(outcome(await owner.delete(`/folders/${id}`))).toBe('403 forbidden');
	expect(outcome(await patch(id, { description: 'Of partners' }))).toBe('200');
});

it('lets members change only the folders that they own', async () => {
	const [others, own] = [
		await create({ name: 'Of the owner' }),
		await create({ name: 'Own' }, member),
	];
	expect(outcome(await patch(others.id, { name: 'x' }, member))).toBe('403 forbidden');
	expect(outcome(await member.delete(`/folders/${others.id}`))).toBe('403 forbidden');
	expect(outcome(await patch(own.id, { accessLevel: null }, member))).toBe('200');
	expect(await find('Own', member)).toContainEqual(expect.objectContaining({ id: own.id }));
	expect(outcome(await member.delete(`/folders/${own.id}`))).toBe('200');
});

it('rejects access levels on the Pro plan, and folders of other workspaces', async () => {
	const folder = await create({ name: 'On Pro', accessLevel: 'write' }, pro);
	for (const accessLevel of ['read', null]) {
		const fields = { name: 'Closed', accessLevel };
		expect(outcome(await pro.post('/folders', fields))).toBe('403 forbidden');
		expect(outcome(await patch(folder.id, fields, pro))).toBe('403 forbidden');
	}
	expect(outcome(await patch(folder.id, { name: 'Mine now' }))).toBe('404 not_found');
	expect(outcome(await owner.delete(`/folders/${folder.id}`))).toBe('404 not_found');
});

it('rejects a name that another folder has, whatever its case', async () => {
	expect(outcome(await owner.post('/folders', { name: 'TAKEN' }))).toBe('409 conflict');
	expect(outcome(await patch(target.id, { name: 'TAKEN' }))).toBe('409 conflict');
	expect(await find(target.name)).toEqual([target]);
});

it('requires a name, which can be empty', async () => {
	expect(await create({ name: '' })).toMatchObject({ name: '' });
	expect(outcome(await owner.post('/folders', { name: '' }))).toBe('409 conflict');
});
