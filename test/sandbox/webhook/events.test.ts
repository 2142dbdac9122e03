import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DiscountCodeRow } from '../../../sandbox/discountCode/columns.ts';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import { Api } from '../../support/sandbox/api.ts';
import { getEvents } from '../../support/sandbox/events.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { programId, row, workspaceId } from '../../support/sandbox/rows.ts';
import { CHROME, visit } from '../../support/sandbox/visit.ts';
import { register, settled } from '../../support/sandbox/webhooks.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

type Fields = Record<string, unknown>;

const sandbox = useSandbox({
	sampleData: { seed: 1, events: 0 },
	webhooks: { retryFactor: 0.005 },
});
const receiver = useReceiver();
const api = new Api(sandbox, 'business');

beforeEach(async () => {
	await settled(sandbox);
	sandbox.db.run('DELETE FROM webhooks');
	sandbox.quirks.clickDelivery = 'immediate';
});

async function createLink(fields: Fields = {}): Promise<LinkRow> {
	const body = { url: 'https://example.com/landing', ...fields };
	const { status, body: link } = await api.post<{ id: string }>('/links', body);
	expect(status).toBe(200);
	return row<LinkRow>(sandbox, 'SELECT * FROM links WHERE id = ?', link.id);
}

/** What came so far and will come, by name. */
async function events(path = '/'): Promise<{ event: string; data: Fields }[]> {
	await settled(sandbox);
	return receiver.deliveries
		.filter((delivery) => delivery.path === path)
		.map(({ envelope: { event, data } }) => ({ event, data }));
}

describe('link.created and link.deleted', () => {
	const triggers = ['link.created', 'link.deleted'];

	it('contain the link as the API returns it, with its tags', async () => {
		await register(sandbox, `${receiver.url}/`, triggers);
		const tag = row<{ id: string }>(
			sandbox,
			'SELECT id FROM tags WHERE workspace_id = ?',
			workspaceId(sandbox, 'business'),
		);
		const body = { url: 'https://example.com', tagIds: [tag.id] };
		const { body: link } = await api.post<{ id: string; tags: unknown[] }>('/links', body);
		await api.delete(`/links/${link.id}`);
		expect(link.tags).toHaveLength(1);
		const [first, second] = await events();
		expect([first, second].map(({ data }) => data)).toEqual([link, link]);
		expect(new Set([first.event, second.event])).toEqual(new Set(triggers));
	});

	it('are not sent for a bulk deletion', async () => {
		const links = [await createLink(), await createLink()];
		await register(sandbox, `${receiver.url}/`, triggers);
		await api.delete(`/links/bulk?linkIds=${links.map(({ id }) => id).join(',')}`);
		expect(await events()).toEqual([]);
	});
});

describe('link.clicked', () => {
	const subscribe = (path: string, fields: Fields) =>
		register(sandbox, receiver.url + path, ['link.clicked'], fields);

	it('contains the click and link as in GET /events, except for the region and referrer', async () => {
		await subscribe('/', { linkScope: 'workspace' });
		const link = await createLink();
		await visit(sandbox, link, {
			referer: 'https://news.example.org/story?id=1',
			'x-forwarded-for': '203.0.113.7',
			'x-geo-country': 'US',
			'x-geo-region': 'CA',
		});
		const [{ data }] = await events();
		const { body: listed } = await getEvents(sandbox, { linkId: link.id });
		expect(data).toEqual({
			click: {
				...listed[0].click,
				region: 'CA',
				refererUrl: 'https://news.example.org/story?id=1',
			},
			link: listed[0].link,
		});
		expect(listed[0].click).toMatchObject({ region: 'US-CA', ip: '203.0.113.7', ua: CHROME });
		expect(listed[0].link).toMatchObject({ id: link.id, clicks: 1 });
	});

	it('is sent for links in the link scope', async () => {
		const folders = sandbox.db.all<{ id: string }>(
			'SELECT id FROM folders WHERE workspace_id = ? LIMIT 2',
			workspaceId(sandbox, 'business'),
		);
		const inFolder = await createLink({ folderId: folders[0].id });
		const inOther = await createLink({ folderId: folders[1].id });
		const plain = await createLink();
		const unrelated = row<LinkRow>(
			sandbox,
			`SELECT * FROM links WHERE workspace_id = ? AND expires_at IS NULL AND disabled_at IS NULL AND password IS NULL`,
			workspaceId(sandbox, 'advanced'),
		);
		await subscribe('/all', { linkScope: 'workspace' });
		await subscribe('/folder', { linkScope: 'folders', folderIds: [folders[0].id] });
		await subscribe('/links', { linkScope: 'links', linkIds: [plain.id, inFolder.id] });
		await subscribe('/none', { linkScope: 'links' });
		for (const link of [inFolder, inOther, plain, unrelated]) await visit(sandbox, link);
		const got = async (path: string) =>
			(await events(path)).map(({ data }) => (data.link as { id: string }).id).sort();
		expect(await got('/all')).toEqual([inFolder.id, inOther.id, plain.id].sort());
		expect(await got('/folder')).toEqual([inFolder.id]);
		expect(await got('/links')).toEqual([plain.id, inFolder.id].sort());
		expect(await got('/none')).toEqual([]);
	});

	it('is not sent for repeated clicks, bots, or workspaces over their quota', async () => {
		await subscribe('/', { linkScope: 'workspace' });
		const link = await createLink();
		await visit(sandbox, link);
		await visit(sandbox, link);
		await visit(sandbox, link, { 'user-agent': 'Googlebot' });
		expect(await events()).toHaveLength(1);
		const quota = `UPDATE workspaces SET events_quota_exceeded = ? WHERE slug = 'business'`;
		sandbox.db.run(quota, 1);
		await visit(sandbox, link, { 'x-forwarded-for': '192.0.2.1' });
		sandbox.db.run(quota, 0);
		expect(await events()).toHaveLength(1);
		expect(row<LinkRow>(sandbox, 'SELECT * FROM links WHERE id = ?', link.id).clicks).toBe(2);
	});

	it('can be batched, with one delivery per click and none for deleted links', async () => {
		sandbox.quirks.clickDelivery = 'batched';
		await subscribe('/', { linkScope: 'workspace' });
		const kept = await createLink();
		const deleted = await createLink();
		for (const ip of ['192.0.2.1', '192.0.2.2']) {
			await visit(sandbox, kept, { 'x-forwarded-for': ip });
		}
		await visit(sandbox, deleted);
		await api.delete(`/links/${deleted.id}`);
		expect(receiver.deliveries).toEqual([]);
		await settled(sandbox);
		expect(receiver.deliveries).toHaveLength(2);
		const clicks = receiver.deliveries.map(({ envelope }) => envelope);
		expect(new Set(clicks.map(({ id }) => id)).size).toBe(2);
		for (const { data } of clicks) expect(data.link).toMatchObject({ id: kept.id, clicks: 2 });
	});
});

