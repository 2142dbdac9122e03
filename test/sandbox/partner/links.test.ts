import { beforeEach, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import type { EnrollmentRow } from '../../../sandbox/program/columns.ts';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { listen } from '../../support/sandbox/received.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { programId, row } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Link {
	id: string;
	url: string;
	key: string;
	[field: string]: unknown;
}

const sandbox = useSandboxForEach({ sampleData: { seed: 1, events: 100 } });
const receiver = useReceiver();
const api = new Api(sandbox, 'business');
let partner: EnrollmentRow;

beforeEach(async () => {
	partner = row(
		sandbox,
		`SELECT * FROM enrollments WHERE program_id = ? AND status = 'approved' AND tenant_id IS NOT NULL ORDER BY id`,
		programId(sandbox, 'business'),
	);
});

const upsert = (body: unknown, key = 'owner') =>
	new Api(sandbox, 'business', key).send<Link>(
		'PUT',
		'/partners/links/upsert',
		JSON.stringify(body),
	);

it('lists all links of a partner by partner ID or tenant ID', async () => {
	const rows = sandbox.db.all<LinkRow>(
		'SELECT * FROM links WHERE partner_id = ? ORDER BY id',
		partner.partner_id,
	);
	const response = await api.get(`/partners/links?partnerId=${partner.partner_id}`);
	expect(response.body).toEqual(
		rows.map((link) => ({
			id: link.id,
			domain: link.domain,
			key: link.key,
			shortLink: `https://${link.domain}/${link.key}`,
			url: link.url,
			clicks: link.clicks,
			leads: link.leads,
			conversions: link.conversions,
			sales: link.sales,
			saleAmount: link.sale_amount,
		})),
	);
	expect((await api.get(`/partners/links?tenantId=${partner.tenant_id}`)).body).toEqual(
		response.body,
	);
});

it('creates a link that belongs to the partner', async () => {
	const received = await listen(sandbox, receiver, ['link.created']);
	const response = await api.post<Link>('/partners/links', {
		tenantId: partner.tenant_id,
		key: 'by-hand',
		comments: 'not kept',
		linkProps: { title: 'Titled', externalId: 'ext_mine' },
	});
	expect(response.status).toBe(201);
	const { url, domain } = row<{ url: string; domain: string }>(
		sandbox,
		'SELECT * FROM programs WHERE id = ?',
		partner.program_id,
	);
	expect(response.body).toMatchObject({
		domain,
		url,
		key: 'by-hand',
		partnerId: partner.partner_id,
		programId: partner.program_id,
		tenantId: partner.tenant_id,
		trackConversion: true,
		title: 'Titled',
		externalId: 'mine',
		comments: null,
	});
	expect(await received()).toEqual([{ event: 'link.created', data: response.body }]);
	const again = await api.post('/partners/links', {
		partnerId: partner.partner_id,
		key: 'by-hand',
	});
	expect(outcome(again)).toBe('409 conflict');
});

it('upserts by destination among the links of the partner', async () => {
	const received = await listen(sandbox, receiver, ['link.created', 'link.updated']);
	const { partner_id: partnerId } = partner;
	const url = 'https://www.example.com/landing';
	const first = await upsert({ partnerId, url });
	await received();
	const second = await upsert({ partnerId, url, linkProps: { title: 'Second' } });
	expect([first.status, second.status]).toEqual([200, 200]);
	expect(second.body).toMatchObject({ id: first.body.id, key: first.body.key, title: 'Second' });
	expect((await received()).map(({ event, data }) => [event, data])).toEqual([
		['link.created', first.body],
		['link.updated', second.body],
	]);
	const other = row<EnrollmentRow>(
		sandbox,
		`SELECT * FROM enrollments WHERE program_id = ? AND partner_id <> ? AND tenant_id IS NOT NULL`,
		partner.program_id,
		partnerId,
	);
	// As in the real service: with the tenant ID alone, the links of other partners are found, too.
	expect((await upsert({ tenantId: other.tenant_id, url })).body.id).toBe(first.body.id);
	expect((await upsert({ partnerId: other.partner_id, url })).body.id).not.toBe(first.body.id);
});
