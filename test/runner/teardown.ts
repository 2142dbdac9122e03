import type { Shared } from '../support/n8n/shared';

/** After the last test file. */
export default async function teardown(): Promise<void> {
	await (globalThis as unknown as { shared: Shared }).shared.close();
}
