import { join } from 'node:path';
import { Child } from '../rpc.ts';
import type { ClientHandlers } from './clientProcess.ts';

/** @param certificates a PEM file of what to trust besides what Node trusts */
export async function startClient(certificates?: string): Promise<Child<ClientHandlers>> {
	return await Child.start<ClientHandlers>(
		join(import.meta.dirname, 'clientProcess.ts'),
		[],
		certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
	);
}
