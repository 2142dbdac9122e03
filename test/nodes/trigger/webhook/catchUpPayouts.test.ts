import { beforeAll, expect, it } from '@jest/globals';
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
