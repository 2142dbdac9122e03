import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/app/server.ts';

const WITHOUT_EVENTS: SandboxOptions = { sampleData: { seed: 1, events: 0 } };

/** One for all tests of a file; it has started before their hooks run. */
export function useSandbox(options = WITHOUT_EVENTS): Sandbox {
	return startedBy(beforeAll, afterAll, options);
}

/** A new one for each test. */
export function useSandboxForEach(options = WITHOUT_EVENTS): Sandbox {
	return startedBy(beforeEach, afterEach, options);
}

function startedBy(
	before: typeof beforeAll,
	after: typeof afterAll,
	options: SandboxOptions,
): Sandbox {
	const sandbox = {} as Sandbox;
	before(async () => {
		Object.setPrototypeOf(sandbox, await startSandbox(options));
	});
	after(async () => await sandbox.close());
	return sandbox;
}
