import { Shared } from '../support/n8n/shared';

/** Before the first test file. */
export default async function setup(): Promise<void> {
	const shared = new Shared();
	await shared.listen();
	Object.assign(globalThis, { shared });
}
