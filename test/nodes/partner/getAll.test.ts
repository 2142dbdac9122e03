import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EnrollmentRow, PartnerRow } from '../../../sandbox/program/columns';
import { useService } from '../../support/node/nodeService';
import { linksOf } from '../../support/sandbox/partners';
import { programId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partner', operation: 'getAll' };

type Stored = EnrollmentRow & Pick<PartnerRow, 'email' | 'country' | 'name'>;

const service = useService({ sampleData: { seed: 1, events: 200 } });

beforeEach(() => service.proxy.resetWhenQuiet());

function stored(filter: (partner: Stored) => boolean = () => true): Stored[] {
	return service.sandbox.db
		.all<Stored>(
			`SELECT e.*, p.email, p.country, p.name FROM enrollments e
			 JOIN partners p ON p.id = e.partner_id WHERE program_id = ?`,
			programId(service.sandbox, 'business'),
		)
		.filter(filter);
}

function idsOf(partners: Stored[]): string[] {
	return partners.map(({ partner_id }) => partner_id).sort();
}

function queries() {
	return service.proxy.requests.map(({ query }) => query);
}

describe('Partner · Get Many', () => {
	it('lists partners of every status with flat fields, highest sale amount first', async () => {
		const items = await service.output({ ...OPERATION, limit: 200 });
		expect(items.map(({ id }) => String(id)).sort()).toEqual(idsOf(stored()));
		expect(new Set(items.map(({ status }) => status))).toEqual(
			new Set(stored().map(({ status }) => status)),
		);
		const amounts = items.map(({ totalSaleAmount }) => Number(totalSaleAmount));
		expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
		for (const item of items) {
			const [link] = linksOf(service.sandbox, String(item.id));
			expect(item.shortLink).toBe(link ? `https://${link.domain}/${link.key}` : null);
			expect(Object.keys(item)).toEqual([
				...['id', 'name', 'email', 'status', 'groupId', 'tenantId', 'createdAt'],
				...['shortLink', 'totalClicks', 'totalLeads', 'totalSales', 'totalSaleAmount'],
				'totalCommissions',
			]);
		}
	});

	it('accepts lists from expressions and omits blank filters', async () => {
		await service.run(
			{ ...OPERATION, filters: { country: '={{ $json.countries }}', groupId: ' , ', search: ' ' } },
			{ items: [{ countries: ['us', 'de'] }] },
		);
		expect(queries()).toEqual([{ page: '1', pageSize: '50', country: 'US,DE' }]);
	});
});
