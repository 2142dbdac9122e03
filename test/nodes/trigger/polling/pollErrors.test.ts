import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { idsOf, kindsOf, MINUTE, polled } from '../../../support/node/polling';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { failureOf, type TriggerFailure } from '../../../support/node/triggerService';
import { withVirtualWaits } from '../../../support/node/virtualWaits';
import { CLICKS, PollBench } from './pollBench';

const { service, visitors, link } = new PollBench();
let node: TriggerNode;
/** What was clicked since the last poll. */
let clicks: string[];

beforeEach(async () => {
	node = await service.start(CLICKS);
	await polled(node);
	clicks = [await visitors.click(link), await visitors.click(link)];
});

/** A poll that throws what a person must mend. */
async function failedPoll(durable = false, of = node) {
	return await withVirtualWaits(async () => await failureOf(of.poll({ durable })));
}

/** A poll that reports what passes by itself. */
async function reportedFailure(durable = false, of = node) {
	return await withVirtualWaits(async () => {
		expect(await of.poll({ durable })).toBeUndefined();
		const error = of.errors.at(-1) as TriggerFailure | undefined;
		if (!error) throw new Error('nothing was reported');
		return error;
	});
}

/** All that is stored, except that a poll has shown no event. */
function stored(): string {
	const isKept = (name: string) => !['empty', 'rounds'].includes(name);
	return JSON.stringify(node.workflow.staticData, (name, value: unknown) =>
		isKept(name) ? value : undefined,
	);
}

/**
 * Fails without waiting, leaves what is stored as it is, and the next poll finds everything.
 *
 * @param patience milliseconds that may be waited before
 */
