import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { toolOf } from '../../support/node/runNode';
import { enrollments } from '../../support/sandbox/partners';
import { row } from '../../support/sandbox/rows';

const service = useService({ sampleData: { seed: 5, events: 3000 } });

beforeAll(() => {
	service.withoutLimits();
});

/** Calls a tool with nothing set, as an agent does: what it leaves out has the default of the schema. */
async function call(
	tool: string,
	given: IDataObject = {},
	parameters: INodeParameters = {},
): Promise<IDataObject[]> {
	const [resource, operation] = tool.split('.');
	const known = toolOf(resource, operation).arguments;
	expect(known.map(({ key }) => key)).toEqual(expect.arrayContaining(Object.keys(given)));
	const defaults = known.flatMap(({ key, defaultValue }) =>
		defaultValue === undefined ? [] : [[key, defaultValue] as const],
	);
	return await service.output(
		{ resource, operation, ...parameters },
		{ asTool: true, items: [{ ...Object.fromEntries(defaults), ...given }] },
	);
}

const tokens = (answer: unknown) => JSON.stringify(answer).length / 4;

describe('what marketers ask for', () => {
	let link: IDataObject;
	let partner: string;

	beforeAll(async () => {
		[link] = await call('link.create', { url: 'https://example.com/agent', key: 'agent-made' });
		partner = enrollments(service.sandbox, 1)[0].partner_id;
	});

	it('makes a short link', () => {
		expect(link).toMatchObject({ url: 'https://example.com/agent', key: 'agent-made' });
		expect(Object.values(link)).not.toContain(null);
	});

	it('asks for a filter only if nothing was found', async () => {
		const asked = async (domain: string) => {
			service.proxy.reset();
			await call('link.count', { filters_domain: domain });
			return service.proxy.requests.map(({ path }) => path);
		};
		expect(await asked(String(link.domain))).toEqual(['/links/count']);
		expect(await asked('a.example')).toContain('/domains');
	});

	it('changes only what it is told', async () => {
		const before = row<IDataObject>(
			service.sandbox,
			'SELECT * FROM links WHERE id = ?',
			String(link.id),
		);
		await call('link.update', {
			linkId: link.shortLink,
			updateFields_url: 'https://example.com/new',
		});
		expect(row(service.sandbox, 'SELECT * FROM links WHERE id = ?', String(link.id))).toEqual({
			...before,
			url: 'https://example.com/new',
			updated_at: expect.any(Number),
		});
	});

	it.each<[string, IDataObject, object]>([
		['analytics.get', {}, { clicks: expect.any(Number), sales: expect.any(Number) }],
		['analytics.get', { groupBy: 'countries', interval: 'all' }, { country: expect.any(String) }],
		[
			'analytics.get',
			{ groupBy: 'top_links', event: 'sales', interval: 'all' },
			{ saleAmount: expect.any(Number) },
		],
		[
			'analytics.get',
			{ interval: 'custom', start: '2026-11-01', end: '2026-11-20' },
			{ clicks: expect.any(Number) },
		],
		[
			'event.getAll',
			{ event: 'sales', interval: '90d' },
			{ saleAmount: expect.any(Number), country: expect.any(String) },
		],
		[
			'link.getAll',
			{ filters_search: 'agent' },
			{ shortLink: expect.stringContaining('agent-made') },
		],
		['link.get', { linkId: 'https://go.business.example.com/agent-made' }, { key: 'agent-made' }],
		['link.count', {}, { count: expect.any(Number) }],
		[
			'partner.getAll',
			{ filters_status: 'approved' },
			{ status: 'approved', totalClicks: expect.any(Number) },
		],
		['partnerApplication.getAll', {}, { partnerId: expect.stringMatching(/^pn_/) }],
		[
			'commission.getAll',
			{ filters_status: 'pending' },
			{ status: 'pending', partnerName: expect.any(String) },
		],
		['payout.getAll', {}, { amount: expect.any(Number) }],
		['customer.getAll', {}, { id: expect.stringMatching(/^cus_/) }],
		['tag.getAll', {}, { name: expect.any(String) }],
		['folder.getAll', {}, { name: expect.any(String) }],
		['domain.getAll', {}, { slug: expect.any(String) }],
		['tag.create', { name: 'agents' }, { name: 'agents' }],
		['folder.create', { name: 'Agents' }, { name: 'Agents' }],
		[
			'qrCode.get',
			{ url: 'https://go.business.example.com/agent-made' },
			{ imageUrl: expect.stringContaining('/qr?url=https%3A%2F%2Fgo.business') },
		],
		['partner.create', { email: 'agent@example.com' }, { status: 'approved' }],
		['conversion.trackSale', { customerExternalId: 'nobody', amount: 4900 }, { recorded: false }],
		[
			'link.createMany',
			{ links: '[{"url":"https://example.com/1"},{"url":"https://example.com/2"}]' },
			{ url: 'https://example.com/1' },
		],
	])('%s %j', async (tool, given, expected) => {
		const answer = await call(tool, given);
		const [row] = answer.filter((one) => Object.keys(one).join() !== 'note');
		expect(row).toEqual(expect.objectContaining(expected));
		expect(tokens(answer)).toBeLessThan(2000);
	});

	it('says what a decision did', async () => {
		const [answer] = await call('partner.ban', { partner, reason: 'spam' });
		expect(answer).toMatchObject({
			status: 'banned',
			name: expect.any(String),
			effect: expect.stringMatching(/links? disabled, .* canceled/),
		});
	});
});

