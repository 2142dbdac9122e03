import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { CustomerRow } from '../../../sandbox/customer/columns';
import type { LinkRow } from '../../../sandbox/link/columns';
import { useService } from '../../support/node/nodeService';
import { programId, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'customer', operation: 'getAll' };
const ALL = { ...OPERATION, returnAll: true };

const service = useService({ sampleData: { seed: 3, events: 600 } });

beforeAll(() => {
	addCustomers(230);
});
beforeEach(async () => {
	await service.proxy.resetWhenQuiet();
	service.withoutLimits();
});

type StoredCustomer = CustomerRow & { link: LinkRow };

/** Newest first. */
function stored(keeps: (customer: StoredCustomer) => boolean = () => true): string[] {
	const { db } = service.sandbox;
	return db
		.all<CustomerRow>(
			'SELECT * FROM customers WHERE workspace_id = ? ORDER BY id DESC',
			workspaceId(service.sandbox, 'business'),
		)
		.map((customer) => ({
			...customer,
			link: db.get<LinkRow>('SELECT * FROM links WHERE id = ?', customer.link_id) as LinkRow,
		}))
		.filter(keeps)
		.map(({ id }) => id);
}

function addCustomers(count: number): void {
	const { db } = service.sandbox;
	const [sample] = db.all<CustomerRow>(
		'SELECT * FROM customers WHERE workspace_id = ? AND name IS NOT NULL',
		workspaceId(service.sandbox, 'business'),
	);
	for (let n = 0; n < count; n++) {
		const number = String(n).padStart(4, '0');
		const fields = { id: `cus_added_${number}`, external_id: `added-${number}`, email: null };
		db.insert('customers', { ...sample, ...fields });
	}
}

function someCustomer(): StoredCustomer {
	const { db } = service.sandbox;
	const [customer] = db.all<CustomerRow>(
		`SELECT * FROM customers WHERE workspace_id = ? AND external_id IS NOT NULL AND email IS NOT NULL
		 AND country IS NOT NULL AND link_id IN (SELECT id FROM links WHERE partner_id IS NOT NULL)`,
		workspaceId(service.sandbox, 'business'),
	);
	db.run("UPDATE links SET external_id = 'came-by' WHERE id = ?", String(customer.link_id));
	const link = db.get<LinkRow>('SELECT * FROM links WHERE id = ?', customer.link_id);
	return { ...customer, link: link as LinkRow };
}

function queries() {
	return service.proxy.requests.map(({ query }) => query);
}

async function listed(parameters: INodeParameters): Promise<unknown[]> {
	return (await service.output({ ...ALL, ...parameters })).map(({ id }) => id);
}

