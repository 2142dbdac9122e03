import { beforeEach, describe, expect, it } from '@jest/globals';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { LINK_SETTINGS } from '../../support/sandbox/links.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { row, workspaceId } from '../../support/sandbox/rows.ts';
import { register, settled } from '../../support/sandbox/webhooks.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

type Fields = Record<string, unknown>;

interface Link extends Fields {
	id: string;
	domain: string;
	key: string;
	url: string;
	updatedAt: string;
	tags: { id: string }[];
}

const URL = 'https://example.com/page';

const sandbox = useSandbox();
const receiver = useReceiver();
const business = new Api(sandbox, 'business');
const member = new Api(sandbox, 'business', 'member');
const pro = new Api(sandbox, 'pro');
const free = new Api(sandbox, 'free');

beforeEach(() => {
	sandbox.db.run('DELETE FROM webhooks');
});

async function create(fields: Fields = {}, api = business): Promise<Link> {
	const response = await api.post<Link>('/links', { url: URL, ...fields });
	expect(outcome(response)).toBe('200');
	return response.body;
}

function patch(id: string, fields: Fields, api = business) {
	return api.send<Link>('PATCH', `/links/${encodeURIComponent(id)}`, JSON.stringify(fields));
}

function upsert(fields: Fields, api = business) {
	return api.send<Link>('PUT', '/links/upsert', JSON.stringify(fields));
}

async function info(id: string, api = business): Promise<Link> {
	return (await api.get<Link>(`/links/info?linkId=${id}`)).body;
}

async function deliveries() {
	await settled(sandbox);
	return receiver.deliveries.map(({ envelope: { event, data } }) => ({ event, data }));
}

const LINK_TRIGGERS = ['link.created', 'link.updated', 'link.deleted'];

function sample(sql: string): string {
	return row<{ id: string }>(sandbox, sql, workspaceId(sandbox, 'business')).id;
}

const folderWith = (accessLevel: 'write' | 'read') =>
	sample(`SELECT id FROM folders f WHERE workspace_id = ? AND access_level = '${accessLevel}'
		AND NOT EXISTS (SELECT 1 FROM folder_members m WHERE m.folder_id = f.id)`);
const rootLink = () => sample(`SELECT id FROM links WHERE workspace_id = ? AND key = '_root'`);
const tag = () => sample('SELECT id FROM tags WHERE workspace_id = ?');

/** A value for each field that can be changed. */
function everything(): Fields {
	return {
		url: 'https://example.com/changed',
		domain: 'try.business.example.com',
		key: 'changed/key',
		externalId: 'changed-id',
		tenantId: 'tenant',
		...LINK_SETTINGS,
		folderId: folderWith('write'),
	};
}

