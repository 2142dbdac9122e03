import { describe, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { row, workspaceId } from '../../support/sandbox/rows.ts';
import { register, settled } from '../../support/sandbox/webhooks.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

interface Link {
	id: string;
	domain: string;
	key: string;
	url: string;
	[field: string]: unknown;
}

interface LinkError {
	link: Record<string, unknown>;
	error: string;
	code: string;
}

const URL = 'https://example.com/page';

const sandbox = useSandbox();
const receiver = useReceiver();
const business = new Api(sandbox, 'business');
const member = new Api(sandbox, 'business', 'member');
const pro = new Api(sandbox, 'pro');

function patch<T>(api: Api, body: unknown) {
	return api.send<T>('PATCH', '/links/bulk', JSON.stringify(body));
}

async function create(fields: Record<string, unknown> = {}, api = business): Promise<Link> {
	const response = await api.post<Link>('/links', { url: URL, ...fields });
	expect(outcome(response)).toBe('200');
	return response.body;
}

async function info(id: string, api = business): Promise<Link> {
	const response = await api.get<Link>(`/links/info?linkId=${id}`);
	expect(outcome(response)).toBe('200');
	return response.body;
}

/** A folder that a member who was not added may use like this. */
function folderWith(accessLevel: 'write' | 'read'): string {
	return row<{ id: string }>(
		sandbox,
		`SELECT id FROM folders f WHERE workspace_id = ? AND access_level = ?
		 AND NOT EXISTS (SELECT 1 FROM folder_members m WHERE m.folder_id = f.id)`,
		workspaceId(sandbox, 'business'),
		accessLevel,
	).id;
}

describe('creating links in bulk', () => {
	const bulk = async (links: unknown, api = business) => {
		const response = await api.post<(Link & LinkError)[]>('/links/bulk', links);
		expect(outcome(response)).toBe('200');
		return response.body;
	};

	it('returns the created links in order, followed by the errors', async () => {
		await create({ key: 'bulk-taken' });
		const results = await bulk([
			{ url: URL, key: 'bulk-taken' },
			{ url: 'example.com/first', externalId: 'ext_bulk-1' },
			{ url: URL, domain: 'go.pro.example.com' },
			{ url: 'https://example.com/second', key: 'bulk-second', comments: 'two' },
			{ url: URL, tagNames: ['no such tag'] },
			{ url: URL, externalId: 'bulk-1' },
			{ url: URL, folderId: 'fold_unknown' },
			{ url: URL, key: '_x' },
		]);
		expect(results.slice(0, 2)).toMatchObject([
			{ url: 'https://example.com/first', externalId: 'bulk-1', tags: [], webhookIds: [] },
			{ url: 'https://example.com/second', key: 'bulk-second', comments: 'two' },
		]);
		expect(results[0]).toEqual(await info(results[0].id));
		expect(results.slice(2).map(({ link, code }) => [link, code])).toEqual([
			[{ url: URL, key: 'bulk-taken' }, 'conflict'],
			[{ url: URL, domain: 'go.pro.example.com' }, 'forbidden'],
			[{ url: URL, tagNames: ['no such tag'] }, 'unprocessable_entity'],
			[{ url: URL, externalId: 'bulk-1' }, 'conflict'],
			[{ url: URL, folderId: 'fold_unknown' }, 'not_found'],
			[{ url: URL, key: '_x' }, 'unprocessable_entity'],
		]);
		expect(results[2]).toEqual({
			link: { url: URL, key: 'bulk-taken' },
			code: 'conflict',
			error: expect.stringContaining('bulk-taken'),
		});
	});

	it('accepts 100 links with all fields of a single link', async () => {
		const folderId = folderWith('write');
		const links = Array.from({ length: 100 }, (_, n) => n);
		const created = await bulk(
			links.map((n) => ({
				url: `https://example.com/${n}`,
				key: `hundred/${n}`,
				folderId,
				trackConversion: true,
				utm_source: 'bulk',
				expiresAt: '2031-01-01T00:00:00Z',
			})),
		);
		expect(created.map(({ key }) => key)).toEqual(links.map((n) => `hundred/${n}`));
		expect(created[7]).toMatchObject({
			url: 'https://example.com/7?utm_source=bulk',
			folderId,
			trackConversion: true,
			utm_source: 'bulk',
			expiresAt: '2031-01-01T00:00:00.000Z',
		});
	});

	it('checks folder access and plan features for each link', async () => {
		const results = await bulk([{ url: URL, folderId: folderWith('read') }, { url: URL }], member);
		expect(results.map(({ code }) => code)).toEqual([undefined, 'forbidden']);
		const paid = await bulk([{ url: URL, trackConversion: true }, { url: URL }], pro);
		expect(paid.map(({ code }) => code)).toEqual([undefined, 'forbidden']);
	});

	it.each<[string, unknown, string]>([
		['a body that is not an array', { url: URL }, '400 bad_request'],
		['an empty array', [], '422 unprocessable_entity'],
		['101 links', Array.from({ length: 101 }, () => ({ url: URL })), '422 unprocessable_entity'],
		['a link without URL', [{ url: URL }, {}], '400 bad_request'],
		[
			'the same key twice',
			[
				{ url: URL, key: 'twice' },
				{ url: URL, key: '/twice', domain: 'go.business.example.com' },
			],
			'400 bad_request',
		],
	])('rejects the whole batch for %s', async (_name, links, expected) => {
		const count = () => row<{ n: number }>(sandbox, 'SELECT count(*) AS n FROM links').n;
		const before = count();
		expect(outcome(await business.post('/links/bulk', links))).toBe(expected);
		expect(count()).toBe(before);
	});

	it('accepts the same key on two domains', async () => {
		const domains = ['go.business.example.com', 'try.business.example.com'];
		const created = await bulk(domains.map((domain) => ({ url: URL, domain, key: 'on-two' })));
		expect(created.map(({ domain }) => domain)).toEqual(domains);
	});
});

describe('updating links in bulk', () => {
	it('changes only the given fields of all links', async () => {
		const tag = row<{ id: string; name: string; color: string }>(
			sandbox,
			'SELECT id, name, color FROM tags WHERE workspace_id = ?',
			workspaceId(sandbox, 'business'),
		);
		const links = [
			await create({ comments: 'kept', password: 'gone' }),
			await create({ comments: 'kept', utm_source: 'kept' }),
		];
		const ids = links.map(({ id }) => id);
		const data = { tagIds: [tag.id], password: null, title: 'New', trackConversion: true };
		const { body } = await patch<Link[]>(business, { linkIds: [...ids, ids[0]], data });
		expect(body).toEqual(
			links.map((link) => ({
				...link,
				trackConversion: true,
				title: 'New',
				password: null,
				tags: [{ id: tag.id, name: tag.name, color: tag.color }],
				tagId: tag.id,
				updatedAt: expect.any(String),
			})),
		);
		expect(body[1]).toEqual(await info(ids[1]));
	});

	it('returns the updated links, followed by the errors', async () => {
		const own = await create();
		const unrelated = await create({}, pro);
		const locked = await create({ folderId: folderWith('read') });
		const { body } = await patch<LinkError[]>(member, {
			linkIds: ['link_unknown', unrelated.id, locked.id, own.id],
			data: { archived: true },
		});
		expect(body[0]).toMatchObject({ id: own.id, archived: true });
		expect(body.slice(1)).toEqual([
			{ link: { id: 'link_unknown' }, code: 'not_found', error: expect.any(String) },
			{ link: { id: unrelated.id }, code: 'not_found', error: expect.any(String) },
			{ link: { id: locked.id }, code: 'forbidden', error: expect.any(String) },
		]);
		expect((await info(unrelated.id, pro)).archived).toBe(false);
		expect((await info(locked.id)).archived).toBe(false);
	});

	it('finds links by external ID without a prefix, unless link IDs are given', async () => {
		const [one, two] = [await create({ externalId: 'bare-1' }), await create()];
		const data = { comments: 'found' };
		const byExternalId = await patch<Link[]>(business, {
			externalIds: ['bare-1', 'ext_bare-1'],
			data,
		});
		expect(byExternalId.body).toMatchObject([
			{ id: one.id, comments: 'found' },
			{ link: { externalId: 'ext_bare-1' }, code: 'not_found' },
		]);
		const byId = await patch<Link[]>(business, {
			linkIds: [two.id],
			externalIds: ['bare-1'],
			data: { comments: 'again' },
		});
		expect(byId.body.map(({ id }) => id)).toEqual([two.id]);
		expect((await info(one.id)).comments).toBe('found');
	});

	it('returns a text if there is nothing to update', async () => {
		const response = await patch<string>(business, { data: { archived: true } });
		expect(response.status).toBe(200);
		expect(typeof response.body).toBe('string');
	});

	it('rejects a folder without write access for the whole batch', async () => {
		const { id } = await create();
		const move = (folderId: string) => patch(member, { linkIds: [id], data: { folderId } });
		expect(outcome(await move(folderWith('read')))).toBe('403 forbidden');
		expect(outcome(await move('fold_unknown'))).toBe('404 not_found');
		const folderId = folderWith('write');
		expect((await move(folderId)).body).toMatchObject([{ id, folderId }]);
	});

	it('ignores fields that cannot be set in bulk', async () => {
		const link = await create({ externalId: 'stays' });
		const data = { key: 'new-key', domain: 'dub.sh', externalId: 'new', comments: 'x' };
		expect((await patch<Link[]>(business, { linkIds: [link.id], data })).body).toMatchObject([
			{ key: link.key, domain: link.domain, externalId: 'stays', comments: 'x' },
		]);
	});

	it('reports features that the plan does not include for each link', async () => {
		const { id } = await create({}, pro);
		const { body } = await patch<LinkError[]>(pro, {
			linkIds: [id],
			data: { trackConversion: true },
		});
		expect(body).toMatchObject([{ link: { id }, code: 'forbidden' }]);
	});
});

it('sends no webhook deliveries', async () => {
	await register(sandbox, `${receiver.url}/`, ['link.created', 'link.updated', 'link.deleted']);
	const { body } = await business.post<LinkRow[]>('/links/bulk', [{ url: URL }]);
	await patch(business, { linkIds: [body[0].id], data: { archived: true } });
	await business.delete(`/links/bulk?linkIds=${body[0].id}`);
	await settled(sandbox);
	expect(receiver.deliveries).toEqual([]);
});
