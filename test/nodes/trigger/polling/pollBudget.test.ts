import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ConversionLink } from '../../../support/sandbox/conversions';
import {
	addEvents,
	kindsOf,
	MINUTE,
	polled,
	slowService,
	SECOND,
	timesUntil,
	type Visitors,
} from '../../../support/node/polling';
import type { TriggerService } from '../../../support/node/triggerService';
import { ALL, CLICKS, PollBench } from './pollBench';

const KINDS = ['click', 'lead', 'sale'] as const;

const bench = new PollBench();

let service: TriggerService;
let visitors: Visitors;
let link: ConversionLink;

beforeAll(async () => {
	({ service, visitors, link } = bench);
	await visitors.journey(link);
});
beforeEach(() => {
	service.sandbox.quirks.eventWindow = 'days';
});

function now(): number {
	return service.sandbox.clock.now();
}

it('A poll ends within its budget, also with three kinds', async () => {
	await visitors.journey(link);
	const node = await service.start(ALL);
	await polled(node);
	service.sandbox.clock.advance(120 * MINUTE);
	const times = timesUntil(now(), 4000, SECOND);
	for (const kind of KINDS) addEvents(service.service, kind, link, times);
	const passed = slowService(service.service);
	const items = await polled(node, { budget: 36 * SECOND });
	expect(passed()).toBeLessThan(36 * SECOND);
	expect(items?.length).toBeLessThan(12_000);
	expect(new Set(kindsOf(items)).size).toBe(3);
});

it('A page that would exceed the budget is left to the next poll', async () => {
	await visitors.click(link);
	const node = await service.start(CLICKS);
	await polled(node);
	service.sandbox.clock.advance(120 * MINUTE);
	addEvents(service.service, 'click', link, timesUntil(now(), 4000, SECOND));
	const passed = slowService(service.service, 12 * SECOND);
	await polled(node, { budget: 36 * SECOND });
	expect(passed()).toBe(24 * SECOND);
});
