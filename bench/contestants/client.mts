import { join } from 'node:path';
import { Child } from '../rpc.mts';
import type { ClientHandlers } from './clientProcess.mts';

/** @param certificates a PEM file of what to trust besides what Node trusts */
export async function startClient(certificates?: string): Promise<Child<ClientHandlers>> {
	return await Child.start<ClientHandlers>(
		join(import.meta.dirname, 'clientProcess.mts'),
		[],
		certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
	);
}
