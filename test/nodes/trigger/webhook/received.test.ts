import { expect, it } from '@jest/globals';
import {
	rememberRun,
	wasReceivedHere,
} from '../../../../nodes/LinkAttribution/trigger/webhook/received';

it('A process remembers the last 10,000 events of each node for which the workflow ran', () => {
	rememberRun('another node', 'evt_0');
	for (let n = 0; n <= 10_000; n++) rememberRun('node', `evt_${n}`);
	expect(wasReceivedHere('node', 'evt_0')).toBe(false);
	expect(wasReceivedHere('node', 'evt_1')).toBe(true);
	expect(wasReceivedHere('node', 'evt_10000')).toBe(true);
	expect(wasReceivedHere('another node', 'evt_0')).toBe(true);
});
