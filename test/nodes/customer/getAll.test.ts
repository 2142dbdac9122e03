import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { CustomerRow } from '../../../sandbox/customer/columns';
import type { LinkRow } from '../../../sandbox/link/columns';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

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

	it.each<[string, (link: LinkRow) => string]>([
		['url', ({ domain, key }) => `https://${domain}/${key}`],
		['externalId', ({ external_id }) => String(external_id)],
	])('looks up a link given by %s', async (mode, valueOf) => {
		const { link } = someCustomer();
		const filters = { linkId: { __rl: true, mode, value: valueOf(link) } };
		expect(await listed({ filters })).toEqual(stored(({ link_id }) => link_id === link.id));
		expect(queries().at(-1)).toMatchObject({ linkId: link.id });
	});
});