describe('updating a link', () => {
	it('changes only the given fields', async () => {
		const link = await create({ comments: 'kept', tagIds: [tag()], utm_source: 'kept' });
		for (const [name, value] of Object.entries({ ...everything(), url: link.url })) {
			if (name === 'testVariants') continue;
			const before = await info(link.id);
			const { body } = await patch(link.id, { [name]: value });
			expect(body).toMatchObject({ [name]: value });
			const { shortLink, qrCode, updatedAt } = body;
			expect(body).toEqual({ ...before, [name]: value, shortLink, qrCode, updatedAt });
			expect(body).toEqual(await info(link.id));
		}
	});

	it('changes all fields in one request, also by external ID, and clears them with null', async () => {
		const link = await create({ externalId: 'to/change' });
		const tagIds = [tag()];
		const fields = { ...everything(), key: 'all-at-once', externalId: 'ext_other' };
		const changed = await patch('ext_to/change', { ...fields, tagIds });
		expect(changed.body).toMatchObject({ ...fields, id: link.id, externalId: 'other' });
		expect(changed.body.tags).toMatchObject([{ id: tagIds[0] }]);
		const nulls = Object.fromEntries(
			Object.entries(fields)
				.filter(([name, value]) => typeof value !== 'boolean' && !/^(url|domain|key)$/.test(name))
				.map(([name]) => [name, null]),
		);
		const cleared = await patch(link.id, { ...nulls, tagIds: [] });
		expect(cleared.body).toMatchObject({ ...nulls, archived: true, tags: [], tagId: null });
	});

	it('stores the changes and ignores read-only fields', async () => {
		const link = await create();
		const later = await patch(link.id, { comments: 'new' });
		expect(Date.parse(later.body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(link.updatedAt));
		expect(await info(link.id)).toMatchObject({ comments: 'new', createdAt: link.createdAt });
		expect((await patch(link.id, { disabledAt: '2030-01-01', clicks: 7 })).body).toMatchObject({
			disabledAt: null,
			clicks: 0,
		});
	});

	it('keeps UTM values and the destination URL in sync', async () => {
		const link = await create({ url: `${URL}?a=1`, utm_source: 'mail', utm_term: 'x' });
		const set = await patch(link.id, { utm_source: 'web', utm_term: null });
		expect(set.body).toMatchObject({ url: `${URL}?a=1&utm_source=web`, utm_term: null });
		const moved = await patch(link.id, { url: 'https://example.com/?utm_medium=cpc' });
		expect(moved.body).toMatchObject({ utm_source: null, utm_medium: 'cpc' });
		expect((await patch(link.id, { archived: true })).body.url).toBe(moved.body.url);
	});

	it('accepts its current domain, key, and external ID, and rejects those of others', async () => {
		const [one, two] = [await create({ externalId: 'one' }), await create({ externalId: 'two' })];
		const own = { domain: one.domain, key: `/${one.key}`, externalId: 'one' };
		expect((await patch(one.id, own)).body).toMatchObject({ key: one.key, externalId: 'one' });
		for (const [fields, expected] of [
			[{ key: two.key }, '409 conflict'],
			[{ externalId: 'ext_two' }, '409 conflict'],
			[{ domain: 'go.pro.example.com' }, '403 forbidden'],
			[{ domain: null }, '400 bad_request'],
		] as const) {
			expect([fields, outcome(await patch(one.id, fields))]).toEqual([fields, expected]);
		}
		expect(await info(one.id)).toEqual({ ...one, updatedAt: expect.any(String) });
	});

	it('requires conversion tracking while there are test variants', async () => {
		const { trackConversion, testVariants } = everything();
		const link = await create();
		expect(outcome(await patch(link.id, { testVariants }))).toBe('422 unprocessable_entity');
		await patch(link.id, { trackConversion });
		expect((await patch(link.id, { testVariants })).body).toMatchObject({ testVariants });
		const untracked = { trackConversion: false };
		expect(outcome(await patch(link.id, untracked))).toBe('422 unprocessable_entity');
		const both = await patch(link.id, { ...untracked, testVariants: null });
		expect(both.body).toMatchObject({ trackConversion: false, testVariants: null });
	});

	it('updates a root link but does not move it', async () => {
		const id = rootLink();
		expect(outcome(await patch(id, { key: 'other' }))).toBe('403 forbidden');
		expect(outcome(await patch(id, { domain: 'dub.sh' }))).toBe('403 forbidden');
		expect((await patch(id, { url: '' })).body).toMatchObject({ key: '_root', url: '' });
		expect((await patch(id, { comments: 'home', url: URL })).body).toMatchObject({ url: URL });
	});

	it('requires the plan, and write access to both folders', async () => {
		expect(outcome(await patch((await create({}, free)).id, { password: 'x' }, free))).toBe(
			'403 forbidden',
		);
		const { id } = await create({}, pro);
		expect(outcome(await patch(id, { trackConversion: true }, pro))).toBe('403 forbidden');
		expect(outcome(await patch(id, { comments: 'x' }))).toBe('404 not_found');
		expect(outcome(await patch('link_unknown', {}))).toBe('404 not_found');

		const open = await create({ folderId: folderWith('write') });
		const locked = await create({ folderId: folderWith('read') });
		expect(outcome(await patch(locked.id, { folderId: null }, member))).toBe('403 forbidden');
		expect(outcome(await patch(open.id, { folderId: folderWith('read') }, member))).toBe(
			'403 forbidden',
		);
		expect((await patch(open.id, { folderId: '' }, member)).body.folderId).toBeNull();
	});

	it('sends the updated link to webhooks', async () => {
		const link = await create();
		await register(sandbox, `${receiver.url}/`, LINK_TRIGGERS);
		const { body } = await patch(link.id, { tagIds: [tag()] });
		await patch(link.id, { url: 'no url' });
		expect(await deliveries()).toEqual([{ event: 'link.updated', data: body }]);
	});
});

describe('upserting a link', () => {
	it('creates a link for a new destination without notifying webhooks', async () => {
		await register(sandbox, `${receiver.url}/`, LINK_TRIGGERS);
		const url = 'https://example.com/upserted';
		const { body, status } = await upsert({ url: 'example.com/upserted', key: 'upserted' });
		expect(status).toBe(200);
		expect(body).toMatchObject({ url, key: 'upserted' });
		expect(await deliveries()).toEqual([]);
	});

	it('updates the link with the same destination on any domain and notifies webhooks', async () => {
		const url = 'https://example.com/known';
		const link = await create({ url, domain: 'try.business.example.com', comments: 'kept' });
		await register(sandbox, `${receiver.url}/`, LINK_TRIGGERS);
		const { body } = await upsert({ url, title: 'New', prefix: 'ignored' });
		expect(body).toMatchObject({ id: link.id, key: link.key, comments: 'kept', title: 'New' });
		expect(await deliveries()).toEqual([{ event: 'link.updated', data: body }]);
	});

	it('matches only links of the workspace, by exact destination', async () => {
		const url = 'https://example.com/known/exactly';
		const unrelated = await create({ url }, pro);
		const first = await upsert({ url });
		expect(first.body.id).not.toBe(unrelated.id);
		expect((await upsert({ url: `${url}?x` })).body.id).not.toBe(first.body.id);
		expect((await upsert({ url })).body.id).toBe(first.body.id);
	});

	it('rejects what create and update reject', async () => {
		expect(outcome(await upsert({ url: URL, trackConversion: true }, pro))).toBe('403 forbidden');
		const taken = await create({ key: 'taken-by-another' });
		const url = 'https://example.com/refused';
		expect(outcome(await upsert({ url, key: taken.key }))).toBe('409 conflict');
		const locked = await create({ url, folderId: folderWith('read') });
		expect(outcome(await upsert({ url, comments: 'x' }, member))).toBe('403 forbidden');
		expect((await info(locked.id)).comments).toBeNull();
	});
});

describe('counting links', () => {
	const count = async <T = number>(query = '', api = business) => {
		const response = await api.get<T>(`/links/count${query}`);
		expect([query, outcome(response)]).toEqual([query, '200']);
		return response.body;
	};
	/** How many links the list gives for the same filters. */
	const listed = async (query: string, api = business) => {
		let total = 0;
		for (let page = 1; ; page++) {
			const { body } = await api.get<Link[]>(`/links?${query}&page=${page}`);
			total += body.length;
			if (body.length < 100) return total;
		}
	};

	it('counts the links that the list returns', async () => {
		for (const query of [
			'',
			'showArchived=true',
			'domain=go.business.example.com',
			`tagIds=${tag()}`,
			`folderId=${folderWith('write')}`,
			'search=campaign',
			'tenantId=tenant-1',
			'userId=user_unknown',
		]) {
			expect([query, await count(`?${query}`)]).toEqual([query, await listed(query)]);
		}
		expect(await count('?search=e', member)).toBe(await listed('search=e', member));
		expect(await count('?search=e', member)).toBeLessThan(await count('?search=e'));
	});

	it('counts by group, largest first', async () => {
		type Group = Fields & { _count: number };
		const filter = 'search=e&showArchived=true';
		for (const groupBy of ['domain', 'userId', 'folderId'] as const) {
			const groups = await count<Group[]>(`?${filter}&groupBy=${groupBy}`);
			expect(Object.keys(groups[0]).sort()).toEqual(['_count', groupBy].sort());
			const sizes = groups.map((group) => group._count);
			expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
			expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(await count(`?${filter}`));
		}
		const tagId = tag();
		const groups = await count<Group[]>(`?${filter}&groupBy=tagId`);
		expect(groups.find((group) => group.tagId === tagId)?._count).toBe(
			await count(`?${filter}&tagIds=${tagId}`),
		);
	});
});

it('returns a link by ID, external ID, or domain and key', async () => {
	const link = await create({ key: 'a/b c'.replace(' ', '-'), externalId: 'info me' });
	const get = (query: string) => business.get<Link>(`/links/info?${query}`);
	for (const query of [
		`linkId=${link.id}`,
		'linkId=ext_info%20me',
		'externalId=info%20me',
		'externalId=ext_info%20me',
		`domain=${link.domain}&key=${encodeURIComponent(link.key)}`,
	]) {
		expect([query, (await get(query)).body]).toEqual([query, link]);
	}
	expect((await get(`domain=${link.domain}`)).body).toMatchObject({ key: '_root' });
	expect(outcome(await get(''))).toBe('400 bad_request');
	expect(outcome(await get('domain=go.business.example.com&key=unknown'))).toBe('404 not_found');
	expect(messageOf(await get('linkId=link_unknown'))).toContain('not found');
	expect(outcome(await pro.get(`/links/info?linkId=${link.id}`))).toBe('404 not_found');
	const locked = await create({
		folderId: sample(
			`SELECT id FROM folders f WHERE workspace_id = ? AND access_level IS NULL
			 AND NOT EXISTS (SELECT 1 FROM folder_members m WHERE m.folder_id = f.id)`,
		),
	});
	expect(outcome(await member.get(`/links/info?linkId=${locked.id}`))).toBe('403 forbidden');
});
