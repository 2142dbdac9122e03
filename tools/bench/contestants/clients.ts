/** Programs without n8n: the minimum that HTTP itself takes, and the public SDK. */
import { join } from 'node:path';
import type { Condition } from '../conditions.ts';
import { Child } from '../rpc.ts';
import type { ClientHandlers } from './clientProcess.ts';
import type { ClientContestant } from './types.ts';

/** They do not handle rate limits, so they run only without limits. */
const unlimited = ({ limited }: Condition) => !limited;

export const clients: ClientContestant[] = [
	client('undici', 1, 'bare HTTP (undici), sequential'),
	client('undici', 8, 'bare HTTP (undici), 8 in parallel'),
	client('dub', 1, 'public SDK (dub)'),
];

function client(name: 'undici' | 'dub', lanes: number, title: string): ClientContestant {
	return {
		name: `${name}-${lanes}`,
		title,
		kind: 'client',
		client: name,
		lanes,
		when: unlimited,
		// One request at a time adds up latencies, which do not differ between rounds.
		onlyOnce: ({ latency }) => lanes === 1 && latency > 0,
	};
}

/** @param certificates a PEM file of additional certificates to trust */
export async function startClient(certificates?: string): Promise<Child<ClientHandlers>> {
	return await Child.start<ClientHandlers>(
		join(import.meta.dirname, 'clientProcess.ts'),
		[],
		certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
	);
}
