import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Api } from '../../support/sandbox/api';
import { conversionLink } from '../../support/sandbox/conversions';
import { idsOf, kindsOf, polled } from '../../support/node/polling';
import { failureOf } from '../../support/node/triggerService';
import { ALL, PollBench } from './polling/pollBench';

const { service, visitors, link } = new PollBench();

it('A manual run of polling emits the newest event of the selected kinds', async () => {
	await visitors.journey(link);
	const node = await service.start(ALL);
	expect(kindsOf(await node.execute('manual'))).toEqual(['sale']);
	node.parameters = { ...ALL, events: ['link.clicked', 'lead.created'] };
	expect(kindsOf(await node.execute('manual'))).toEqual(['lead']);
	const clickId = await visitors.click(link);
	expect(idsOf(await node.execute('manual'))).toEqual([clickId]);
});

it.each([
	['={{ "true" }}', true],
	['={{ "false" }}', false],
])(
	'A manual run reads Include Raw Event from the text of an expression: %s',
	async (raw, included) => {
		const node = await service.start({ ...ALL, options: { raw } });
		await visitors.click(link);
		const [emitted] = (await node.execute('manual')) ?? [];
		expect('raw' in emitted).toBe(included);
	},
);

it('A manual run emits the same item as polling, also with the raw event', async () => {
	const node = await service.start({ ...ALL, options: { raw: true } });
	await polled(node);
	await visitors.click(link);
	const [emitted] = (await polled(node)) ?? [];
	expect(await node.execute('manual')).toEqual([emitted]);
	expect(emitted).toHaveProperty('raw.click_id', emitted.id);
});

it('A manual run applies the filters and ignores deleted links', async () => {
	const node = await service.start({ ...ALL, exclude: { country: 'DE' } });
	const clickId = await visitors.click(link);
	const doomed = await conversionLink(service.sandbox);
	await visitors.journey(doomed);
	await new Api(service.sandbox, 'business').delete(`/links/${doomed.id}`);
	expect(idsOf(await node.execute('manual'))).toEqual([clickId]);
	node.parameters = { ...ALL, exclude: { country: 'US' } };
	expect((await failureOf(node.execute('manual'))).message).toBe('No matching event found');
});

it('A manual run does not change the cursor', async () => {
	const node = await service.start(ALL);
	await visitors.click(link);
	await node.execute('manual');
	expect(node.workflow.staticData).toEqual({});
	await polled(node);
	const before = JSON.stringify(node.workflow.staticData);
	const clickId = await visitors.click(link);
	await node.execute('manual');
	expect(JSON.stringify(node.workflow.staticData)).toBe(before);
	expect(idsOf(await polled(node))).toEqual([clickId]);
});

it('A manual run without a matching event says what to do', async () => {
	const { message, description } = await failureOf((await service.start(ALL)).execute('manual'));
	expect(message).toBe('No matching event found');
	expect(description).toContain('Visit one of your short links');
});

it.each<[string, IDataObject[]]>([
	['trigger', [{ event: 'click', id: 'a' }]],
	['retry', [{ event: 'click', id: 'a' }, { event: 'sale' }]],
	['integrated', []],
])('In production (%s), items pass unchanged', async (mode, input) => {
	for (const delivery of ['polling', 'webhook']) {
		const node = await service.start({ ...ALL, delivery });
		expect(await node.execute(mode as 'trigger', input)).toEqual(input);
	}
	expect(service.sent()).toEqual([]);
});

it('In a manual run, delivered items pass unchanged', async () => {
	const node = await service.start({ events: ['link.clicked'] });
	const input = [{ event: 'click', id: 'a' }];
	expect(await node.execute('manual', input)).toEqual(input);
	expect(service.sent()).toEqual([]);
});
