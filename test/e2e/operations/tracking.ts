import { beforeAll, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { items, nodeError } from '../../../tools/n8n/execution';
import { NODE } from '../../support/n8n/n8nStack';
import type { OperationRunner } from '../../support/n8n/operationRunner';
import { locator } from '../../support/sandbox/partners';

/** From the click on a link to what is known of it and of the customer whom it brought. */
export function trackingOperations(node: OperationRunner): void {
	let link: { id: string; shortLink: string };
	let externalId: string;

	beforeAll(async () => {
		externalId = `user-${node.mark}`;
		[link] = await node.output<typeof link>('link', 'create', {
			url: 'https://www.example.com/shop',
			additionalFields: { trackConversion: true },
		});
	});

	const events = (kind: string) =>
		node.values<string>(
			'SELECT coalesce(event_id, click_id) AS value FROM events WHERE link_id = ? AND kind = ?',
			link.id,
			kind,
		);

	const customer = () =>
		node.row<{ id: string; name: string; email: string | null }>(
			'SELECT id, name, email FROM customers WHERE external_id = ?',
			externalId,
		);

	it('Conversion · Track Open, Track Lead, Track Sale', async () => {
		const [open] = await node.output('conversion', 'trackOpen', { deepLink: link.shortLink });
		expect(open).toMatchObject({ recorded: true, link: { id: link.id } });
		expect(events('click')).toEqual([open.clickId]);

		const lead = {
			clickId: open.clickId,
			eventName: 'Sign up',
			customerExternalId: externalId,
			additionalFields: { customerName: 'Ada', customerEmail: `ada-${node.mark}@example.com` },
		};
		const [tracked] = await node.output('conversion', 'trackLead', lead);
		expect(tracked).toMatchObject({ recorded: true, click: { id: open.clickId } });
		expect(customer()).toMatchObject({ name: 'Ada' });
		expect(
			node.row('SELECT event_name, customer_id FROM events WHERE event_id = ?', ...events('lead')),
		).toEqual({ event_name: 'Sign up', customer_id: customer().id });

		const sale = {
			customerExternalId: externalId,
			amount: 4900,
			additionalFields: { invoiceId: `inv-${node.mark}` },
		};
		expect(await node.output('conversion', 'trackSale', sale)).toMatchObject([
			{ recorded: true, sale: { amount: 4900 } },
		]);
		expect(
			node.row('SELECT amount, invoice_id FROM events WHERE event_id = ?', ...events('sale')),
		).toEqual({ amount: 4900, invoice_id: `inv-${node.mark}` });
	});

	it('Analytics · Get', async () => {
		const filters = { linkId: locator('id', link.id) };
		expect(
			await node.output('analytics', 'get', { event: 'composite', interval: 'all', filters }),
		).toEqual([{ clicks: 1, leads: 1, sales: 1, saleAmount: 4900 }]);
	});

	it('Event · Get Many', async () => {
		const sales = await node.output('event', 'getAll', {
			event: 'sales',
			interval: 'all',
			returnAll: true,
			simple: false,
		});
		const ids = sales.map(({ eventId }) => eventId);
		const stored = node.values(
			`SELECT event_id AS value FROM events WHERE workspace_id = ? AND kind = 'sale'
			 AND link_id IN (SELECT id FROM links)`,
			node.workspaceId,
		);
		expect(ids.sort()).toEqual(stored.sort());
		expect(ids).toEqual(expect.arrayContaining(events('sale')));
	});

	it('Customer · Get, Get Many, Update, Delete', async () => {
		const { id } = customer();
		const known = { id, externalId, name: 'Ada', sales: 1, saleAmount: 4900 };
		const customerId = locator('externalId', externalId);
		expect(await node.output('customer', 'get', { customerId })).toMatchObject([known]);
		expect(
			await node.output('customer', 'getAll', { returnAll: true, filters: { linkId: link.id } }),
		).toMatchObject([known]);

		const updateFields = { name: 'Ada Lovelace' };
		await node.output('customer', 'update', {
			customerId,
			updateFields,
			fieldsToClear: ['email'],
		});
		expect(customer()).toEqual({ id, name: 'Ada Lovelace', email: null });

		const response: IDataObject[] = await node.output('customer', 'delete', { customerId });
		expect(response).toEqual([{ id, deleted: true }]);
		expect(node.exists('customers', id)).toBe(false);
	});

	it('User · Get Info', async () => {
		const execution = await node.execution('user', 'getInfo');
		if (node.authentication === 'apiKey') {
			expect(nodeError(execution)?.message).toContain('must be OAuth2');
		} else {
			expect(items(execution, NODE)).toMatchObject([
				{
					name: 'Owner of enterprise',
					workspace: { slug: 'enterprise', name: 'Enterprise Workspace' },
				},
			]);
		}
	});
}
