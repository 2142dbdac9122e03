import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import type { ApplicationRow, EnrollmentRow } from '../../../sandbox/program/columns.ts';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { listen } from '../../support/sandbox/received.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { programId, row } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Partner {
	id: string;
	email: string;
	status: string;
	tenantId: string | null;
	groupId: string | null;
	discountId: string | null;
	links: { id: string; key: string }[];
}

const sandbox = useSandboxForEach();
const receiver = useReceiver();
const api = new Api(sandbox, 'business');
let program: string;

beforeEach(async () => {
	program = programId(sandbox, 'business');
});

function withStatus(status: string, also = 'TRUE'): EnrollmentRow {
	return row(
		sandbox,
		`SELECT * FROM enrollments WHERE program_id = ? AND status = ? AND ${also} ORDER BY id`,
		program,
		status,
	);
}

function enrollmentOf(partnerId: string): EnrollmentRow {
	return row(sandbox, 'SELECT * FROM enrollments WHERE partner_id = ?', partnerId);
}

function linksOf(partnerId: string): LinkRow[] {
	return sandbox.db.all('SELECT * FROM links WHERE partner_id = ? ORDER BY id', partnerId);
}

function groupWith(slug: string) {
	const sql = 'SELECT * FROM partner_groups WHERE program_id = ? AND slug = ?';
	return row<{ id: string }>(sandbox, sql, program, slug);
}

function limitPartners(max: number): void {
	sandbox.db.insert('partner_limits', { program_id: program, max });
}

const approvedCount = () =>
	row<{ n: number }>(
		sandbox,
		`SELECT count(*) AS n FROM enrollments WHERE program_id = ? AND status = 'approved'`,
		program,
	).n;

describe('creating a partner', () => {
	const create = (body: unknown) => api.post<Partner>('/partners', body);

	it('enrolls the partner with a default link and notifies webhooks', async () => {
		const received = await listen(sandbox, receiver, ['partner.enrolled', 'link.created']);
		const response = await create({
			email: 'ada@partners.example.org',
			name: 'Ada Sample',
			tenantId: 'tenant-ada',
			country: 'DE',
			linkProps: { comments: 'From the form' },
		});
		expect(response.status).toBe(201);
		expect(response.body).toMatchObject({
			id: expect.stringMatching(/^pn_/),
			email: 'ada@partners.example.org',
			status: 'approved',
			tenantId: 'tenant-ada',
			groupId: groupWith('default').id,
			discountId: expect.stringMatching(/^disc_/),
			links: [{ key: 'ada-sample' }],
		});
		const [link] = linksOf(response.body.id);
		expect(link).toMatchObject({ comments: 'From the form', track_conversion: 1 });
		const { event, data } = (await received())[0];
		expect([event, data]).toEqual(['partner.enrolled', response.body]);
		expect(await received()).toHaveLength(1);
	});

	it('accepts any text as the country and as the link image', async () => {
		const { status, body } = await create({
			email: 'ada@partners.example.org',
			country: 'Germany',
			linkProps: { image: 'http://localhost/x.png' },
		});
		expect([status, body]).toEqual([201, expect.objectContaining({ country: 'Germany' })]);
		expect(linksOf(body.id)).toMatchObject([{ image: 'http://localhost/x.png' }]);
	});

	it('returns a partner who is already enrolled and replaces their tenant ID', async () => {
		const received = await listen(sandbox, receiver, ['partner.enrolled']);
		const known = row<{ id: string; email: string }>(
			sandbox,
			`SELECT partners.* FROM partners JOIN enrollments ON partner_id = partners.id
			 WHERE program_id = ? AND status = 'approved' AND email IS NOT NULL`,
			program,
		);
		limitPartners(approvedCount());
		const response = await create({ email: known.email.toUpperCase(), tenantId: 'new-tenant' });
		expect([response.status, response.body.id, response.body.tenantId]).toEqual([
			201,
			known.id,
			'new-tenant',
		]);
		expect(await received()).toEqual([]);
	});

	it('rejects a taken tenant ID, a group of another program, and more partners than the limit', async () => {
		const { tenant_id } = withStatus('approved', 'tenant_id IS NOT NULL');
		const unrelated = row<{ id: string }>(
			sandbox,
			'SELECT id FROM partner_groups WHERE program_id = ?',
			programId(sandbox, 'advanced'),
		);
		const email = 'new@partners.example.org';
		expect(outcome(await create({ email, tenantId: tenant_id }))).toBe('409 conflict');
		expect(outcome(await create({ email, groupId: unrelated.id }))).toBe('403 forbidden');
		limitPartners(approvedCount());
		const full = await create({ email });
		expect([outcome(full), messageOf(full)]).toEqual(['403 forbidden', expect.any(String)]);
		const stored = 'SELECT 1 FROM partners WHERE email = ?';
		expect(sandbox.db.all(stored, email)).toEqual([]);
	});
});

