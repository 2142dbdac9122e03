import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import type { CustomerRow } from '../../../sandbox/customer/columns';
import type { LinkRow } from '../../../sandbox/link/columns';
import { useService } from '../../support/node/nodeService';
import { commissions, type StoredCommission } from '../../support/sandbox/commissions';
import { programId, row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'commission', operation: 'create' };

const service = useService();
/** Of an approved partner. */
let link: LinkRow;
let partnerId: string;
let customerId: string;

beforeAll(() => {
	link = row<LinkRow>(
		service.sandbox,
		`SELECT l.* FROM links l JOIN enrollments e USING (program_id, partner_id)
		 WHERE program_id = ? AND e.status = 'approved' ORDER BY l.id`,
		programId(service.sandbox, 'business'),
	);
	partnerId = String(link.partner_id);
	customerId = row<CustomerRow>(
		service.sandbox,
		'SELECT * FROM customers WHERE workspace_id = ?',
		workspaceId(service.sandbox, 'business'),
	).id;
});

/** Runs the node. @returns what it made the service create */
async function created(parameters: IDataObject): Promise<StoredCommission[]> {
	const known = new Set(commissions(service).map(({ id }) => id));
	await service.run({ ...OPERATION, partnerId, ...(parameters as object) });
	return commissions(service).filter(({ id }) => !known.has(id));
}

describe('Commission · Create', () => {
	it('notes that the service creates the commission in the background', async () => {
		const [response] = await service.output({ ...OPERATION, partnerId, amount: 100 });
		expect(response).toEqual({
			success: true,
			message: expect.any(String),
			note: expect.stringMatching(
				/^The service creates the commission in the background and returns no ID\./,
			),
		});
	});

	it('sends no sale amount when importing Stripe invoices', async () => {
		await created({ type: 'sale', customerId, importStripeInvoices: true, saleAmount: 500 });
		expect(service.proxy.requests[0].body).toEqual({
			...{ type: 'sale', partnerId, customerId },
			importStripeInvoices: true,
		});
	});

	it('omits fields that do not apply to a Stripe import, and warns about them', async () => {
		const hints: NodeExecutionHint[] = [];
		const parameters = {
			...{ type: 'sale', partnerId, customerId, importStripeInvoices: '={{ true }}' },
			additionalFields: {
				...{ invoiceId: 'in_1', productId: '', saleEventDate: '2026-01-05' },
				linkId: link.id,
			},
		};
		await service.run({ ...OPERATION, ...parameters }, { hints });
		expect(service.proxy.requests[0].body).toEqual({
			...{ type: 'sale', partnerId, customerId, linkId: link.id },
			importStripeInvoices: true,
		});
		expect(hints.map(({ message }) => message)).toEqual(
			['Invoice ID', 'Sale Event Date'].map(
				(label) =>
					`'${label}' does not apply when 'Import Stripe Invoices' is true, so it was not sent. Remove it.`,
			),
		);
	});

	it('reads the type and its fields from each item', async () => {
		const items = [
			{ type: 'custom', amount: 300 },
			{ type: 'sale', amount: '400', customer: { externalId: 'per-item', country: 'FR' } },
			{ type: 'lead', customer: { externalId: 'per-item', country: 'FR' }, name: 'Trial' },
		];
		const known = new Set(commissions(service).map(({ id }) => id));
		await service.run(
			{
				...OPERATION,
				type: '={{ $json.type }}',
				partnerId,
				amount: '={{ $json.amount }}',
				saleAmount: '={{ $json.amount }}',
				customerJson: '={{ $json.customer }}',
				additionalFields: { leadEventName: '={{ $json.name }}' },
				requestOptions: { parallelItems: 1 },
			},
			{ items },
		);
		const fresh = commissions(service).filter(({ id }) => !known.has(id));
		expect(fresh.map(({ type, amount }) => [type, amount]).sort()).toEqual([
			['custom', 0],
			['lead', 0],
			['sale', 400],
		]);
	});
});
