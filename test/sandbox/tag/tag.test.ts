import { beforeAll, expect, it } from '@jest/globals';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

interface Tag {
	id: string;
	name: string;
	color: string;
}

const sandbox = useSandbox();
const api = new Api(sandbox, 'business');
let taken: Tag;

beforeAll(async () => {
	taken = await create({ name: 'Taken' });
});

async function create(fields: Record<string, unknown>): Promise<Tag> {
	const response = await api.post<Tag>('/tags', fields);
	expect(outcome(response)).toBe('201');
	return response.body;
}

function patch(id: string, fields: unknown, caller = api) {
	return caller.send<Tag>('PATCH', `/tags/${id}`, JSON.stringify(fields));
}

async function list(query = ''): Promise<Tag[]> {
	const response = await api.get<Tag[]>(`/tags?${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

const names = (tags: Tag[]) => tags.map(({ name }) => name);

it('creates a tag, with a color chosen by the service unless one is given', async () => {
	const tag = await create({ name: ' Trimmed ' });
	expect(tag).toEqual({
		id: expect.stringMatching(/^tag_/),
		name: 'Trimmed',
		color: expect.stringMatching(/^(red|yellow|green|blue|purple|brown|gray)$/),
	});
	expect(await list('search=trimmed')).toEqual([tag]);
	expect(await create({ name: 'Chosen', color: 'pink' })).toMatchObject({ color: 'pink' });
	expect(await create({ tag: 'Old form' })).toMatchObject({ name: 'Old form' });
});

it('updates the name and color everywhere the tag is used', async () => {
	const tag = await create({ name: 'To change', color: 'red' });
	const link = { url: 'https://example.com', tagIds: [tag.id] };
	const { id } = (await api.post<{ id: string }>('/links', link)).body;
	expect((await patch(tag.id, { name: 'Changed' })).body).toEqual({ ...tag, name: 'Changed' });
	const blue = { ...tag, name: 'CHANGED', color: 'blue' };
	expect((await patch(tag.id, { name: 'CHANGED', color: 'blue' })).body).toEqual(blue);
	expect((await api.get(`/links/info?linkId=${id}`)).body).toMatchObject({ tags: [blue] });
	expect((await patch(tag.id, { tag: 'Not a name', color: 'gray' })).body).toEqual({
		...blue,
		color: 'gray',
	});
});

it('removes a deleted tag from its links', async () => {
	const tag = await create({ name: 'To delete' });
	const link = { url: 'https://example.com', tagIds: [tag.id, taken.id] };
	const { id } = (await api.post<{ id: string }>('/links', link)).body;
	expect((await api.delete(`/tags/${tag.id}`)).body).toEqual({ id: tag.id });
	expect(outcome(await api.delete(`/tags/${tag.id}`))).toBe('404 not_found');
	expect(await list('search=to%20delete')).toEqual([]);
	expect((await api.get(`/links/info?linkId=${id}`)).body).toMatchObject({ tags: [taken] });
});

it('lists by name or creation date in both directions, page by page', async () => {
	const all = await list();
	const byName = names(all);
	const sorted = [...byName].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
	expect(byName).toEqual(sorted);
	expect(names(await list('sortOrder=desc'))).toEqual([...sorted].reverse());
	expect(names(await list('pageSize=4&page=2'))).toEqual(sorted.slice(4, 8));
	const newest = await create({ name: 'Newest' });
	expect((await list('sortBy=createdAt&sortOrder=desc'))[0]).toEqual(newest);
	expect((await list('sortBy=createdAt')).at(-1)).toEqual(newest);
});

it('filters by name and by IDs', async () => {
	const all = await list();
	expect(names(await list('search=ON'))).toEqual(
		names(all).filter((name) => name.toLowerCase().includes('on')),
	);
	expect(await list('search=%25')).toEqual([]);
	expect(await list(`ids=${all[3].id},${all[1].id},tag_unknown`)).toEqual([all[1], all[3]]);
	expect(await list('ids=')).toEqual([]);
});

it('rejects a name that another tag has, whatever its case', async () => {
	const target = (await list('search=newsletter'))[0];
	expect(outcome(await api.post('/tags', { name: 'TAKEN' }))).toBe('409 conflict');
	expect(outcome(await patch(target.id, { name: 'TAKEN' }))).toBe('409 conflict');
	expect(await list('search=newsletter')).toEqual([target]);
});

it('names the missing field', async () => {
	for (const response of [await api.post('/tags', {}), await patch(taken.id, {})]) {
		expect(messageOf(response)).toMatch(/^invalid_type: name: Invalid input: expected string/);
	}
});

it('belongs to its workspace alone', async () => {
	const free = new Api(sandbox, 'free');
	expect(outcome(await free.post('/tags', { name: 'Taken' }))).toBe('201');
	expect(outcome(await patch(taken.id, { name: 'x' }, free))).toBe('404 not_found');
	expect(outcome(await free.delete(`/tags/${taken.id}`))).toBe('404 not_found');
});
