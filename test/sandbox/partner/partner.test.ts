import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import type {
	EnrollmentRow,
	EnrollmentStatus,
	PartnerRow,
} from '../../../sandbox/program/columns.ts';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { programId, row } from '../../support/sandbox/rows.ts';
import { until } from '../../support/until.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Partner {
	id: string;
	status: EnrollmentStatus;
	groupId: string | null;
	totalSaleAmount: number;
	[field: string]: unknown;
}

const sandbox = useSandboxForEach({ sampleData: { seed: 1, events: 200 } });
const api = new Api(sandbox, 'business');
let program: string;

beforeEach(async () => {
	program = programId(sandbox, 'business');
});

type Enrolled = EnrollmentRow & Pick<PartnerRow, 'email' | 'country' | 'name' | 'company_name'>;

function enrolled(filter: (partner: Enrolled) => boolean): Enrolled[] {
	return sandbox.db
		.all<Enrolled>(
			`SELECT e.*, p.email, p.country, p.name, p.company_name FROM enrollments e
			 JOIN partners p ON p.id = e.partner_id WHERE e.program_id = ?`,
			program,
		)
		.filter(filter);
}

function withStatus(status: EnrollmentStatus): Enrolled {
	const [partner] = enrolled((p) => p.status === status && p.tenant_id !== null);
	return partner;
}

function enrollmentOf(partnerId: string): EnrollmentRow {
	return row<EnrollmentRow>(sandbox, 'SELECT * FROM enrollments WHERE partner_id = ?', partnerId);
}

function ban(body: unknown, caller = api) {
	return caller.post<{ partnerId: string }>('/partners/ban', body);
}

describe('listing partners', () => {
	const list = async (query: string) => {
		const response = await api.get<Partner[]>(`/partners?${query}`);
		expect([query, outcome(response)]).toEqual([query, '200']);
		return response.body;
	};
	const found = async (query: string) => (await list(query)).map((p) => p.id).sort();
	const expected = (filter: (partner: Enrolled) => boolean) =>
		enrolled(filter)
			.map((p) => p.partner_id)
			.sort();

	it('filters by every parameter', async () => {
		const [some] = enrolled((p) => p.tenant_id !== null && p.email !== null);
		const { group_id, country, email, tenant_id } = some;
		expect(await found('')).toEqual(expected(() => true));
		expect(await found('status=banned')).toEqual(expected((p) => p.status === 'banned'));
		expect(await found(`groupId=${group_id}`)).toEqual(expected((p) => p.group_id === group_id));
		expect(await found(`groupId=-${group_id}`)).toEqual(expected((p) => p.group_id !== group_id));
		expect(await found('country=US,DE')).toEqual(
			expected((p) => p.country === 'US' || p.country === 'DE'),
		);
		expect(await found(`country=-${country}`)).toEqual(expected((p) => p.country !== country));
		expect(await found(`email=${encodeURIComponent(email ?? '')}`)).toEqual([some.partner_id]);
		expect(await found(`tenantId=${tenant_id}`)).toEqual([some.partner_id]);
		expect(await found('search=PARTNER%201')).toEqual(
			expected((p) =>
				`${p.partner_id} ${p.email} ${p.name} ${p.company_name}`
					.toLowerCase()
					.includes('partner 1'),
			),
		);
		expect(await found(`search=${some.partner_id}`)).toEqual([some.partner_id]);
	});

	it('returns totals that match the links and commissions', async () => {
		const [top] = await list('pageSize=1');
		const links = sandbox.db.all<LinkRow>('SELECT * FROM links WHERE partner_id = ?', top.id);
		const sum = (pick: (link: LinkRow) => number) => links.reduce((n, l) => n + pick(l), 0);
		expect(top).toMatchObject({
			partnerId: top.id,
			programId: program,
			totalClicks: sum((l) => l.clicks),
			clicks: sum((l) => l.clicks),
			totalLeads: sum((l) => l.leads),
			totalSales: sum((l) => l.sales),
			totalSaleAmount: sum((l) => l.sale_amount),
			totalCommissions: row<{ n: number }>(
				sandbox,
				`SELECT coalesce(sum(earnings), 0) AS n FROM commissions WHERE partner_id = ?
				 AND status IN ('pending', 'processed', 'paid', 'hold')`,
				top.id,
			).n,
		});
		expect(top.links).toHaveLength(links.length);
	});

	it('sorts by every key in both directions and paginates', async () => {
		for (const sortBy of [
			'totalSaleAmount',
			'totalClicks',
			'totalLeads',
			'totalConversions',
			'totalCommissions',
			'netRevenue',
			'earningsPerClick',
			'averageLifetimeValue',
			'clickToLeadRate',
			'clickToConversionRate',
			'leadToConversionRate',
			'returnOnAdSpend',
		]) {
			for (const [sortOrder, sign] of [
				['desc', -1],
				['asc', 1],
			] as const) {
				const values = (await list(`sortBy=${sortBy}&sortOrder=${sortOrder}`))
					.map((partner) => partner[sortBy])
					.filter((value) => value !== null)
					.map(Number);
				expect([sortBy, values]).toEqual([sortBy, [...values].sort((a, b) => sign * (a - b))]);
			}
		}
		const all = (await list('sortBy=createdAt&sortOrder=asc')).map((p) => p.id);
		const second = (await list('sortBy=createdAt&sortOrder=asc&pageSize=10&page=2')).map(
			(p) => p.id,
		);
		expect(second).toEqual(all.slice(10, 20));
	});

	it('requires a program', async () => {
		sandbox.db.run(`UPDATE workspaces SET default_program_id = NULL WHERE slug = 'business'`);
		expect(outcome(await api.get('/partners'))).toBe('404 not_found');
		expect(outcome(await ban({ partnerId: 'pn_x', reason: 'spam' }))).toBe('404 not_found');
	});
});

