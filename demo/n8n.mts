import type { Owner } from '../n8n/client.ts';
import { startN8n, type N8nInstance } from '../n8n/instance.ts';
import { packPackage } from '../n8n/packages.ts';
import { join } from 'node:path';

/** Of an n8n that listens on this machine only. */
export const OWNER: Owner = {
	email: 'demo@link-attribution.example',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Demo-password-1',
};

/** Packs the package and starts n8n with it. */
export async function startWithPackage(dataDir: string, port: number): Promise<N8nInstance> {
	const tarball = await packPackage(join(dataDir, 'package'));
	return await startN8n({ userFolder: join(dataDir, 'n8n'), port, packages: [tarball] });
}
