import { beforeAll, expect, it } from '@jest/globals';
import { Dub } from 'dub';
import { sampleKey } from '../../sandbox/data/lookup.ts';
import * as errors from 'dub/models/errors';
import { newClick } from '../support/sandbox/conversions.ts';
import { programId, row } from '../support/sandbox/rows.ts';
import { useSandbox } from '../support/sandbox/useSandbox.ts';

// The service's public SDK checks each response against its schema.
const sandbox = useSandbox({ sampleData: { seed: 1, events: 600 } });
let dub: Dub;
let program: string;
/** An approved one with this link. */
let partnerId: string;
let linkId: string;

beforeAll(async () => {
	dub = new Dub({
		token: sampleKey(sandbox.db, 'enterprise'),
		serverURL: sandbox.url,
		retryConfig: { strategy: 'none' },
	});
	program = programId(sandbox, 'enterprise');
	({ partner_id: partnerId, link_id: linkId } = row(
		sandbox,
		`SELECT l.partner_id, l.id AS link_id FROM links l JOIN enrollments e USING (program_id, partner_id)
		 WHERE program_id = ? AND status = 'approved' ORDER BY l.id`,
		program,
	));
});

async function countOf<Page extends { result: unknown[] }>(pages: AsyncIterable<Page>) {
	let count = 0;
	for await (const { result } of pages) count += result.length;
	return count;
}

it('parses responses about links', async () => {
	const url = 'https://example.com/sdk';
	const created = await dub.links.create({ url, externalId: 'sdk' });
	const [bulk, error] = await dub.links.createMany([{ url, domain: 'not-ours.com' }, { url }]);
	expect(bulk).toMatchObject({ url });
	expect(error).toMatchObject({ code: 'forbidden', link: { url, domain: 'not-ours.com' } });
	expect(await dub.links.update('ext_sdk', { title: 'One' })).toMatchObject({ title: 'One' });
	const [many] = await dub.links.updateMany({ linkIds: [created.id], data: { title: 'Many' } });
	expect(many).toMatchObject({ id: created.id, title: 'Many' });
	expect(await dub.links.upsert({ url, title: 'Up' })).toMatchObject({ title: 'Up' });
	expect(await dub.links.get({ externalId: 'sdk' })).toMatchObject({ id: created.id });
	const count = await dub.links.count({});
	expect(await countOf(await dub.links.list({ pageSize: 10 }))).toBe(count);
	const more = await dub.links.create({ url });
	expect(await dub.links.deleteMany({ linkIds: [more.id] })).toEqual({ deletedCount: 1 });
	expect(await dub.links.delete(created.id)).toEqual({ id: created.id });
	expect(await dub.links.count({})).toBe(count - 1);
});

it('parses responses about tags and folders', async () => {
	const tag = await dub.tags.create({ name: 'SDK', color: 'red' });
	expect(await dub.tags.update(tag.id, { name: 'Renamed' })).toEqual({ ...tag, name: 'Renamed' });
	expect(await dub.tags.list({ search: 'renamed' })).toEqual([{ ...tag, name: 'Renamed' }]);
	expect(await dub.tags.delete(tag.id)).toEqual({ id: tag.id });

	const folder = await dub.folders.create({ name: 'SDK', accessLevel: 'read' });
	expect(await dub.folders.update(folder.id, { name: 'Renamed' })).toMatchObject({
		name: 'Renamed',
		accessLevel: 'read',
	});
	expect(await dub.folders.list({ search: 'Renamed' })).toHaveLength(1);
	expect(await dub.folders.delete(folder.id)).toEqual({ id: folder.id });
});

it('parses responses about domains', async () => {
	const slug = 'sdk.example.org';
	expect(await dub.domains.create({ slug })).toMatchObject({ slug, primary: false });
	const changes = {
		notFoundUrl: 'https://example.com/nothing',
		logo: 'data:image/png;base64,AAAA',
	};
	expect(await dub.domains.update(slug, changes)).toMatchObject({ slug, ...changes });
	const domains = ['one.link', 'two.link'];
	expect(await dub.domains.register({ domain: domains[0] })).toMatchObject({ domain: domains[0] });
	const [taken, free] = await dub.domains.checkStatus({ domains });
	expect([taken.available, free.available]).toEqual([false, true]);
	expect(await countOf(await dub.domains.list({ search: 'one.link' }))).toBe(1);
	expect(await dub.domains.delete(slug)).toEqual({ slug });
});

