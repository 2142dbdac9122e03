import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { conversionLink, type ConversionLink } from '../../../support/sandbox/conversions';
import {
	addEvents,
	kindsOf,
	MINUTE,
	polled,
	slowService,
	SECOND,
	timesUntil,
	Visitors,
} from '../../../support/node/polling';
import { startTriggerService, type TriggerService } from '../../../support/node/triggerService';
import { stopTime } from '../../../support/node/virtualWaits';

const CLICKS: INodeParameters = { delivery: 'polling', events: ['link.clicked'] };
const ALL: INodeParameters = {
	...CLICKS,
	events: ['link.clicked', 'lead.created', 'sale.created'],
};
const KINDS = ['click', 'lead', 'sale'] as const;

let service: TriggerService;
let visitors: Visitors;
let link: ConversionLink;

beforeAll(async () => {
	service = await startTriggerService();
	visitors = new Visitors(service.service);
	link = await conversionLink(service.sandbox);
	await visitors.journey(link);
});
beforeEach(() => {
	stopTime(false);
	service.reset();
	service.service.withoutLimits();
	service.sandbox.quirks.eventWindow = 'days';
	service.sandbox.db.run('DELETE FROM events');
});
afterAll(() => service.close());

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
