import { describe, expect, it } from '@jest/globals';
import {
	commissions,
	HIDDEN,
	newCommissions,
	type StoredCommission,
} from '../../support/sandbox/commissions';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'commission', operation: 'getAll', returnAll: true };
const DAY = 86_400_000;
const WITH_CUSTOMER = 'customer_id IN (SELECT id FROM customers)';

const service = useService({ limits: 'off' });

const isShown = ({ status }: StoredCommission) => !HIDDEN.includes(status);

/** IDs, newest first. */
function stored(filter: (commission: StoredCommission) => boolean): string[] {
	return commissions(service)
		.filter(filter)
		.map(({ id }) => id);
}

const ids = (listed: { id?: unknown }[]) => listed.map(({ id }) => id);

function queries() {
	return service.proxy.requests.map(({ query }) => query);
}

describe('Commission · Get Many', () => {
	it('lists commissions, newest first, with ten flat fields and the metadata', async () => {
		const listed = await service.output(OPERATION);
		expect(ids(listed)).toEqual(stored(isShown));
		const [sale] = commissions(service, `type = 'sale' AND c.status = 'paid' AND ${WITH_CUSTOMER}`);
		const { name } = row<{ name: string }>(
			service.sandbox,
			'SELECT name FROM partners WHERE id = ?',
			sale.partner_id,
		);
		expect(listed.find(({ id }) => id === sale.id)).toEqual({
			id: sale.id,
			type: 'sale',
			status: 'paid',
			amount: sale.amount,
			earnings: sale.earnings,
			currency: 'usd',
			partnerId: sale.partner_id,
			partnerName: name,
			customerId: sale.customer_id,
			createdAt: new Date(sale.created_at).toISOString(),
			metadata: null,
		});
	});

	it('returns the full response when Simplify is off', async () => {
		const [{ id, customer_id, partner_id }] = commissions(service, WITH_CUSTOMER);
		const listed = await service.output({
			...OPERATION,
			simple: false,
			filters: { customerId: String(customer_id) },
		});
		expect(listed.find((listedOne) => listedOne.id === id)).toMatchObject({
			partner: { id: partner_id },
			customer: { id: customer_id },
		});
	});

	it('filters by each field', async () => {
		const [paid] = commissions(
			service,
			`payout_id IS NOT NULL AND tenant_id IS NOT NULL AND group_id IS NOT NULL
			 AND invoice_id IS NOT NULL AND ${WITH_CUSTOMER}`,
		);
		const { id: tag } = row<{ id: string }>(
			service.sandbox,
			'SELECT partner_tag_id AS id FROM enrollment_tags WHERE partner_id IN (SELECT partner_id FROM commissions)',
		);
		const tagged = service.sandbox.db
			.all<{ id: string }>(
				'SELECT partner_id AS id FROM enrollment_tags WHERE partner_tag_id = ?',
				tag,
			)
			.map(({ id }) => id);
		const cases: [Record<string, string>, (commission: StoredCommission) => boolean][] = [
			[{ status: 'fraud' }, (c) => c.status === 'fraud'],
			[{ type: 'sale, lead' }, (c) => c.type === 'sale' || c.type === 'lead'],
			[{ type: '-sale' }, (c) => c.type !== 'sale'],
			[{ customerId: String(paid.customer_id) }, (c) => c.customer_id === paid.customer_id],
			[{ payoutId: String(paid.payout_id) }, (c) => c.payout_id === paid.payout_id],
			[{ partnerId: paid.partner_id }, (c) => c.partner_id === paid.partner_id],
			[{ tenantId: String(paid.tenant_id) }, (c) => isShown(c) && c.tenant_id === paid.tenant_id],
			[{ groupId: String(paid.group_id) }, (c) => isShown(c) && c.group_id === paid.group_id],
			[{ partnerTagId: tag }, (c) => isShown(c) && tagged.includes(c.partner_id)],
			[{ invoiceId: String(paid.invoice_id) }, (c) => c.invoice_id === paid.invoice_id],
			[{ query: "metadata['plan']:'pro'" }, (c) => c.id === paid.id],
		];
		service.sandbox.db.run(
			`UPDATE commissions SET metadata = '{"plan":"pro"}', status = 'paid' WHERE id = ?`,
			paid.id,
		);
		for (const [filters, matches] of cases) {
			const listed = await service.output({ ...OPERATION, filters });
			expect([filters, ids(listed)]).toEqual([filters, stored(matches)]);
		}
	});

	it('omits excluded commissions', async () => {
		const [{ partner_id: partnerId, group_id: groupId }] = commissions(
			service,
			'group_id IS NOT NULL',
		);
		const ofOthers = await service.output({
			...OPERATION,
			exclude: { partnerId: { __rl: true, mode: 'list', value: partnerId }, type: ['click'] },
		});
		expect(ids(ofOthers)).toEqual(
			stored(({ partner_id, type }) => partner_id !== partnerId && type !== 'click'),
		);
		const otherGroups = await service.output({
			...OPERATION,
			exclude: { groupId: String(groupId) },
		});
		expect(ids(otherGroups)).toEqual(stored((c) => isShown(c) && c.group_id !== groupId));
	});

	it('filters by period', async () => {
		const listed = await service.output({ ...OPERATION, filters: { interval: '30d' } });
		const since = Date.now() - 30 * DAY;
		expect(ids(listed)).toEqual(stored((c) => isShown(c) && c.created_at >= since));
		expect(listed.length).toBeGreaterThan(0);
	});

	it('filters by exact times between Start and End, although the service filters by whole days', async () => {
		const shown = commissions(service).filter(isShown);
		const [newest, oldest] = [shown[10].created_at, shown[20].created_at];
		const parameters = { ...OPERATION, returnAll: false, limit: 50 };
		const filters = {
			start: new Date(oldest).toISOString(),
			end: new Date(newest).toISOString(),
		};
		expect(ids(await service.output({ ...parameters, filters }))).toEqual(ids(shown.slice(10, 21)));
		const limited = await service.output({ ...parameters, filters, limit: 3 });
		expect(ids(limited)).toEqual(ids(shown.slice(10, 13)));
		const until = await service.output({ ...OPERATION, filters: { end: filters.end } });
		expect(ids(until)).toEqual(ids(shown.slice(10)));
		const since = await service.output({
			...OPERATION,
			filters: { start: '2000-01-01' },
		});
		expect(ids(since)).toEqual(ids(shown));
	});

	it.each([
		['asc', (a: number, b: number) => a - b],
		['desc', (a: number, b: number) => b - a],
	])('sorts by amount (%s) across all pages', async (sortOrder, compare) => {
		newCommissions(service, 130);
		const listed = await service.output<{ id: string; amount: number }>({
			...OPERATION,
			options: { sortBy: 'amount', sortOrder },
		});
		const amounts = listed.map(({ amount }) => amount);
		expect(amounts).toEqual(amounts.toSorted(compare));
		expect(ids(listed).sort()).toEqual(stored(isShown).sort());
		expect(queries().some(({ startingAfter }) => startingAfter !== undefined)).toBe(false);
	});

	it('fetches every page with Return All in both sort orders and only the pages that Limit requires', async () => {
		newCommissions(service, 130);
		const all = await service.output(OPERATION);
		expect(ids(all)).toEqual(stored(isShown));
		const reversed = await service.output({ ...OPERATION, options: { sortOrder: 'asc' } });
		expect(reversed).toEqual(all.toReversed());
		await service.proxy.resetWhenQuiet();
		const limited = await service.output({ ...OPERATION, returnAll: false, limit: 101 });
		expect(limited).toEqual(all.slice(0, 101));
		expect(queries()).toHaveLength(2);
	});

	const ZONE = 'must be an IANA name such as Europe/Berlin, not';
	it.each([
		[
			{ filters: { groupId: 'grp_1' }, exclude: { groupId: 'grp_2' } },
			"'Group ID' is in both 'Filters' and 'Exclude'. Remove one of them.",
		],
		[
			{ filters: { invoiceId: 'in_1', status: 'paid' } },
			"'Invoice ID' cannot be combined with other filters, which the service would ignore. Remove them.",
		],
		[
			{ filters: { invoiceId: 'in_1' }, exclude: { type: ['click'] } },
			"'Invoice ID' cannot be combined with other filters, which the service would ignore. Remove them.",
		],
		[
			{ filters: { interval: '7d', start: '2026-01-05' } },
			"'Period' cannot be combined with 'Start' or 'End'. Use one of them.",
		],
		[{ filters: { start: '2026-01-05', end: '2026-01-04' } }, "'End' must be on or after 'Start'"],
		[{ filters: { start: '2022-01-05', end: '2022-01-04' } }, "'End' must be on or after 'Start'"],
		[
			{ filters: { end: '2022-01-01' } },
			"'End' must be on or after 2022-09-22, when the service started",
		],
		[
			{ filters: { start: '2021-01-01', end: '2022-01-01' } },
			"'End' must be on or after 2022-09-22, when the service started",
		],
		[{ filters: { timezone: 'Berlin' } }, `'Time Zone' ${ZONE} 'Berlin'`],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect((await service.failure({ ...OPERATION, ...parameters })).message).toBe(message);
		expect(queries()).toEqual([]);
	});

	it('works with a viewer key but requires a partner program', async () => {
		const listed = await service.output(OPERATION, { key: 'viewer' });
		expect(ids(listed)).toEqual(stored(isShown));
		const error = await service.failure(OPERATION, { workspace: 'pro' });
		expect(error.message).toBe('This workspace has no partner program.');
	});
});