it('parses events and analytics, except groupings that it does not support', async () => {
	for (const event of ['clicks', 'leads', 'sales'] as const) {
		const events = await dub.events.list({ event, interval: 'all' });
		expect(events.length).toBeGreaterThan(0);
	}
	sandbox.limits = 'off';
	const interval = 'all';
	const counts = await dub.analytics.retrieve({ event: 'composite', interval });
	expect(counts).toMatchObject({ clicks: expect.any(Number), saleAmount: expect.any(Number) });
	for (const groupBy of [
		'timeseries',
		'continents',
		'countries',
		'regions',
		'cities',
		'devices',
		'browsers',
		'os',
		'triggers',
		'referers',
		'referer_urls',
		'top_links',
		'top_urls',
	] as const) {
		const groups = await dub.analytics.retrieve({ groupBy, interval });
		expect([groupBy, Array.isArray(groups)]).toEqual([groupBy, true]);
	}
	await expect(dub.analytics.retrieve({ groupBy: 'top_folders', interval })).rejects.toThrow(
		errors.ResponseValidationError,
	);
	for (const groupBy of ['timeseries', 'top_links'] as const) {
		expect(await dub.partners.analytics({ partnerId, groupBy })).not.toEqual([]);
	}
	expect(await dub.partners.analytics({ partnerId })).toMatchObject({
		earnings: expect.any(Number),
	});
});

it('parses responses about conversions and customers', async () => {
	const link = row<{ id: string; domain: string; key: string }>(
		sandbox,
		'SELECT * FROM links WHERE id = ?',
		linkId,
	);
	const clickId = await newClick(sandbox, link);
	const customerExternalId = 'sdk-customer';
	const lead = { clickId, eventName: 'Sign up', customerExternalId, metadata: { plan: 'pro' } };
	expect(await dub.track.lead(lead)).toMatchObject({ link: { id: linkId } });
	expect(await dub.track.lead(lead)).toMatchObject({ link: null });
	const sale = await dub.track.sale({
		...{ customerExternalId, amount: 5000, invoiceId: 'in_sdk' },
		...{ paymentProcessor: 'lemonsqueezy', metadata: { plan: 'pro' } },
	});
	expect(sale).toMatchObject({
		sale: { amount: 5000, currency: 'usd', paymentProcessor: 'lemonsqueezy' },
	});
	const sales = await dub.events.list({ event: 'sales', interval: 'all', linkId });
	expect(sales).toContainEqual(
		expect.objectContaining({
			sale: expect.objectContaining({ paymentProcessor: 'lemonsqueezy' }),
		}),
	);
	const [commission] = (await dub.commissions.list({ query: "metadata['plan']:'pro'" })).result;
	expect(commission).toMatchObject({ invoiceId: 'in_sdk', metadata: { plan: 'pro' } });
	expect(await dub.track.sale({ customerExternalId: 'nobody', amount: 1 })).toMatchObject({
		customer: null,
		sale: null,
	});

	const id = `ext_${customerExternalId}`;
	expect(await dub.customers.get({ id })).toMatchObject({ sales: 1, saleAmount: 5000 });
	const changed = await dub.customers.update({
		id,
		includeExpandedFields: true,
		requestBody: { email: 'sdk@customers.example.net' },
	});
	expect(changed).toMatchObject({ link: { id: linkId }, partner: { id: partnerId } });
	const total = row<{ n: number }>(
		sandbox,
		`SELECT count(*) AS n FROM customers WHERE workspace_id = (SELECT workspace_id FROM programs WHERE id = ?)`,
		program,
	);
	expect(await countOf(await dub.customers.list({ pageSize: 2 }))).toBe(total.n);
	expect(await dub.customers.delete(id)).toEqual({ id: changed.id });
});

it('parses responses about partners and their links', async () => {
	const email = 'sdk@partners.example.org';
	const username = 'ada.sdk';
	const details = { name: 'SDK', tenantId: 'sdk-tenant', username };
	const partner = await dub.partners.create({ email, ...details });
	expect(partner).toMatchObject({ email, username, status: 'approved' });
	const listed = await dub.partners.list({ email });
	expect(listed).toMatchObject([{ id: partner.id }]);
	const link = await dub.partners.createLink({ tenantId: 'sdk-tenant', key: 'sdk-partner' });
	const upserted = await dub.partners.upsertLink({ partnerId: partner.id, url: link.url });
	expect(partner.links?.map(({ id }) => id)).toContain(upserted.id);
	const links = await dub.partners.retrieveLinks({ partnerId: partner.id });
	expect(links).toHaveLength(2);
	sandbox.quirks.embedTokenStatus = 201;
	const token = await dub.embedTokens.referrals({ partnerId: partner.id });
	expect(token.publicToken).toMatch(/^dub_embed_/);

	const code = await dub.discountCodes.create({ partnerId: partner.id, linkId: link.id });
	expect(await dub.discountCodes.list({ partnerId: partner.id })).toEqual([code]);
	expect(await dub.discountCodes.delete(code.code)).toEqual({ id: code.id });

	const one = { partnerId: partner.id };
	expect(await dub.partners.deactivate(one)).toEqual(one);
	expect(await dub.partners.ban({ ...one, reason: 'spam' })).toEqual(one);
	const [first, second] = await dub.partnerApplications.list({ pageSize: 100 });
	const approved = { partnerId: first.partner.id };
	expect(await dub.partnerApplications.approve(approved)).toEqual(approved);
	const rejected = { partnerId: second.partner.id };
	expect(await dub.partnerApplications.reject(rejected)).toEqual(rejected);
});