describe('partner.enrolled', () => {
	const enroll = (email: string) =>
		new Api(sandbox, 'advanced').post('/tokens/embed/referrals', { partner: { email } });

	it('is sent once, with the links of the partner', async () => {
		await register(
			sandbox,
			`${receiver.url}/`,
			['partner.enrolled', 'link.created'],
			{},
			'advanced',
		);
		await enroll('new@partners.example.net');
		await enroll('new@partners.example.net');
		expect(await events()).toEqual([
			{
				event: 'partner.enrolled',
				data: expect.objectContaining({
					email: 'new@partners.example.net',
					status: 'approved',
					programId: programId(sandbox, 'advanced'),
					totalClicks: 0,
					links: [expect.objectContaining({ key: 'new' })],
				}),
			},
		]);
	});
});

describe('discount_code.deleted', () => {
	function codeOf(provider: string): DiscountCodeRow {
		return row<DiscountCodeRow>(
			sandbox,
			`SELECT c.* FROM discount_codes c JOIN discounts d ON d.id = c.discount_id
			 WHERE d.provider = ? AND c.program_id = ?`,
			provider,
			programId(sandbox, 'business'),
		);
	}

	it('is spelled as in the contract and sent for custom providers only', async () => {
		await register(sandbox, `${receiver.url}/`, ['discount_code.deleted']);
		const custom = codeOf('custom');
		await api.delete(`/discount-codes/${custom.id}`);
		await api.delete(`/discount-codes/${codeOf('stripe').id}`);
		expect(await events()).toEqual([
			{
				event: 'disccount.deleted',
				data: {
					id: custom.id,
					code: custom.code,
					partnerId: custom.partner_id,
					linkId: custom.link_id,
					disabledAt: custom.disabled_at && new Date(custom.disabled_at).toISOString(),
					discount: expect.objectContaining({ id: custom.discount_id, provider: 'custom' }),
				},
			},
		]);
	});

	it('uses its correct name for all providers, bulk deletions, and bans if configured', async () => {
		sandbox.quirks.discountDeletedEvent = 'discount_code.deleted';
		await register(sandbox, `${receiver.url}/`, ['discount_code.deleted', 'link.deleted']);
		const codes = ['custom', 'stripe', 'shopify'].map(codeOf);
		await api.delete(`/discount-codes/${codes[0].id}`);
		await api.delete(`/links/bulk?linkIds=${codes[1].link_id}`);
		await api.post('/partners/ban', { partnerId: codes[2].partner_id, reason: 'spam' });
		sandbox.quirks.discountDeletedEvent = 'disccount.deleted';
		const got = await events();
		expect(new Set(got.map(({ event }) => event))).toEqual(new Set(['discount_code.deleted']));
		for (const { id } of codes) expect(got.map(({ data }) => data.id)).toContain(id);
		const banned = got.find(({ data }) => data.id === codes[2].id);
		expect(banned?.data.disabledAt).toMatch(/Z$/);
	});
});
