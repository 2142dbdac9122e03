import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RecordingProxy } from '../../support/sandbox/recordingProxy';
import { useTriggerService } from '../../support/node/triggerService';

const service = useTriggerService({ limits: 'off' });
let elsewhere: RecordingProxy;

beforeAll(async () => {
	elsewhere = await new RecordingProxy(service.sandbox.url).start();
});
afterAll(async () => {
	await elsewhere.close();
});

it('Polls use the base URL of the credential, also if it changes while the workflow is published', async () => {
	const node = await service.start({ delivery: 'polling', events: ['link.clicked'] });
	await node.poll();
	const before = service.sent().length;
	expect(before).toBeGreaterThan(0);
	Object.assign(node.credential, { baseUrl: elsewhere.url });
	await node.pollAgain();
	expect(elsewhere.requests.map(({ path }) => path)).toContain('/events');
	expect(service.sent()).toHaveLength(before);
});