it('parses responses about commissions, payouts, and bounties', async () => {
	expect(await dub.commissions.create({ type: 'custom', partnerId, amount: 900 })).toMatchObject({
		success: true,
	});
	const { result } = await dub.commissions.list({ partnerId, type: 'custom', status: 'pending' });
	const [{ id }] = result;
	expect(await dub.commissions.update({ id, requestBody: { earnings: 800 } })).toMatchObject({
		id,
		earnings: 800,
	});
	const status = 'canceled';
	expect(await dub.commissions.updateMany({ commissionIds: [id], status })).toEqual([
		{ id, status },
	]);
	const visible = row<{ n: number }>(
		sandbox,
		`SELECT count(*) AS n FROM commissions WHERE program_id = ? AND earnings <> 0
		 AND status NOT IN ('duplicate', 'fraud', 'canceled')`,
		program,
	);
	expect(await countOf(await dub.commissions.list({ pageSize: 20 }))).toBe(visible.n);
	const payouts = await dub.payouts.list({ status: 'completed' });
	expect(new Set(payouts.map((payout) => payout.status))).toEqual(new Set(['completed']));

	const { id: bountyId } = row<{ id: string }>(
		sandbox,
		'SELECT id FROM bounties WHERE program_id = ? AND reward_amount IS NULL',
		program,
	);
	const open = await dub.bounties.listSubmissions({ bountyId, status: 'submitted' });
	const [first, second] = open.map(({ id: submissionId }) => ({ bountyId, submissionId }));
	const requestBody = { rewardAmount: 100 };
	expect(await dub.bounties.approveSubmission({ ...first, requestBody })).toMatchObject({
		status: 'approved',
	});
	expect(await dub.bounties.rejectSubmission(second)).toMatchObject({ status: 'rejected' });
});

it('takes commissions on a lead and a sale with their details', async () => {
	const customer = { externalId: 'sdk-manual', country: 'DE' };
	const date = '2026-01-05T10:00:00.000Z';
	const metadata = { source: 'sdk' };
	const accepted = { success: true };
	const lead = { eventName: 'Webinar', metadata };
	expect(
		await dub.commissions.create({ type: 'lead', partnerId, customer, date, lead }),
	).toMatchObject(accepted);
	const sale = {
		...{ amount: 10_000, currency: 'eur', eventName: 'Invoice paid', invoiceId: 'in_manual' },
		...{ paymentProcessor: 'lemonsqueezy' as const, metadata },
	};
	expect(
		await dub.commissions.create({ type: 'sale', partnerId, customer, date, sale }),
	).toMatchObject(accepted);
	const { result } = await dub.commissions.list({ query: "metadata['source']:'sdk'" });
	expect(result.map(({ type, amount }) => [type, amount]).sort()).toEqual([
		['lead', 0],
		['sale', 11_000],
	]);
	for (const commission of result) expect(commission).toMatchObject({ metadata, createdAt: date });
	await expect(
		dub.commissions.create({
			...{ type: 'sale', partnerId, customer, importStripeInvoices: true },
			sale,
		}),
	).rejects.toThrow(errors.UnprocessableEntity);
});

it('maps errors to their classes', async () => {
	const refused: [Promise<unknown>, new (...args: never[]) => Error][] = [
		[dub.customers.get({ id: 'cus_x' }), errors.NotFound],
		[dub.customers.list({ startingAfter: 'cus_x' }), errors.UnprocessableEntity],
		[dub.partners.retrieveLinks({}), errors.BadRequest],
		[dub.links.create({ url: 'https://example.com', domain: 'x.com' }), errors.Forbidden],
		[new Dub({ token: 'dub_x', serverURL: sandbox.url }).tags.list({}), errors.Unauthorized],
	];
	for (const [request, type] of refused) await expect(request).rejects.toThrow(type);
	await dub.tags.create({ name: 'Twice' });
	await expect(dub.tags.create({ name: 'Twice' })).rejects.toThrow(errors.Conflict);
	sandbox.limits = { general: 0 };
	await expect(dub.tags.list({})).rejects.toThrow(errors.RateLimitExceeded);
	sandbox.limits = 'off';
});
