import { describe, expect, it } from '@jest/globals';
import { commissions, HIDDEN, type StoredCommission } from '../../support/sandbox/commissions';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'commission', operation: 'getAll', returnAll: true };
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

	it('filters by exact times between Start and End, although the service filters by whole days', async () => {
		const shown = commissions(service).filter(isShown);
		const [newest, oldest] = [shown[10].created_at, shown[20].created_at];
		const parameters = { ...OPERATION, returnAll: false, limit: 50 };
		const filters = { start: new Date(oldest).toISOString(), end: new Date(newest).toISOString() };
		expect(ids(await service.output({ ...parameters, filters }))).toEqual(ids(shown.slice(10, 21)));
		const limited = await service.output({ ...parameters, filters, limit: 3 });
		expect(ids(limited)).toEqual(ids(shown.slice(10, 13)));
		const until = await service.output({ ...OPERATION, filters: { end: filters.end } });
		expect(ids(until)).toEqual(ids(shown.slice(10)));
		const since = await service.output({ ...OPERATION, filters: { start: '2000-01-01' } });
		expect(ids(since)).toEqual(ids(shown));
	});
});
