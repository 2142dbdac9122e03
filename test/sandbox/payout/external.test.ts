import { beforeEach, describe, expect, it } from '@jest/globals';
import {
	confirmPayout,
	paidState,
	payExternally,
	pendingPayout,
} from '../../support/sandbox/payouts.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { register, settled } from '../../support/sandbox/webhooks.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandboxForEach({
	sampleData: { seed: 1, events: 0 },
	webhooks: { retryFactor: 0.000_001, maxRetries: 2 },
});
const receiver = useReceiver();
let id: string;

beforeEach(async () => {
	id = pendingPayout(sandbox);
});

describe('an external payout', () => {
	beforeEach(async () => {
		await payExternally(sandbox);
		await register(sandbox, receiver.url, ['payout.confirmed']);
	});

	it('is paid as soon as a webhook responds with success', async () => {
		receiver.react = (_, n) => (n === 0 ? 500 : 200);
		await confirmPayout(sandbox, id);
		const [{ envelope }] = await receiver.received(1);
		expect(envelope).toMatchObject({ event: 'payout.confirmed', data: { id, mode: 'external' } });
		await settled(sandbox);
		expect(receiver.deliveries).toHaveLength(2);
		expect(paidState(sandbox, id)).toEqual({
			status: 'completed',
			failure_reason: null,
			commissions: ['paid'],
		});
	});

	it('fails after the last failed attempt, and its commissions stay', async () => {
		receiver.react = () => 500;
		await confirmPayout(sandbox, id);
		await settled(sandbox);
		expect(paidState(sandbox, id)).toEqual({
			status: 'failed',
			failure_reason: 'External webhook failed to process the payout.',
			commissions: ['processed'],
		});
	});

	it('is decided by the first webhook whose delivery ended', async () => {
		await register(sandbox, `${receiver.url}/other`, ['payout.confirmed']);
		receiver.react = ({ path }) => (path === '/other' ? 500 : 200);
		await confirmPayout(sandbox, id);
		await settled(sandbox);
		expect(receiver.deliveries).toHaveLength(4);
		expect(paidState(sandbox, id)).toMatchObject({ status: 'completed' });
	});
});

it('payout.confirmed is refused, and no payout confirmed, while the service pays', async () => {
	await expect(register(sandbox, receiver.url, ['payout.confirmed'])).rejects.toThrow(
		'pays its partners through the service',
	);
	await expect(confirmPayout(sandbox, id)).rejects.toThrow('not a pending external payout');
	await payExternally(sandbox);
	await expect(confirmPayout(sandbox, 'po_none')).rejects.toThrow('not found');
});
