import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CredentialReference } from '../../tools/n8n/client';
import { conversionLink, type ConversionLink } from '../support/sandbox/conversions';
import { eventsSince, journey, lastEvent, print, tally } from '../support/sandbox/journeys';
import { DURABLE } from '../support/n8n/durable';
import { OFTEN } from '../support/n8n/pollTimes';
import { N8nStack } from '../support/n8n/n8nStack';
import { createTriggerWorkflow, executedKeys, publishWith } from '../support/n8n/triggerWorkflow';
import { until } from '../support/until';
import { catchesUp } from './trigger/catchesUp';

/** Seconds in which a planned poll also comes on a busy machine. */
const NEXT_POLL = 60;

let stack: N8nStack;

beforeAll(async () => {
	stack = await N8nStack.start({ webhooks: { retryFactor: 0.02 } }, { env: DURABLE });
});

afterAll(async () => await stack?.stop());

describe('Polling with the durable scheduler and durable cursors', () => {
	let credential: CredentialReference;
	let link: ConversionLink;
	let workflow: { id: string };
	let since: number;

	beforeAll(async () => {
		credential = await stack.apiKeyCredential('business');
		link = await conversionLink(stack.sandbox);
		await journey(stack.sandbox, link);
		const parameters = { delivery: 'polling', pollTimes: OFTEN };
		workflow = await createTriggerWorkflow(stack, 'Durable polling', parameters, credential);
		since = lastEvent(stack.sandbox);
		await stack.n8n.client.activate(workflow.id);
	});

	afterAll(async () => await stack.n8n.client.deactivate(workflow.id));

	/** Waits until everything that happened was executed, and counts. */
	async function outcome(seconds = NEXT_POLL) {
		const happened = eventsSince(stack.sandbox, since);
		const executed = async () => await executedKeys(stack.n8n.client, workflow.id);
		await until(
			async () => (await executed()).length >= happened.length,
			`${happened.length} events`,
			seconds,
		);
		return tally(happened, await executed());
	}

	it('emits events between publishing and the first scheduled poll, but no earlier ones', async () => {
		await journey(stack.sandbox, link);
		const counted = await outcome();
		print('Durable polling, first planned poll', counted);
		expect(counted).toEqual({ happened: 3, executed: 3, lost: 0, twice: 0 });
	});

	it('emits each event once despite republishing, a restart, and SIGKILL', async () => {
		await journey(stack.sandbox, link);
		await stack.n8n.client.deactivate(workflow.id);
		await stack.n8n.client.activate(workflow.id);
		expect(await outcome()).toEqual({ happened: 6, executed: 6, lost: 0, twice: 0 });
		await journey(stack.sandbox, link);
		await stack.n8n.stop();
		await journey(stack.sandbox, link);
		await stack.startN8nAgain();
		expect(await outcome()).toEqual({ happened: 12, executed: 12, lost: 0, twice: 0 });
		await journey(stack.sandbox, link);
		await stack.n8n.kill();
		await journey(stack.sandbox, link);
		await stack.startN8nAgain();
		const counted = await outcome(NEXT_POLL + 60);
		print('Durable polling, published anew, restarted, killed', counted);
		expect(counted).toEqual({ happened: 18, executed: 18, lost: 0, twice: 0 });
	});

	it('emits events of a kind that is added, and unpublished, while polls run', async () => {
		const { client } = stack.n8n;
		const publishFor = async (events: string[]) =>
			await publishWith(client, workflow.id, { events });
		const isList = ({ path }: { path: string }) => path === '/events';
		await publishFor(['lead.created']);
		const first = stack.proxy.holdNext(isList);
		await until(() => first.isHeld, 'a planned poll for leads', NEXT_POLL);
		// The poll of the publishing does not run beside it.
		await publishFor(['link.clicked', 'lead.created', 'sale.created']);
		await journey(stack.sandbox, link);
		const second = stack.proxy.holdNext(isList);
		first.release();
		await until(() => second.isHeld, 'a planned poll for all kinds', NEXT_POLL);
		await client.deactivate(workflow.id);
		second.release();
		await stack.proxy.quiet();
		await client.activate(workflow.id);
		// Half a minute after a round that n8n did not store, the next planned poll repeats it.
		const counted = await outcome(4 * NEXT_POLL);
		print('Durable polling, a kind added and unpublished during polls', counted);
		expect(counted).toEqual({ happened: 21, executed: 21, lost: 0, twice: 0 });
	});
});

describe('The trigger, with the durable scheduler and durable cursors,', () =>
	catchesUp('durable scheduler', () => stack));
