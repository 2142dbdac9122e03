import { rm } from 'node:fs/promises';
import { sampleApps, sampleKey, type SampleApp } from '../../sandbox/data/lookup.ts';
import { startSandbox, type Sandbox } from '../../sandbox/app/server.ts';

/** The workspace of the demo; its slug is the name of its plan. */
export const WORKSPACE = 'business';

/** Starts the sandbox with new sample data, so that every run is the same. It receives n8n's email. */
export async function startFreshSandbox(file: string, port: number): Promise<Sandbox> {
	for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
	// It stops retrying after 2 seconds, so that only catch-up can emit what n8n missed.
	return await startSandbox({ file, port, smtp: 0, network: {}, webhooks: { maxRetries: 2 } });
}

export function apiKey({ db }: Sandbox): string {
	return sampleKey(db, WORKSPACE);
}

/** The OAuth application with PKCE, which has no client secret. */
export function oauthApp({ db }: Sandbox): SampleApp {
	const app = sampleApps(db).find(({ workspace, pkce }) => workspace === WORKSPACE && pkce);
	if (!app) throw new Error(`The workspace ${WORKSPACE} has no OAuth application with PKCE.`);
	return app;
}

/** @returns the ID of the partner program of the workspace */
export function programId({ db }: Sandbox): string {
	const row = db.get<{ id: string }>(
		'SELECT default_program_id AS id FROM workspaces WHERE slug = ?',
		WORKSPACE,
	);
	if (!row) throw new Error(`No workspace ${WORKSPACE} was found.`);
	return row.id;
}
