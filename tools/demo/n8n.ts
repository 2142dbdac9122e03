import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../n8n/client.ts';
import { startN8n, type N8nInstance } from '../n8n/instance.ts';
import { ownerEnvironment, randomPassword } from '../n8n/owner.ts';
import { packPackage } from '../n8n/packages.ts';

/** Interfaces of n8n that the demo does not use, and insights, with which n8n may not start after a kill. */
const DISABLED_MODULES = 'mcp-registry,insights,mcp,oauth-server,chat-hub';

/** @returns the owner of the n8n with this data; the random password is stored in the folder */
export async function ownerOf(dataDir: string): Promise<Owner> {
	const file = join(dataDir, 'owner-password');
	let password: string;
	try {
		password = (await readFile(file, 'utf8')).trim();
	} catch {
		password = randomPassword();
		await writeFile(file, `${password}\n`, { mode: 0o600 });
	}
	await chmod(file, 0o600);
	const email = 'demo@link-attribution.example';
	return { email, firstName: 'Demo', lastName: 'Owner', password };
}

/** Packs the package and starts n8n with it. */
export async function startWithPackage(
	dataDir: string,
	port: number,
	owner: Owner,
): Promise<N8nInstance> {
	const tarball = await packPackage(join(dataDir, 'package'));
	return await startN8n({
		userFolder: join(dataDir, 'n8n'),
		port,
		packages: [tarball],
		env: {
			N8N_DISABLED_MODULES: DISABLED_MODULES,
			...schedulerSettings(),
			...(await ownerEnvironment(owner)),
		},
	});
}

/** The settings of n8n's durable scheduler in the caller's environment, to run the demo with it. */
function schedulerSettings(): Record<string, string> {
	return Object.fromEntries(
		Object.entries(process.env).flatMap(([name, value = '']) =>
			/^N8N_(SCHEDULER|POLLER)_/.test(name) ? [[name, value] as const] : [],
		),
	);
}
