import { beforeAll, describe, expect, it } from '@jest/globals';
import { envelopeOf, push } from '../../../support/node/pushes';
import { confirmPayout, payExternally, pendingPayout } from '../../../support/sandbox/payouts';
import { CatchUpBench } from './catchUpBench';

const { service, published, caughtUp, lost, newLink } = new CatchUpBench();

beforeAll(async () => await payExternally(service.sandbox));

it.each([
	['received', ['link.created', 'payout.confirmed']],
	// The service retries it, and only a response confirms it.
	['succeeded', ['link.created']],
])(
	'emits of a payout that is confirmed when %s and a link: %j',
	async (confirmPayouts, emitted) => {
		const node = await published({ events: ['link.created', 'payout.confirmed'], confirmPayouts });
		const id = pendingPayout(service.sandbox);
		await lost(async () => {
			await newLink();
			await confirmPayout(service.sandbox, id);
		});
		const items = await caughtUp(node);
		expect(items.map(({ event }) => event)).toEqual(emitted);
		expect(await caughtUp(node)).toEqual([]);
	},
);

describe('with confirmation by the workflow', () => {
	const SUCCEEDED = { events: ['payout.confirmed'], confirmPayouts: 'succeeded' };

	/** The node after a payout whose delivery failed, as logged after a change. */
	async function logged(change: string) {
		const node = await published(SUCCEEDED);
		const id = pendingPayout(service.sandbox);
		await lost(async () => await confirmPayout(service.sandbox, id));
		service.sandbox.db.run(`UPDATE webhook_deliveries SET ${change}`);
		return { node, id };
	}

	const ANSWERED = "http_status = 200, response_body = 'n8n is starting up. Please wait'";

	it('emits one that counts as paid because n8n was starting, and says so', async () => {
		const { node, id } = await logged(ANSWERED);
		expect(await caughtUp(node)).toMatchObject([{ payout: { id } }]);
		expect(node.hints).toEqual([expect.stringContaining(`already counts payout ${id} as paid`)]);
		expect(await caughtUp(node)).toEqual([]);
	});

	it('emits it after the workflow was published again and n8n restarted', async () => {
		const { node, id } = await logged(ANSWERED);
		await node.hook('delete');
		node.restart();
		await node.activate();
		expect(await caughtUp(node)).toMatchObject([{ payout: { id } }]);
	});

	it('emits one that the service pays itself', async () => {
		const { node, id } = await logged(
			`request_body = replace(request_body, '"mode":"external"', '"mode":"internal"')`,
		);
		expect(await caughtUp(node)).toMatchObject([{ payout: { id, mode: 'internal' } }]);
		expect(node.hints).toEqual([]);
	});

	it('does not confirm one from before the workflow was published', async () => {
		const node = await published(SUCCEEDED);
		const createdAt = new Date(Date.now() - 3_600_000).toISOString();
		const pushed = async (mode: string) => {
			const payout = { id: 'po_1', amount: 4200, mode };
			return await push(
				node,
				JSON.stringify(envelopeOf('payout.confirmed', payout, { createdAt })),
			);
		};
		expect([await pushed('external'), await pushed('internal')]).toEqual([503, 200]);
		expect(node.executions).toEqual([]);
	});
});
