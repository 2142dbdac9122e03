import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { LINK_SETTINGS } from '../../support/sandbox/links.ts';
import { row, workspaceId } from '../../support/sandbox/rows.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

interface Link {
	id: string;
	domain: string;
	key: string;
	url: string;
	folderId: string | null;
	externalId: string | null;
	archived: boolean;
	tags: { id: string; name: string; color: string }[];
	[field: string]: unknown;
}

const sandbox = useSandbox({ sampleData: { seed: 1, events: 50 } });
const business = new Api(sandbox, 'business');
const pro = new Api(sandbox, 'pro');
const free = new Api(sandbox, 'free');
let businessId: string;

beforeAll(async () => {
	businessId = workspaceId(sandbox, 'business');
});

async function create(fields: Record<string, unknown>, api = business): Promise<Link> {
	const response = await api.post<Link>('/links', { url: 'https://example.com/page', ...fields });
	expect(outcome(response)).toBe('200');
	return response.body;
}

async function refusal(fields: Record<string, unknown>, api = business): Promise<string> {
	return outcome(await api.post('/links', { url: 'https://example.com/page', ...fields }));
}

function stored(id: string): LinkRow | undefined {
	return sandbox.db.get<LinkRow>('SELECT * FROM links WHERE id = ?', id);
}

function folderWith(accessLevel: 'write' | 'read' | null): string {
	return row<{ id: string }>(
		sandbox,
		`SELECT id FROM folders f WHERE workspace_id = ? AND access_level IS ?
		 AND NOT EXISTS (SELECT 1 FROM folder_members m WHERE m.folder_id = f.id)`,
		businessId,
		accessLevel as string,
	).id;
}

function primaryDomain(): string {
	const sql = 'SELECT slug FROM domains WHERE workspace_id = ? AND is_primary = 1';
	return row<{ slug: string }>(sandbox, sql, businessId).slug;
}