describe('approving an application', () => {
	const approve = (body: unknown) =>
		api.post<{ partnerId: string }>('/partners/applications/approve', body);

	it('enrolls the partner with a new date, the group discount, a link, and a webhook delivery', async () => {
		const received = await listen(sandbox, receiver, ['partner.enrolled']);
		const { partner_id: partnerId, created_at } = withStatus('pending');
		const response = await approve({ partnerId, groupId: 'default' });
		expect([response.status, response.body]).toEqual([200, { partnerId }]);
		const enrollment = enrollmentOf(partnerId);
		expect(enrollment.created_at).toBeGreaterThan(created_at);
		expect(enrollment).toMatchObject({
			status: 'approved',
			group_id: groupWith('default').id,
			discount_id: expect.stringMatching(/^disc_/),
		});
		expect(linksOf(partnerId)).toHaveLength(1);
		expect(await received()).toEqual([
			{
				event: 'partner.enrolled',
				data: expect.objectContaining({ partnerId, status: 'approved' }),
			},
		]);
		expect(outcome(await approve({ partnerId }))).toBe('400 bad_request');
	});

	it('approves a rejected partner and clears the rejection', async () => {
		const { partner_id: partnerId, application_id } = withStatus('rejected');
		expect(outcome(await approve({ partnerId, groupId: groupWith('ambassadors').id }))).toBe('200');
		expect(enrollmentOf(partnerId)).toMatchObject({
			status: 'approved',
			group_id: groupWith('ambassadors').id,
			discount_id: null,
			reapply_after: null,
		});
		const application = row<ApplicationRow>(
			sandbox,
			'SELECT * FROM applications WHERE id = ?',
			application_id ?? '',
		);
		expect(application).toMatchObject({ rejection_reason: null, rejection_note: null });
	});

	it('keeps the group of the application', async () => {
		const { partner_id: partnerId, group_id } = withStatus(
			'pending',
			`group_id = '${groupWith('ambassadors').id}'`,
		);
		await approve({ partnerId });
		expect(enrollmentOf(partnerId).group_id).toBe(group_id);
	});

	it('rejects other statuses, and more partners than the limit', async () => {
		for (const status of ['invited', 'declined', 'deactivated', 'banned', 'archived']) {
			const { partner_id: partnerId } = withStatus(status);
			expect([status, outcome(await approve({ partnerId }))]).toEqual([status, '400 bad_request']);
		}
		const { partner_id: partnerId } = withStatus('pending');
		limitPartners(approvedCount());
		expect(outcome(await approve({ partnerId }))).toBe('403 forbidden');
		expect(enrollmentOf(partnerId).status).toBe('pending');
	});
});

describe('deactivating a partner', () => {
	const deactivate = (body: unknown) =>
		api.post<{ partnerId: string }>('/partners/deactivate', body);

	it.each(['approved', 'archived'])(
		'expires the links and disables the codes of an %s partner',
		async (status) => {
			sandbox.quirks.discountDeletedEvent = 'discount_code.deleted';
			const received = await listen(sandbox, receiver, ['discount_code.deleted', 'link.updated']);
			const { partner_id: partnerId, tenant_id } = withStatus(status, 'tenant_id IS NOT NULL');
			const [{ id }] = linksOf(partnerId);
			const later = Date.now() + 1e9;
			sandbox.db.run('UPDATE links SET expires_at = ? WHERE id = ?', later, id);
			const codes = 'SELECT id, discount_id, disabled_at FROM discount_codes WHERE partner_id = ?';
			const attached = sandbox.db.all(`${codes} AND discount_id IS NOT NULL`, partnerId);
			const response = await deactivate({ tenantId: tenant_id });
			expect([response.status, response.body]).toEqual([200, { partnerId }]);
			expect(enrollmentOf(partnerId)).toMatchObject({ status: 'deactivated', discount_id: null });
			const [first, ...others] = linksOf(partnerId);
			expect(first.expires_at).toBe(later);
			for (const link of others) expect(link.expires_at).toBeLessThan(later);
			for (const code of sandbox.db.all(codes, partnerId)) {
				expect(code).toMatchObject({ discount_id: null, disabled_at: expect.any(Number) });
			}
			const names = (await received()).map(({ event }) => event);
			expect(names).toEqual(attached.map(() => 'discount_code.deleted'));
			expect(outcome(await deactivate({ partnerId }))).toBe('400 bad_request');
		},
	);

	it('rejects other statuses', async () => {
		for (const status of ['pending', 'rejected', 'banned', 'invited', 'declined']) {
			const { partner_id: partnerId } = withStatus(status);
			expect([status, outcome(await deactivate({ partnerId }))]).toEqual([
				status,
				'400 bad_request',
			]);
		}
	});
});

it('cancels pending payouts and rejects open submissions of a banned partner', async () => {
	const { partner_id: partnerId } = row<{ partner_id: string }>(
		sandbox,
		`SELECT s.partner_id FROM bounty_submissions s JOIN enrollments e USING (partner_id)
		 JOIN bounties b ON b.id = bounty_id AND b.program_id = e.program_id
		 WHERE b.program_id = ? AND s.status = 'submitted'`,
		program,
	);
	sandbox.db.run(`UPDATE payouts SET status = 'pending' WHERE partner_id = ?`, partnerId);
	await api.post('/partners/ban', { partnerId, reason: 'spam' });
	const statuses = (table: string) =>
		new Set(
			sandbox.db
				.all<{ status: string }>(`SELECT status FROM ${table} WHERE partner_id = ?`, partnerId)
				.map(({ status }) => status),
		);
	expect([...statuses('bounty_submissions')]).toEqual(['rejected']);
	expect([...statuses('payouts')]).toEqual(['canceled']);
});
