import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { EnrollmentRow, PartnerRow } from '../../../sandbox/program/columns';
import { useService } from '../../support/node/nodeService';
import { addPartners, enrollments, groupId, linksOf } from '../../support/sandbox/partners';
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

	it('returns the full response when Simplify is off', async () => {
		const [item] = await service.output({ ...OPERATION, limit: 1, simple: false });
		expect(Object.keys(item).length).toBeGreaterThan(40);
		expect(item.links).toEqual(expect.any(Array));
	});

	it('filters by each field', async () => {
		const found = async (filters: INodeParameters) => {
			const items = await service.output({ ...OPERATION, returnAll: true, filters });
			return items.map(({ id }) => String(id)).sort();
		};
		const ambassadors = groupId(service.sandbox, 'ambassadors');
		const [{ tenant_id: tenant }] = enrollments(service.sandbox);
		const [{ email }] = stored((partner) => partner.email !== null);
		expect(await found({ status: 'banned' })).toEqual(
			idsOf(stored(({ status }) => status === 'banned')),
		);
		expect(await found({ country: 'us, de' })).toEqual(
			idsOf(stored(({ country }) => country === 'US' || country === 'DE')),
		);
		expect(await found({ country: '-us, de' })).toEqual(
			idsOf(stored(({ country }) => country !== 'US' && country !== 'DE')),
		);
		expect(await found({ groupId: ambassadors })).toEqual(
			idsOf(stored(({ group_id }) => group_id === ambassadors)),
		);
		expect(await found({ groupId: `-${ambassadors}` })).toEqual(
			idsOf(stored(({ group_id }) => group_id !== ambassadors)),
		);
		expect(await found({ tenantId: String(tenant) })).toEqual(
			idsOf(stored(({ tenant_id }) => tenant_id === tenant)),
		);
		expect(await found({ email: String(email) })).toEqual(
			idsOf(stored((partner) => partner.email === email)),
		);
		expect(await found({ search: 'Archived Partner' })).toEqual(
			idsOf(stored(({ name }) => name.startsWith('Archived Partner'))),
		);
	});

	it('sorts by enrollment date, oldest first', async () => {
		const options = { sortBy: 'createdAt', sortOrder: 'asc' };
		const items = await service.output({ ...OPERATION, returnAll: true, options });
		const dates = items.map(({ createdAt }) => String(createdAt));
		expect(dates).toEqual([...dates].sort());
	});

	it.each([
		...['averageLifetimeValue', 'clickToConversionRate', 'clickToLeadRate', 'createdAt'],
		...['earningsPerClick', 'leadToConversionRate', 'netRevenue', 'returnOnAdSpend'],
		...['totalClicks', 'totalCommissions', 'totalConversions', 'totalLeads', 'totalSaleAmount'],
	])('sorts by %s', async (sortBy) => {
		expect(await service.output({ ...OPERATION, options: { sortBy } })).not.toEqual([]);
		expect(queries()).toEqual([{ page: '1', pageSize: '50', sortBy }]);
	});

	it('accepts lists from expressions and omits blank filters', async () => {
		await service.run(
			{
				...OPERATION,
				filters: { country: '={{ $json.countries }}', groupId: ' , ', search: ' ' },
			},
			{ items: [{ countries: ['us', 'de'] }] },
		);
		expect(queries()).toEqual([{ page: '1', pageSize: '50', country: 'US,DE' }]);
	});

	it.each<[INodeParameters, string]>([
		[
			{ filters: { country: 'US, Germany' } },
			"'Country' must be a two-letter ISO 3166-1 code such as US, not 'Germany'",
		],
		[{ filters: { email: 'ada' } }, "'Email' must be an email address"],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect((await service.failure({ ...OPERATION, ...parameters })).message).toBe(message);
		expect(queries()).toEqual([]);
	});

	describe('with hundreds of partners', () => {
		beforeAll(() => addPartners(service.sandbox, 220));

		it('fetches every page with Return All', async () => {
			const items = await service.output({ ...OPERATION, returnAll: true });
			expect(items.map(({ id }) => String(id)).sort()).toEqual(idsOf(stored()));
			expect(queries().every(({ pageSize }) => pageSize === '100')).toBe(true);
		});

		it.each([
			[100, 1],
			[150, 2],
		])('fetches only the pages required for a limit of %p', async (limit, pages) => {
			expect(await service.output({ ...OPERATION, limit })).toHaveLength(limit);
			expect(queries()).toHaveLength(pages);
		});
	});
});
