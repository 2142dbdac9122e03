import { rm } from 'node:fs/promises';
import { sampleApps, sampleKey, type SampleApp } from '../sandbox/data/lookup.ts';
import { startSandbox, type Sandbox } from '../sandbox/app/server.ts';

/** The workspace that the demo works in; its slug is the name of its plan. */
export const WORKSPACE = 'business';

/** Starts the sandbox with fresh sample data, so that every demo tells the same story. It takes in n8n's e-mail. */
export async function startFreshSandbox(file: string, port: number): Promise<Sandbox> {
	for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
	// It gives up after 2 seconds, so that only catching up emits what n8n missed.
	return await startSandbox({ file, port, smtp: 0, webhooks: { maxRetries: 2 } });
}

export function apiKey({ db }: Sandbox): string {
	return sampleKey(db, WORKSPACE);
}

/** The OAuth app with PKCE, which has no client secret. */
export function oauthApp({ db }: Sandbox): SampleApp {
	const app = sampleApps(db).find(({ workspace, pkce }) => workspace === WORKSPACE && pkce);
	if (!app) throw new Error(`The workspace ${WORKSPACE} has no OAuth app with PKCE.`);
	return app;
}

/** The ID of the partner program of the workspace. */
export function programId({ db }: Sandbox): string {
	const row = db.get<{ id: string }>(
		'SELECT default_program_id AS id FROM workspaces WHERE slug = ?',
		WORKSPACE,
	);
	if (!row) throw new Error(`There is no workspace ${WORKSPACE}.`);
	return row.id;
}
