import { expect, it } from '@jest/globals';
import type { PayoutRow } from '../../../sandbox/payout/columns.ts';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { programId } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Payout {
	id: string;
	amount: number;
	status: string;
	initiatedAt: string | null;
	paidAt: string | null;
	invoiceId: string | null;
	partner: { id: string; tenantId: string | null; groupId: string | null };
	user: { id: string } | null;
}

const sandbox = useSandboxForEach();
const api = new Api(sandbox, 'business');

async function list(query = ''): Promise<Payout[]> {
	const response = await api.get<Payout[]>(`/payouts?${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

const idsOf = (payouts: Payout[]) => payouts.map(({ id }) => id).sort();

it('lists the payouts of the program, largest first', async () => {
	const rows = sandbox.db.all<PayoutRow>(
		'SELECT * FROM payouts WHERE program_id = ?',
		programId(sandbox, 'business'),
	);
	const all = await list();
	expect(idsOf(all)).toEqual(rows.map(({ id }) => id).sort());
	const amounts = all.map(({ amount }) => amount);
	expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
	expect(await list('pageSize=2&page=2')).toEqual(all.slice(2, 4));
	const earliest = (await list('sortBy=paidAt&sortOrder=asc')).map(({ paidAt }) => paidAt);
	const paid = earliest.filter((time) => time !== null);
	expect(earliest.slice(0, paid.length)).toEqual(paid.toSorted());
	expect(paid.length).toBeGreaterThan(0);
});

it('filters by status, partner, tenant, group, and invoice', async () => {
	const all = await list();
	const found = async (query: string) => idsOf(await list(query));
	const where = (filter: (payout: Payout) => boolean) => idsOf(all.filter(filter));
	for (const status of new Set(all.map((payout) => payout.status))) {
		expect(await found(`status=${status}`)).toEqual(where((p) => p.status === status));
	}
	const withInvoice = all.find((p) => p.invoiceId !== null && p.partner.tenantId !== null);
	const { invoiceId, partner } = withInvoice ?? all[0];
	expect(await found(`invoiceId=${invoiceId}`)).toEqual(where((p) => p.invoiceId === invoiceId));
	expect(await found(`partnerId=${partner.id}`)).toEqual(where((p) => p.partner.id === partner.id));
	expect(await found(`tenantId=${partner.tenantId}`)).toEqual(
		where((p) => p.partner.tenantId === partner.tenantId),
	);
	expect(await found(`groupId=-${partner.groupId}`)).toEqual(
		where((p) => p.partner.groupId !== partner.groupId),
	);
});

it('returns an amount that equals the sum of the commissions', async () => {
	for (const { id, amount } of await list()) {
		const { body } = await api.get<{ earnings: number }[]>(`/commissions?payoutId=${id}`);
		expect(body.reduce((sum, { earnings }) => sum + earnings, 0)).toBe(amount);
	}
});
