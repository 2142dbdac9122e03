import type { Sandbox } from '../../../sandbox/app/server.ts';
import type { Receiver } from './receiver.ts';
import { register, settled } from './webhooks.ts';

export interface Told {
	event: string;
	data: Record<string, unknown>;
}

/** Subscribes the receiver to triggers of the Business workspace. */
export async function listen(
	sandbox: Sandbox,
	receiver: Receiver,
	triggers: string[],
): Promise<() => Promise<Told[]>> {
	await register(sandbox, `${receiver.url}/`, triggers);
	return async () => {
		await settled(sandbox);
		return receiver.deliveries.map(({ envelope: { event, data } }) => ({ event, data }));
	};
}