async function failsSafely(durable = false, patience = 0, fail = reportedFailure) {
	const before = stored();
	service.proxy.requests.length = 0;
	const { result: failure, waits } = await fail(durable);
	// The pace of its requests is at most a second; what a refusal asks for is more.
	const refusals = waits.filter((wait) => wait > 1100);
	expect(refusals.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(patience);
	expect(stored()).toBe(before);
	service.proxy.respond = () => undefined;
	expect(idsOf(await polled(node, { durable }))).toEqual(clicks);
	return failure;
}

function refuse(status: number, headers: Record<string, string> = {}): void {
	const body = { error: { code: 'refused', message: 'Not now.' } };
	service.proxy.respond = () => ({ status, headers, body });
}

describe('A rate limit', () => {
	it.each<[string, (now: number) => Record<string, string>]>([
		['Retry-After in seconds', () => ({ 'retry-after': '30' })],
		['Retry-After in epoch milliseconds', (now) => ({ 'retry-after': String(now + 30_000) })],
		['Retry-After as date', (now) => ({ 'retry-after': new Date(now + 30_000).toUTCString() })],
		[
			'X-RateLimit-Reset in epoch seconds',
			(now) => ({ 'x-ratelimit-reset': String(Math.floor(now / 1000) + 30) }),
		],
		[
			'X-RateLimit-Reset in epoch milliseconds',
			(now) => ({ 'x-ratelimit-reset': String(now + 30_000) }),
		],
	])('by %s is reported to n8n without waiting', async (_, headers) => {
		const now = Date.now();
		refuse(429, headers(now));
		const { failure } = await failsSafely();
		expect(failure).toEqual({ cause: 'rate-limited', resetsAtEpochMs: expect.any(Number) });
		const wait = Number(failure?.resetsAtEpochMs) - now;
		expect(wait).toBeGreaterThan(28_000);
		expect(wait).toBeLessThan(33_000);
	});

	it('that ends soon is waited out, so that n8n can publish the workflow', async () => {
		const body = { error: { code: 'refused', message: 'Not now.' } };
		service.proxy.respondNext({ status: 429, headers: { 'retry-after': '2' }, body });
		const { result, waits } = await withVirtualWaits(async () => await node.poll());
		expect(idsOf(result)).toEqual(clicks);
		expect(Math.max(...waits)).toBeGreaterThan(1900);
	});

	it('is waited out for at most five seconds', async () => {
		refuse(429, { 'retry-after': '2' });
		const { description, failure } = await failsSafely(false, 5000);
		expect(failure).toEqual({ cause: 'rate-limited', resetsAtEpochMs: expect.any(Number) });
		expect(description).toMatch(
			/after waiting \d seconds. The service asks to wait \d seconds(?: again and again, so the node would wait \d+ seconds)?, but a trigger waits at most 5 seconds\. Send fewer/,
		);
	});

	it('is reported without a time if the service states none', async () => {
		refuse(429);
		expect((await failsSafely(false, 5000)).failure).toEqual({ cause: 'rate-limited' });
	});

	it('is not waited out for the lookup of a short link either', async () => {
		const value = `https://${link.domain}/${link.key}`;
		node = await service.start({
			...CLICKS,
			filters: { linkId: { __rl: true, mode: 'url', value } },
		});
		await polled(node);
		clicks = [await visitors.click(link)];
		refuse(429, { 'retry-after': '30' });
		expect((await failsSafely()).failure).toMatchObject({ cause: 'rate-limited' });
	});

	it.each(['seconds', 'epochMilliseconds'] as const)('of the sandbox in %s', async (retryAfter) => {
		service.sandbox.quirks.retryAfter = retryAfter;
		service.sandbox.limits = { analytics: 0 };
		const { failure } = (await reportedFailure()).result;
		expect(failure).toEqual({ cause: 'rate-limited', resetsAtEpochMs: expect.any(Number) });
		service.sandbox.limits = 'off';
		expect(idsOf(await polled(node))).toEqual(clicks);
	});
});

it.each([
	[400, 'configuration-invalid'],
	[401, 'credential-invalid'],
	[403, 'configuration-invalid'],
	[402, 'configuration-invalid'],
	[404, 'configuration-invalid'],
	[422, 'configuration-invalid'],
])('HTTP %i, which a person must mend, is thrown as %s', async (status, cause) => {
	refuse(status);
	const { message, failure } = await failsSafely(false, 0, failedPoll);
	expect(message).toContain('Not now.');
	expect(failure).toEqual({ cause });
});

it.each([405, 408, 409, 500, 503])(
	'HTTP %i, which passes by itself, is reported and not thrown',
	async (status) => {
		refuse(status);
		const { message, failure } = await failsSafely();
		expect(message).toMatch(/^The new events could not be read: .*Not now\./);
		expect(failure).toEqual({ cause: 'temporarily-unavailable' });
	},
);

describe.each(['init', 'leadershipChange'] as const)('When n8n starts (%s)', (activation) => {
	it.each([401, 403, 429, 503])('HTTP %i is reported, and polling goes on', async (status) => {
		refuse(status);
		await withVirtualWaits(async () => {
			for (let polls = 0; polls < 9; polls++) {
				expect(await node.poll({ activation })).toBeUndefined();
			}
		});
		const messages = node.errors.map(({ message }) => message.replace(/:.*/, ''));
		expect(messages).toEqual(
			['', ' 2 times in a row', ' 4 times in a row', ' 8 times in a row'].map(
				(times) => `The new events could not be read${times}`,
			),
		);
		service.proxy.respond = () => undefined;
		expect(idsOf(await polled(node, { activation }))).toEqual(clicks);
		refuse(status);
		await withVirtualWaits(async () => await node.poll({ activation }));
		expect(node.errors).toHaveLength(5);
	});

	it('a wrong parameter is reported, and keeps the position', async () => {
		const { parameters } = node;
		node.parameters = { ...CLICKS, filters: { country: 'Germany' } };
		expect(await polled(node, { activation })).toBeUndefined();
		expect(node.errors[0].message).toContain("'Country'");
		node.parameters = parameters;
		expect(idsOf(await polled(node, { activation }))).toEqual(clicks);
	});
});

it('A certificate that is not trusted is thrown', async () => {
	node.credential = { ...node.credential, baseUrl: service.sandbox.url.replace('http:', 'https:') };
	const { result } = await failedPoll();
	expect(result.failure).toEqual({ cause: 'configuration-invalid' });
});

it('A broken connection is temporary', async () => {
	service.proxy.respond = () => 'connection reset';
	expect((await failsSafely()).failure).toEqual({ cause: 'temporarily-unavailable' });
});

it.each<[string, number, unknown]>([
	['A web page', 200, '<html>Back soon</html>'],
	['A response that is cut off', 200, '[{"event":"cli'],
	['A 404 that is not of the service', 404, '<html>Not found</html>'],
	['A 404 of something else', 404, { message: 'no route' }],
	['A redirect to nowhere', 302, ''],
])('%s is temporary', async (_, status, body) => {
	service.proxy.respond = () => ({ status, body });
	expect((await failsSafely()).failure).toEqual({ cause: 'temporarily-unavailable' });
});

it.each([
	['an object', { id: 1 }, 'The response to GET /events is not a list'],
	['a list of nothing', [null], 'The response to GET /events is not a list of objects'],
	[
		'events without an ID',
		[{ event: 'click', click: {}, timestamp: '2026-01-01' }],
		'The service sent an event without an ID',
	],
	[
		'events without a time',
		[{ event: 'click', click: { id: 'x' } }],
		'The service sent an event with an invalid timestamp',
	],
])('A response with %s fails and loses no event', async (_, body, message) => {
	service.proxy.respond = () => ({ status: 200, body });
	expect((await failsSafely(false, 0, failedPoll)).message).toContain(message);
});

describe.each([false, true])('A kind that fails (durable: %s)', (durable) => {
	beforeEach(async () => {
		node = await service.start({ ...CLICKS, events: ['link.clicked', 'lead.created'] });
		await polled(node, { durable });
	});

	it('is reported, does not delay the others, and loses no event', async () => {
		const emitted: unknown[] = [];
		service.proxy.respond = ({ query }) =>
			query.event === 'leads'
				? { status: 422, body: { error: { code: 'unprocessable_entity', message: 'No.' } } }
				: undefined;
		const click = await visitors.click(link);
		emitted.push(...idsOf(await polled(node, { durable })));
		expect(emitted).toEqual([click]);
		await visitors.lead(click);
		for (let i = 0; i < 7; i++) await polled(node, { durable });
		const messages = node.errors.map(({ message }) => message);
		expect(messages).toEqual(
			['', ' 2 times in a row', ' 4 times in a row', ' 8 times in a row'].map(
				(times) => `The new leads could not be read${times}: No.`,
			),
		);
		service.proxy.respond = () => undefined;
		expect(kindsOf(await polled(node, { durable }))).toEqual(['lead']);
		expect(node.errors).toHaveLength(4);
	});

	it('ends the poll if it is the first request', async () => {
		service.proxy.respond = () => ({ status: 503, body: {} });
		const before = stored();
		await reportedFailure(durable);
		expect(stored()).toBe(before);
	});
});

it('On the Pro plan, the error says what polling requires', async () => {
	const pro = await service.start(CLICKS, { workspace: 'pro' });
	const { description, failure } = (await failedPoll(false, pro)).result;
	expect(description).toContain('the Business plan or higher and the permission analytics.read');
	expect(failure).toEqual({ cause: 'configuration-invalid' });
});

it.each<[string, INodeParameters, string]>([
	['nothing chosen', { events: [] }, "'Trigger On' is empty"],
	[
		'an event that only webhooks support',
		{ events: ['link.clicked', 'partner.enrolled'] },
		"'Trigger On' contains Partner Enrolled, which polling does not support",
	],
	['a filter that cannot be', { filters: { country: 'Germany' } }, "'Country'"],
	['a slug without its domain', { filters: { key: 'summer' } }, "'Slug' requires 'Domain'"],
	['a start that is no date', { options: { startDate: 'soon' } }, "'Start Date'"],
	...['ten', -1, {}, true, Infinity].map((lookBack): [string, INodeParameters, string] => [
		`a look-back of ${JSON.stringify(lookBack)}`,
		{ options: { lookBack: lookBack as never } },
		"'Look-Back (Minutes)' must be a number of at least 0",
	]),
])('%s is rejected before any request', async (_, parameters, message) => {
	const other = await service.start({ ...CLICKS, ...parameters });
	service.proxy.requests.length = 0;
	expect((await failureOf(other.poll())).message).toContain(message);
	expect([service.sent(), other.staticData]).toEqual([[], {}]);
});

it('Of two overlapping polls, only the first one runs', async () => {
	await withVirtualWaits(async () => {
		const [first, second] = [node.poll(), node.poll()];
		expect(idsOf(await first)).toEqual(clicks);
		const sent = service.sent();
		expect(await second).toBeUndefined();
		expect(service.sent()).toEqual(sent);
	});
	expect(await polled(node)).toBeUndefined();
});

describe('When the workflow is published again', () => {
	const budget = 5 * MINUTE;

	it('it polls, although n8n did not store what a poll without events changed', async () => {
		await polled(node, { budget });
		service.sandbox.clock.advance(20 * MINUTE);
		expect(await polled(node, { budget, isStored: false })).toBeUndefined();
		const click = await visitors.click(link);
		expect(idsOf(await polled(node, { budget }))).toEqual([click]);
	});

	it('only the new poll emits if it overlaps an earlier one', async () => {
		const both = async () =>
			await Promise.all([node.poll({ budget, isStored: false }), node.poll({ budget })]);
		const [first, second] = (await withVirtualWaits(both)).result;
		expect(first).toBeUndefined();
		expect(idsOf(second)).toEqual(clicks);
		expect(await polled(node, { budget })).toBeUndefined();
	});
});