describe('Customer · Get Many', () => {
	it('lists the newest customers with ten flat fields', async () => {
		const items = await service.output(OPERATION);
		expect(items.map(({ id }) => id)).toEqual(stored().slice(0, 50));
		for (const item of items) {
			expect(Object.keys(item)).toEqual([
				...['id', 'name', 'email', 'externalId', 'country', 'sales', 'saleAmount', 'createdAt'],
				...['stripeCustomerId', 'firstSaleAt'],
			]);
		}
	});

	it('includes the link that brought each customer, with ten flat fields', async () => {
		const { id, link } = someCustomer();
		const options = { includeExpandedFields: true };
		const items = await service.output({ ...ALL, options });
		expect(items.find((item) => item.id === id)).toMatchObject({
			shortLink: `https://${link.domain}/${link.key}`,
			partnerId: link.partner_id,
		});
		for (const item of items) expect(Object.keys(item)).toHaveLength(10);
	});

	it('returns the full response when Simplify is off', async () => {
		const parameters = { ...ALL, simple: false, filters: { email: someCustomer().email } };
		const [plain] = await service.output(parameters);
		expect(plain).toHaveProperty('avatar');
		expect(plain).not.toHaveProperty('link');
		const options = { includeExpandedFields: '=true' };
		const [expanded] = await service.output({ ...parameters, options });
		expect(expanded).toMatchObject({
			link: { id: someCustomer().link_id },
			partner: { id: someCustomer().link.partner_id },
		});
	});

	it.each<[string, (customer: StoredCustomer) => string, keyof CustomerRow]>([
		['email', ({ email }) => String(email), 'email'],
		['externalId', ({ external_id }) => String(external_id), 'external_id'],
		['externalId', ({ external_id }) => `ext_${external_id}`, 'external_id'],
		['country', ({ country }) => String(country).toLowerCase(), 'country'],
		['linkId', ({ link_id }) => String(link_id), 'link_id'],
	])('filters by %s', async (name, valueOf, column) => {
		const customer = someCustomer();
		const found = await listed({ filters: { [name]: valueOf(customer) } });
		expect(found).toEqual(stored((other) => other[column] === customer[column]));
		expect(found).toContain(customer.id);
	});

	it.each<[string, (link: LinkRow) => string]>([
		['url', ({ domain, key }) => `https://${domain}/${key}`],
		['externalId', ({ external_id }) => String(external_id)],
	])('looks up a link given by %s', async (mode, valueOf) => {
		const { link } = someCustomer();
		const filters = { linkId: { __rl: true, mode, value: valueOf(link) } };
		expect(await listed({ filters })).toEqual(stored(({ link_id }) => link_id === link.id));
		expect(queries().at(-1)).toMatchObject({ linkId: link.id });
	});

	it('filters by partner, program, and search text', async () => {
		const { link, email } = someCustomer();
		expect(await listed({ filters: { partnerId: link.partner_id } })).toEqual(
			stored((customer) => customer.link?.partner_id === link.partner_id),
		);
		const program = programId(service.sandbox, 'business');
		expect(await listed({ filters: { programId: program } })).toEqual(
			stored((customer) => customer.link?.program_id === program),
		);
		const search = String(email).slice(0, -2).toUpperCase();
		expect(await listed({ filters: { search } })).toEqual(
			stored((customer) => customer.email?.toUpperCase().includes(search) === true),
		);
	});

	it.each(['asc', 'desc'])('fetches all pages by cursor (%s)', async (sortOrder) => {
		const all = sortOrder === 'asc' ? stored().reverse() : stored();
		expect(all.length).toBeGreaterThan(230);
		expect(await listed({ options: { sortOrder } })).toEqual(all);
		expect(queries()[1]).toMatchObject({ startingAfter: all[99], pageSize: '100' });
	});

	it.each(['saleAmount', 'firstSaleAt', 'subscriptionCanceledAt'])(
		'fetches all pages by page number when sorted by %s, which does not support cursors',
		async (sortBy) => {
			const items = await service.output({ ...ALL, simple: false, options: { sortBy } });
			expect(items.map(({ id }) => String(id)).sort()).toEqual(stored().reverse());
			const values = items
				.map((item) => item[sortBy])
				.filter((value) => value !== null)
				.map((value) => (sortBy === 'saleAmount' ? Number(value) : Date.parse(String(value))));
			expect(values).toEqual([...values].sort((a, b) => b - a));
			expect(queries().slice(0, 3)).toEqual(
				['1', '2', '3'].map((page) => ({ sortBy, page, pageSize: '100' })),
			);
		},
	);

	it.each([
		[1, ['1']],
		[100, ['100']],
		[150, ['100', '100']],
	])('fetches only the pages required for a limit of %p', async (limit, pageSizes) => {
		const items = await service.output({ ...OPERATION, limit });
		expect(items.map(({ id }) => id)).toEqual(stored().slice(0, limit));
		expect(queries().map(({ pageSize }) => pageSize)).toEqual(pageSizes);
	});

	it.each<[INodeParameters, string]>([
		[
			{ filters: { country: 'Germany' } },
			"'Country' must be a two-letter ISO 3166-1 code such as US, not 'Germany'",
		],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect((await service.failure({ ...OPERATION, ...parameters })).message).toBe(message);
		expect(queries()).toEqual([]);
	});
});
