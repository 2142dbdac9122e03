import { afterEach, expect, it, jest } from '@jest/globals';
import * as n8nWorkflow from 'n8n-workflow';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RateLimiter } from '../../../nodes/LinkAttribution/transport/rateLimiter';

const HOUR = 3_600_000;

const now = performance.now.bind(performance);

afterEach(() => {
	performance.now = now;
	jest.restoreAllMocks();
});

function heapUsed(): number {
	setFlagsFromString('--expose_gc');
	(runInNewContext('gc') as () => void)();
	return process.memoryUsage().heapUsed;
}

it('holds no memory for each change that a waiting request learns of', async () => {
	const rateLimiter = new RateLimiter('general');
	for (let n = 0; n < 32; n++) await rateLimiter.acquire(0);
	let sent = 0;
	const deadline = () => now() + HOUR;
	const send = async () => {
		while (sent < 2_000) {
			await rateLimiter.acquire(sent, { deadline });
			sent++;
			setImmediate(() => rateLimiter.release());
		}
	};
	const before = heapUsed();
	const sending = Array.from({ length: 50 }, send);
	rateLimiter.release();
	await Promise.all(sending);
	expect(heapUsed() - before).toBeLessThan(8_000_000);
});

it('holds no memory for requests that were spaced', async () => {
	let clock = 0;
	// A spy would hold each call.
	performance.now = () => clock;
	const sleep = async (milliseconds: number) => {
		clock += Math.ceil(milliseconds);
		await Promise.resolve();
	};
	const exported = n8nWorkflow as unknown as { readonly sleep: unknown };
	jest.spyOn(exported, 'sleep', 'get').mockReturnValue(sleep);
	const rateLimiter = new RateLimiter('analytics');
	rateLimiter.update({ 'x-ratelimit-limit': '10' });
	const send = async () => {
		await rateLimiter.acquire(0);
		rateLimiter.release();
	};
	await send();
	const before = heapUsed();
	for (let n = 0; n < 30_000; n++) await send();
	expect(heapUsed() - before).toBeLessThan(8_000_000);
});