describe('banning a partner', () => {
	function effects(partnerId: string) {
		const all = (sql: string) => sandbox.db.all<{ value: unknown }>(sql, partnerId);
		const values = (sql: string) => all(sql).map(({ value }) => value);
		return {
			disabled: values(
				'SELECT disabled_at IS NOT NULL AND expires_at = disabled_at AS value FROM links WHERE partner_id = ?',
			),
			commissions: [
				...new Set(values('SELECT status AS value FROM commissions WHERE partner_id = ?')),
			].sort(),
			codes: values(
				'SELECT discount_id IS NULL AND disabled_at IS NOT NULL AS value FROM discount_codes WHERE partner_id = ?',
			),
			alerts: values('SELECT status AS value FROM fraud_alerts WHERE partner_id = ?'),
		};
	}

	/** The approved partner of the sample data with commissions in every status, with a fraud alert added. */
	function busyPartner(): Enrolled {
		const { partner_id } = row<{ partner_id: string }>(
			sandbox,
			`SELECT c.partner_id FROM commissions c JOIN discount_codes d ON d.partner_id = c.partner_id
			 WHERE c.program_id = ? AND d.discount_id IS NOT NULL
			 GROUP BY c.partner_id ORDER BY count(DISTINCT c.status) DESC`,
			program,
		);
		sandbox.db.insert('fraud_alerts', {
			id: 'fra_test',
			program_id: program,
			partner_id,
			reason: 'test',
			status: 'pending',
			created_at: 0,
		});
		return enrolled((p) => p.partner_id === partner_id)[0];
	}

	it('disables links, cancels commissions, removes discount codes, and notifies the partner', async () => {
		const partner = busyPartner();
		const others = sandbox.db.all(
			'SELECT * FROM links WHERE partner_id IS NOT ?',
			partner.partner_id,
		);
		const response = await ban({ partnerId: partner.partner_id, reason: 'fake_traffic' });
		expect([response.status, response.body]).toEqual([200, { partnerId: partner.partner_id }]);
		const enrollment = enrollmentOf(partner.partner_id);
		expect(enrollment).toMatchObject({
			status: 'banned',
			banned_reason: 'fake_traffic',
			discount_id: null,
			banned_at: expect.any(Number),
		});
		const { disabled, commissions, codes, alerts } = effects(partner.partner_id);
		expect([...new Set([...disabled, ...codes])]).toEqual([1]);
		expect(commissions).toEqual(['canceled']);
		expect([...new Set(alerts)]).toEqual(['resolved']);
		const mail = row<{ recipient: string; body: string }>(sandbox, 'SELECT * FROM outbox');
		expect(mail.recipient).toBe(partner.email);
		expect(mail.body).toContain('Fake traffic');
		expect(sandbox.db.get('SELECT 1 FROM provider_notifications')).toBeDefined();
		expect(
			sandbox.db.all('SELECT * FROM links WHERE partner_id IS NOT ?', partner.partner_id),
		).toEqual(others);
		const [listed] = (await api.get<Partner[]>(`/partners?search=${partner.partner_id}`)).body;
		expect(listed).toMatchObject({ status: 'banned', bannedReason: 'fake_traffic' });
	});

	it('cancels only unpaid commissions if configured like the real service', async () => {
		sandbox.quirks.banCancels = 'unpaid';
		const { partner_id } = busyPartner();
		await ban({ partnerId: partner_id, reason: 'spam' });
		const { commissions } = effects(partner_id);
		expect(commissions).toEqual(['canceled', 'duplicate', 'fraud', 'paid', 'refunded']);
	});

	it('can delay the side effects', async () => {
		sandbox.quirks.banDelay = 300;
		const { partner_id } = busyPartner();
		await ban({ partnerId: partner_id, reason: 'spam' });
		expect(enrollmentOf(partner_id).status).toBe('banned');
		expect(effects(partner_id).disabled).not.toContain(1);
		const { disabled } = effects(partner_id);
		await until(() => !effects(partner_id).disabled.includes(0), 'the side effects');
		expect(effects(partner_id).disabled).toEqual(disabled.map(() => 1));
	});

	it('finds the partner by tenant ID but prefers the partner ID', async () => {
		const one = withStatus('approved');
		const two = withStatus('archived');
		const byBoth = await ban({
			partnerId: one.partner_id,
			tenantId: two.tenant_id,
			reason: 'spam',
		});
		expect(byBoth.body).toEqual({ partnerId: one.partner_id });
		expect(enrollmentOf(two.partner_id).status).toBe('archived');
		const byTenant = await ban({ partnerId: '', tenantId: two.tenant_id, reason: 'spam' });
		expect(byTenant.body).toEqual({ partnerId: two.partner_id });
	});

	it.each(['approved', 'rejected', 'invited', 'declined', 'deactivated', 'archived'] as const)(
		'bans a partner with the status %s',
		async (status) => {
			const [partner] = enrolled((p) => p.status === status);
			const response = await ban({ partnerId: partner.partner_id, reason: 'tos_violation' });
			expect(outcome(response)).toBe('200');
			expect(enrollmentOf(partner.partner_id).status).toBe('banned');
		},
	);

	it('sends no email to a partner without an address', async () => {
		const { partner_id } = withStatus('approved');
		sandbox.db.run('UPDATE partners SET email = NULL WHERE id = ?', partner_id);
		expect(outcome(await ban({ partnerId: partner_id, reason: 'spam' }))).toBe('200');
		expect(sandbox.db.get('SELECT 1 FROM outbox')).toBeUndefined();
	});

	it('rejects partners that cannot be banned, and says what a field can be', async () => {
		const reason = 'brand_abuse';
		for (const status of ['pending', 'banned'] as const) {
			const [{ partner_id: partnerId }] = enrolled((p) => p.status === status);
			expect([status, outcome(await ban({ partnerId, reason }))]).toEqual([
				status,
				'400 bad_request',
			]);
		}
		const { partner_id: partnerId } = row<EnrollmentRow>(
			sandbox,
			'SELECT * FROM enrollments WHERE program_id <> ?',
			program,
		);
		expect(outcome(await ban({ partnerId, reason }))).toBe('404 not_found');
		expect(outcome(await ban({ partnerId: null, tenantId: '', reason }))).toBe('400 bad_request');
		expect(messageOf(await ban({}))).toBe(
			'invalid_value: reason: Invalid option: expected one of "tos_violation"|"inappropriate_content"|"fake_traffic"|"fraud"|"spam"|"brand_abuse"',
		);
	});
});
