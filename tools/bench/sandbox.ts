import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxOptions } from '../../sandbox/app/server.ts';
import type { Condition } from './conditions.ts';
import { Child } from './rpc.ts';
import type { SandboxHandlers } from './sandboxProcess.ts';

type SandboxProcess = Child<SandboxHandlers>;

export interface Service {
	process: SandboxProcess;
	url: string;
	/** PEM; only with TLS. */
	certificate: string | undefined;
}

/** Starts the service with a copy of the dataset. It caches its responses, so that they take next to no time. */
export async function startService(
	dataset: string,
	folder: string,
	{ name, latency, tls, limited }: Condition,
): Promise<Service> {
	const file = join(folder, `sandbox-${name}.db`);
	await copyFile(dataset, file);
	const options: SandboxOptions = {
		file,
		cacheReads: true,
		...(!limited && { limits: 'off' }),
		...((latency > 0 || tls) && { network: { latency, tls } }),
	};
	const process = await Child.start<SandboxHandlers>(
		join(import.meta.dirname, 'sandboxProcess.ts'),
		[JSON.stringify(options)],
	);
	return { process, ...(await process.call('address')) };
}