describe('creating a link', () => {
	it('applies the defaults', async () => {
		const link = await create({});
		expect(link).toMatchObject({
			domain: primaryDomain(),
			key: expect.stringMatching(/^[0-9A-Za-z]{7}$/),
			url: 'https://example.com/page',
			trackConversion: false,
			archived: false,
			externalId: null,
			folderId: null,
			tags: [],
			tagId: null,
			webhookIds: [],
			workspaceId: businessId,
			projectId: businessId,
			clicks: 0,
			lastClicked: null,
			shortLink: `https://${primaryDomain()}/${link.key}`,
			qrCode: `https://api.dub.co/qr?url=https://${primaryDomain()}/${link.key}?qr=1`,
		});
		expect(link.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
	});

	it('stores every field', async () => {
		const tag = row<{ id: string; name: string; color: string }>(
			sandbox,
			'SELECT id, name, color FROM tags WHERE workspace_id = ?',
			businessId,
		);
		const fields = {
			url: 'https://example.com/all',
			domain: primaryDomain(),
			key: 'everything/here',
			tenantId: 'tenant-x',
			...LINK_SETTINGS,
		};
		const folderId = folderWith('write');
		const link = await create({ ...fields, folderId, externalId: 'ext_mine', tagIds: [tag.id] });
		expect(link).toMatchObject({ ...fields, folderId, externalId: 'mine', tags: [tag] });
		expect(stored(link.id)).toMatchObject({ external_id: 'mine', folder_id: folderId });
	});

	it('adds a missing scheme to the destination URL', async () => {
		expect((await create({ url: 'example.com/x' })).url).toBe('https://example.com/x');
	});

	it('adds UTM values to the destination URL', async () => {
		const link = await create({
			url: 'https://example.com/c++/?utm_source=old&utm_term=kept',
			utm_source: ' new source ',
			utm_medium: '',
			ref: 'home',
		});
		expect(link.url).toMatch(/^https:\/\/example\.com\/c\+\+\/\?utm_source=new\+source&/);
		const params = new URL(link.url).searchParams;
		expect(Object.fromEntries(params)).toEqual({
			utm_source: 'new source',
			utm_term: 'kept',
			ref: 'home',
		});
		expect(link).toMatchObject({ utm_source: 'new source', utm_medium: null, utm_term: 'kept' });
	});

	it('generates random keys of the requested length after the prefix', async () => {
		const link = await create({ keyLength: 12, prefix: '/summer/' });
		expect(link.key).toMatch(/^summer\/[0-9A-Za-z]{12}$/);
		expect((await create({ keyLength: 7.5 })).key).toMatch(/^[0-9A-Za-z]{7}$/);
		expect(await refusal({ keyLength: 1e308 })).toMatch(/^4/);
	});

	it('accepts Unicode keys and strips outer slashes', async () => {
		expect((await create({ key: '/größe/🎉/' })).key).toBe('größe/🎉');
	});

	it('rejects an external ID that another link of the workspace has', async () => {
		await create({ externalId: 'taken-id' });
		expect(await refusal({ externalId: 'ext_taken-id' })).toBe('409 conflict');
		expect((await create({ externalId: 'taken-id' }, pro)).externalId).toBe('taken-id');
	});

	it('attaches tags by ID or name', async () => {
		const [one, two] = sandbox.db.all<{ id: string; name: string }>(
			'SELECT id, name FROM tags WHERE workspace_id = ? ORDER BY created_at, id LIMIT 2',
			businessId,
		);
		const ids = async (fields: Record<string, unknown>) =>
			(await create(fields)).tags.map((tag) => tag.id).sort();
		const both = [one.id, two.id].sort();
		expect(await ids({ tagIds: `${one.id},${two.id}` })).toEqual(both);
		expect(await ids({ tagIds: [one.id, two.id, one.id] })).toEqual(both);
		expect(await ids({ tagNames: [one.name.toUpperCase()] })).toEqual([one.id]);
		expect(await ids({ tagIds: [two.id], tagNames: [one.name] })).toEqual([two.id]);
		expect(await ids({ tagId: one.id })).toEqual([one.id]);
	});

	it('stores dates in ISO format, and requires conversion tracking for test variants', async () => {
		const { expiresAt } = await create({ expiresAt: '2031-01-01T10:00:00Z' });
		expect(expiresAt).toBe('2031-01-01T10:00:00.000Z');
		const testVariants = [50, 50].map((percentage) => ({ url: 'https://example.com', percentage }));
		expect(await refusal({ testVariants })).toBe('422 unprocessable_entity');
	});

	it.each<[unknown, string | null]>([
		['data:image/png;base64,iVBORw0=', 'data:image/png;base64,iVBORw0='],
		[' https://example.com/x.png ', 'https://example.com/x.png'],
		['ftp://example.com/x.png', null],
		['data:text/html;base64,AAAA', null],
		['example.com/x.png', null],
		['', null],
		[7, null],
	])('stores the image %j as %j', async (image, stored) => {
		expect((await create({ image })).image).toBe(stored);
	});

	it('truncates the title and description without an error', async () => {
		const link = await create({ title: '🎉'.repeat(200), description: 'd'.repeat(300) });
		expect(link.title).toBe('🎉'.repeat(120));
		expect(link.description).toBe('d'.repeat(240));
	});

	it('rejects fields that the plan does not include, unless they are empty', async () => {
		const proFields = [
			{ expiresAt: '2031-01-01' },
			{ password: 'x' },
			{ proxy: true },
			{ rewrite: true },
			{ doIndex: true },
			{ ios: 'https://example.com' },
			{ android: 'https://example.com' },
			{ geo: { DE: 'https://example.com' } },
			{ folderId: 'fold_any' },
		];
		for (const fields of proFields) {
			expect([fields, await refusal(fields, free)]).toEqual([fields, '403 forbidden']);
		}
		const variants = [
			{ url: 'https://example.com/a', percentage: 50 },
			{ url: 'https://example.com/b', percentage: 50 },
		];
		for (const fields of [
			{ trackConversion: true },
			{ testVariants: variants },
			{ webhookIds: ['wh_any'] },
		]) {
			expect([fields, await refusal(fields, pro)]).toEqual([fields, '403 forbidden']);
		}
		await create({ proxy: false, password: '', folderId: '', trackConversion: false }, free);
	});

	it('requires write access to the folder', async () => {
		const member = new Api(sandbox, 'business', 'member');
		expect(await refusal({ folderId: folderWith('read') }, member)).toBe('403 forbidden');
		expect(await refusal({ folderId: folderWith(null) }, member)).toBe('403 forbidden');
		const folderId = folderWith('write');
		expect((await create({ folderId }, member)).folderId).toBe(folderId);
	});
});

describe('listing links', () => {
	const list = async (query: string, api = business) => {
		const response = await api.get<Link[]>(`/links?${query}`);
		expect([query, outcome(response)]).toEqual([query, '200']);
		return response.body;
	};
	const rows = (): LinkRow[] =>
		sandbox.db.all<LinkRow>('SELECT * FROM links WHERE workspace_id = ?', businessId);
	/** IDs that a filter in JavaScript finds, in the order of the list. */
	const expected = (filter: (link: LinkRow) => boolean, size = 100) =>
		rows()
			.filter(filter)
			.map((link) => link.id)
			.sort()
			.reverse()
			.slice(0, size);
	const ids = (links: Link[]) => links.map((link) => link.id);

	it('returns unarchived links without a folder by default, newest first', async () => {
		expect(ids(await list(''))).toEqual(expected((l) => !l.folder_id && !l.archived));
		expect(ids(await list('showArchived=true'))).toEqual(expected((l) => !l.folder_id));
	});

	it('filters by folder, tenant, domain, search text, ID, user, and partner', async () => {
		const some = rows().find((l) => l.tenant_id && l.folder_id && !l.archived);
		if (!some) throw new Error('no such link');
		const { folder_id, tenant_id, domain } = some;
		const shown = (l: LinkRow) => !l.archived;
		expect(ids(await list(`folderId=${folder_id}`))).toEqual(
			expected((l) => shown(l) && l.folder_id === folder_id),
		);
		expect(ids(await list(`tenantId=${tenant_id}`))).toEqual(
			expected((l) => shown(l) && l.tenant_id === tenant_id),
		);
		expect(ids(await list(`domain=${domain}&pageSize=50`))).toEqual(
			expected((l) => shown(l) && l.domain === domain, 50),
		);
		expect(ids(await list('search=CAMPAIGN-1'))).toEqual(
			expected((l) => shown(l) && `${l.key} ${l.url}`.toLowerCase().includes('campaign-1')),
		);
		expect(ids(await list(`linkIds=${rows()[0].id},unknown&showArchived=true&folderId=`))).toEqual(
			expected((l) => l.id === rows()[0].id && !l.folder_id),
		);
		expect(ids(await list(`userId=${some.user_id}&partnerId=pn_unknown`))).toEqual([]);
	});

	it('filters by tags, matching any of them', async () => {
		const tags = sandbox.db.all<{ id: string; name: string }>(
			'SELECT id, name FROM tags WHERE workspace_id = ? LIMIT 2',
			businessId,
		);
		const having = (tagIds: string[]) => {
			const tagged = sandbox.db.all<{ link_id: string; tag_id: string }>('SELECT * FROM link_tags');
			const linkIds = tagged.filter((t) => tagIds.includes(t.tag_id)).map((t) => t.link_id);
			return expected((l) => !l.archived && linkIds.includes(l.id));
		};
		const [a, b] = tags;
		expect(having([a.id]).length).toBeGreaterThan(0);
		expect(ids(await list(`tagIds=${a.id},${b.id}`))).toEqual(having([a.id, b.id]));
		expect(ids(await list(`tagId=${a.id}`))).toEqual(having([a.id]));
		expect(ids(await list(`tagNames=${encodeURIComponent(b.name.toUpperCase())}`))).toEqual(
			having([b.id]),
		);
	});

	it('paginates by cursor in both directions without gaps', async () => {
		const all = expected((l) => !l.archived && l.domain === primaryDomain(), 1000);
		const seen: string[] = [];
		let cursor = '';
		for (;;) {
			const page = await list(`domain=${primaryDomain()}&pageSize=40${cursor}`);
			seen.push(...ids(page));
			if (page.length < 40) break;
			cursor = `&startingAfter=${page[page.length - 1].id}`;
		}
		expect(seen).toEqual(all);
		const before = await list(`domain=${primaryDomain()}&pageSize=5&endingBefore=${all[20]}`);
		expect(ids(before)).toEqual(all.slice(15, 20));
		expect(ids(await list(`domain=${primaryDomain()}&pageSize=5&page=3`))).toEqual(
			all.slice(10, 15),
		);
	});

	it('sorts by counters', async () => {
		for (const [sortBy, field] of [
			['clicks', 'clicks'],
			['saleAmount', 'saleAmount'],
		] as const) {
			const values = (await list(`sortBy=${sortBy}&search=e`)).map((link) => Number(link[field]));
			expect(values).toEqual([...values].sort((a, b) => b - a));
		}
		const clicked = (await list('sortBy=lastClicked&search=e')).flatMap(
			(link) => link.lastClicked ?? [],
		);
		expect(clicked.length).toBeGreaterThan(1);
		expect(clicked).toEqual([...clicked].sort().reverse());
	});

	it('hides folders from members without access', async () => {
		const member = new Api(sandbox, 'business', 'member');
		const folderId = folderWith(null);
		const link = await create({ folderId, key: 'hidden-from-members' });
		expect(ids(await list('search=hidden-from-members'))).toEqual([link.id]);
		expect(ids(await list('search=hidden-from-members', member))).toEqual([]);
		expect(outcome(await member.get(`/links?folderId=${folderId}`))).toBe('403 forbidden');
	});

	it('returns an empty page for any page after the last one', async () => {
		expect(await list('page=1001')).toEqual([]);
		expect(await list('page=9007199254740991')).toEqual([]);
	});
});

describe('deleting a link', () => {
	it('deletes by ID and by external ID, and returns 404 afterward', async () => {
		const link = await create({ externalId: 'a/b c' });
		const path = `/links/${encodeURIComponent('ext_a/b c')}`;
		expect((await business.delete(path)).body).toEqual({ id: link.id });
		expect(stored(link.id)).toBeUndefined();
		expect(outcome(await business.delete(path))).toBe('404 not_found');
		const other = await create({});
		expect((await business.delete(`/links/${other.id}`)).body).toEqual({ id: other.id });
		expect(outcome(await business.delete(`/links/${other.id}`))).toBe('404 not_found');
	});

	it('deletes the discount code of the link and notifies the provider', async () => {
		const code = row<{ id: string; code: string; link_id: string }>(
			sandbox,
			`SELECT c.* FROM discount_codes c JOIN discounts d ON d.id = c.discount_id
			 JOIN programs p ON p.id = c.program_id WHERE d.provider = 'custom' AND p.workspace_id = ?`,
			businessId,
		);
		expect(outcome(await business.delete(`/links/${code.link_id}`))).toBe('200');
		expect(sandbox.db.get('SELECT 1 FROM discount_codes WHERE id = ?', code.id)).toBeUndefined();
		const notice = row<{ event: string; payload: string }>(
			sandbox,
			'SELECT * FROM provider_notifications ORDER BY id DESC',
		);
		expect(notice.event).toBe('disccount.deleted');
		expect(JSON.parse(notice.payload)).toMatchObject({ data: { id: code.id, code: code.code } });
	});

	it('rejects root links, folders without write access, and links of other workspaces', async () => {
		const root = row<LinkRow>(
			sandbox,
			`SELECT * FROM links WHERE workspace_id = ? AND key = '_root'`,
			businessId,
		);
		expect(outcome(await business.delete(`/links/${root.id}`))).toBe('403 forbidden');
		const member = new Api(sandbox, 'business', 'member');
		const locked = await create({ folderId: folderWith('read') });
		expect(outcome(await member.delete(`/links/${locked.id}`))).toBe('403 forbidden');
		const unrelated = await create({}, pro);
		expect(outcome(await business.delete(`/links/${unrelated.id}`))).toBe('404 not_found');
		sandbox.quirks.foreignLinkStatus = 401;
		expect(outcome(await business.delete(`/links/${unrelated.id}`))).toBe('401 unauthorized');
		sandbox.quirks.foreignLinkStatus = 404;
		expect(stored(unrelated.id)).toBeDefined();
		expect(stored(locked.id)).toBeDefined();
	});
});

describe('deleting links in bulk', () => {
	const bulk = (ids: string[], api = business) =>
		api.delete<{ deletedCount: number }>(`/links/bulk?linkIds=${encodeURIComponent(ids.join())}`);

	it('counts only the links that it deletes', async () => {
		const own = [await create({}), await create({}), await create({ externalId: 'bulk-ext' })];
		const unrelated = await create({}, pro);
		const root = row<LinkRow>(
			sandbox,
			`SELECT * FROM links WHERE workspace_id = ? AND key = '_root'`,
			businessId,
		);
		const response = await bulk([
			own[0].id,
			own[0].id,
			` ${own[1].id} `,
			'',
			'ext_bulk-ext',
			own[2].id,
			'link_unknown',
			unrelated.id,
			root.id,
		]);
		expect(response.body).toEqual({ deletedCount: 3 });
		expect(own.map((link) => stored(link.id))).toEqual([undefined, undefined, undefined]);
		expect(stored(unrelated.id)).toBeDefined();
		expect(stored(root.id)).toBeDefined();
	});

	it('skips folders without write access', async () => {
		const member = new Api(sandbox, 'business', 'member');
		const locked = await create({ folderId: folderWith('read') });
		const open = await create({ folderId: folderWith('write') });
		expect((await bulk([locked.id, open.id], member)).body).toEqual({ deletedCount: 1 });
		expect(stored(locked.id)).toBeDefined();
	});

	it('rejects more than 100 IDs, unless configured like the real service', async () => {
		const many = Array.from({ length: 101 }, (_, i) => `link_${i}`);
		expect(outcome(await bulk(many))).toBe('422 unprocessable_entity');
		sandbox.quirks.bulkDeleteOver100 = 'accept';
		expect((await bulk(many)).body).toEqual({ deletedCount: 0 });
		sandbox.quirks.bulkDeleteOver100 = 'refuse';
	});
});

it('reports only the first problem, with its path', async () => {
	const response = await business.post('/links', {
		url: 'https://example.com',
		trackConversion: true,
		testVariants: [
			{ url: 'https://example.com', percentage: 5 },
			{ url: 'https://example.com', percentage: 95 },
		],
	});
	expect(messageOf(response)).toMatch(/^too_small: testVariants\[0\]\.percentage: /);
});
