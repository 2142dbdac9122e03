import { expect, it } from '@jest/globals';
import { Api } from '../../support/sandbox/api';
import { conversionLink, newClick, type ConversionLink } from '../../support/sandbox/conversions';
import { WORKSPACE, type WorkflowRunner } from '../../support/n8n/workflowRunner';

const TABLE = 'Short Link Leads';

export function leadAndSaleWorkflows(runner: WorkflowRunner): void {
	async function track(kind: 'lead' | 'sale', body: object): Promise<void> {
		const { status } = await new Api(runner.stack.sandbox, WORKSPACE).post(`/track/${kind}`, body);
		expect(status).toBe(200);
	}

	async function becomeLead(link: ConversionLink, customer: string, eventName = 'Sign up') {
		// Leads are distinguished by the second.
		runner.stack.sandbox.clock.advance(1000);
		await track('lead', {
			clickId: await newClick(runner.stack.sandbox, link),
			eventName,
			customerExternalId: customer,
			customerName: customer,
			customerEmail: `${customer.toLowerCase()}@example.com`,
		});
	}

	it('New Sale Message: sends one email for each sale and none for a lead', async () => {
		const { sandbox, n8n } = runner.stack;
		const { id } = await runner.import('new-sale-message');
		await n8n.client.activate(id);
		const link = await conversionLink(sandbox);
		await becomeLead(link, 'Ada');
		await track('sale', {
			...{ customerExternalId: 'Ada', amount: 12_345, currency: 'eur' },
			eventName: 'Yearly plan',
		});
		const { sender, subject, body } = await runner.mail('team@example.com');
		// The service keeps its books in US dollars.
		const { amount } = runner.row<{ amount: number }>(
			`SELECT amount FROM events WHERE kind = 'sale' ORDER BY seq DESC LIMIT 1`,
		);
		const paid = `Ada paid ${(amount / 100).toFixed(2)} USD`;
		expect({ sender, subject }).toEqual({ sender: 'n8n@example.com', subject: paid });
		expect(body).toContain(`${paid}.\n\nFor: Yearly plan\nThrough: https://`);
		expect(body).toContain(`/${link.key}\nPartner: none\n`);
		await n8n.client.deactivate(id);
		expect(runner.mailsSince('team@example.com')).toEqual([]);
	});

	it('New Lead Table: keeps one row for each customer, with the newest lead', async () => {
		const { sandbox, n8n } = runner.stack;
		const { id } = await runner.import('new-lead-table');
		const link = await conversionLink(sandbox);
		const poll = async () => {
			await n8n.client.deactivate(id);
			await n8n.client.activate(id);
		};
		await n8n.client.activate(id);
		await becomeLead(link, 'Ben');
		await becomeLead(link, 'Cleo');
		await becomeLead(link, 'Ben', 'Asked for a demo');
		await poll();
		await runner.outputs(id, 'Add or Update Row', 1);
		const rows = await runner.rows(TABLE);
		expect(rows).toMatchObject([
			{ name: 'Ben', email: 'ben@example.com', eventName: 'Asked for a demo', country: 'US' },
			{ name: 'Cleo', email: 'cleo@example.com', eventName: 'Sign up' },
		]);
		expect(rows[0].shortLink).toContain(link.key);

		await becomeLead(link, 'Cleo', 'Booked a call');
		await becomeLead(link, 'Dan');
		await poll();
		await runner.outputs(id, 'Add or Update Row', 2);
		expect((await runner.rows(TABLE)).map(({ name, eventName }) => [name, eventName])).toEqual([
			['Ben', 'Asked for a demo'],
			['Cleo', 'Booked a call'],
			['Dan', 'Sign up'],
		]);
		await n8n.client.deactivate(id);
	});

	it('Event Alerts, New Events Digest: send a message for each event and one summary', async () => {
		const { sandbox, n8n } = runner.stack;
		const alerts = await runner.import('event-alerts');
		const digest = await runner.import('new-events-digest');
		const link = await conversionLink(sandbox);
		for (const { id } of [alerts, digest]) await n8n.client.activate(id);
		await becomeLead(link, 'Eve');
		await track('sale', { customerExternalId: 'Eve', amount: 4900, currency: 'usd' });
		await n8n.client.deactivate(digest.id);
		await n8n.client.activate(digest.id);
		const messages = await runner.outputs(alerts.id, 'Message', 3);
		expect(messages.map(({ message }) => message).sort()).toEqual([
			expect.stringMatching(/^Click on https:.* from US$/),
			expect.stringMatching(/^Eve became a lead through https:/),
			expect.stringMatching(/^Eve paid 49\.00 USD after a click on https:/),
		]);
		expect(await runner.outputs(digest.id, 'Digest', 1)).toMatchObject([
			{ clicks: 1, leads: 1, sales: 1, revenue: 49 },
		]);
		for (const { id } of [alerts, digest]) await n8n.client.deactivate(id);
	});
}