describe('an answer', () => {
	it('is an error if the service does not state the total', async () => {
		service.proxy.respond = ({ path }) =>
			path === '/analytics' ? { status: 200, body: {} } : undefined;
		const answer = await call('event.getAll', { event: 'clicks', interval: 'all', limit: 3 });
		const problem = 'The response to GET /analytics has an unexpected format: clicks: ';
		expect(answer).toEqual([{ error: expect.stringContaining(problem) }]);
	});

	it('is no longer than its budget, and says how many rows there are', async () => {
		const answer = await call('event.getAll', { event: 'clicks', interval: 'all', limit: 300 });
		expect(tokens(answer)).toBeLessThan(1600);
		expect(answer[0].note).toMatch(/^Total: \d+ clicks\. \d+ of 300 rows are shown/);
		const large = await call(
			'event.getAll',
			{ event: 'clicks', interval: 'all', limit: 300 },
			{ output: 'all', maxTokens: 500 },
		);
		expect(tokens(large)).toBeLessThan(600);
	});

	it.each<[string, IDataObject, string | undefined]>([
		['tag.getAll', { limit: 2 }, 'Limited to 2 rows; there may be more.'],
		['tag.getAll', { limit: 100 }, undefined],
		[
			'analytics.get',
			{ groupBy: 'countries', interval: 'all', maxGroups: 1 },
			'Limited to 1 row; there may be more.',
		],
		['analytics.get', { groupBy: 'timeseries', interval: '30d', maxGroups: 31 }, undefined],
	])('says whether there may be more: %s %j', async (tool, given, note) => {
		const [first] = await call(tool, given);
		expect(first.note).toBe(note);
	});

	it('cuts long texts and omits the last fields only of an object that is too long', async () => {
		const link = { id: 'link_1', title: 't'.repeat(400), clicks: 7, none: null, tags: [] };
		const folder = { list: [{ name: 'a', empty: '' }, {}], long: `l${'😀'.repeat(1500)}` };
		const texts = Object.fromEntries(
			Array.from({ length: 20 }, (_, n) => [`text${n}`, 'x'.repeat(300)]),
		);
		const answerTo = async (body: IDataObject) => {
			service.proxy.respond = () => ({ status: 200, body });
			const given = { linkId: 'link_1' };
			return await call('link.get', given, { output: 'all', maxTokens: 500 });
		};
		expect(await answerTo(link)).toEqual([{ id: 'link_1', title: link.title, clicks: 7 }]);
		const [answer] = await answerTo({ ...link, ...folder });
		expect(answer).toMatchObject({ id: 'link_1', list: [{ name: 'a' }, null] });
		expect(answer.long).toMatch(/^l(😀){50,}…$/u);
		const [cut] = await answerTo({ ...link, ...texts });
		expect(tokens(cut)).toBeLessThan(500);
		expect(cut.note).toMatch(/^Not included, as too long: text\d+, /);
	});

	it('has the selected fields only', async () => {
		const answer = await call(
			'event.getAll',
			{ event: 'clicks', interval: 'all', limit: 2 },
			{ output: 'selected', outputFields: 'click.city, link.shortLink' },
		);
		expect(answer.map((one) => Object.keys(one))).toEqual([
			['note'],
			['click.city', 'link.shortLink'],
			['click.city', 'link.shortLink'],
		]);
	});

	it('says that nothing was found', async () => {
		const [answer] = await call('link.getAll', { filters_search: 'no-such-link' });
		expect(answer.note).toMatch(/^Nothing was found/);
	});

	it.each<[string, IDataObject, RegExp]>([
		['partner.get', { partner: 'pn_none' }, /not found.*Look it up/],
		['link.update', { linkId: 'link_none', updateFields_url: '' }, /.+/],
		['link.count', { filters_domain: 'a.example' }, /no domain a\.example/],
		['analytics.get', { interval: '7d', start: '2026-11-10' }, /cannot be combined.*Use one/],
		['analytics.get', { groupBy: 'planets' }, /'groupBy' must be one of: browsers/],
		['conversion.trackSale', { customerExternalId: 'a', amount: '49.00' }, /enter 4900/],
		['partner.ban', { partner: '', reason: 'spam' }, /pass its ID/],
		['link.create', { url: 'https://example.com', key: 'agent-made' }, /'key' must be unique/],
	])('tells an error with its remedy, and ends nothing: %s %j', async (tool, given, says) => {
		const [answer, ...others] = await call(tool, given);
		expect(others).toEqual([]);
		expect(answer.error).toMatch(says);
	});

	it('takes an empty number or menu for no wish', async () => {
		const [answer] = await call('analytics.get', {
			groupBy: '',
			event: '',
			interval: '',
			maxGroups: '',
		});
		expect(answer).toHaveProperty('clicks');
	});

	it('says where a file is', async () => {
		const [answer] = await call('link.getAll', { limit: 1 }, { returnAs: 'file' });
		expect(answer.note).toMatch(/set 'Return As' to Items/);
	});
});
