import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { NotificationRow } from '../discountCode/columns.ts';
import type { Workspace } from '../http/columns.ts';
import type { Context } from '../http/context.ts';
import { validate } from '../http/validate.ts';
import type { OUTBOX } from '../mail/outbox.ts';
import { redirectUris } from '../oauth/apps.ts';
import type { OAuthApp } from '../oauth/columns.ts';
import type { Database } from '../store/database.ts';
import type { RowOf } from '../store/table.ts';
import { PAGES } from './dashboard/dashboard.ts';
import type { Faults } from './faults/faults.ts';
import { faultSchema } from './faults/schema.ts';
import type { RequestLog } from './requestLog.ts';

interface Counted extends Pick<Workspace, 'id' | 'slug' | 'name' | 'plan'> {
	links: number;
	folders: number;
	events: number;
}

interface KeyRow {
	name: string;
	token: string;
	scopes: string | null;
	role: string | null;
}

type MailRow = RowOf<typeof OUTBOX>;

interface Inspected {
	requests: RequestLog;
	faults: Faults;
}

/** What the service does not show: keys, apps, received requests, faults, and messages it would have sent. */
export function inspectionRoutes(
	app: FastifyInstance,
	{ db, url, quirks }: Context,
	{ requests, faults }: Inspected,
): void {
	const config = { access: { public: true } };

	app.get('/sandbox', { config }, async (request, reply) => {
		if (request.headers.accept?.includes('text/html')) return reply.redirect(`${PAGES}/overview`);
		return overview();
	});

	const overview = () => ({
		url: url(),
		see: ['outbox', 'notifications', 'webhooks', 'outage', 'requests', 'faults'].map(
			(name) => `${url()}/sandbox/${name}`,
		),
		workspaces: workspaces(db),
	});

	app.get('/sandbox/requests', { config }, async () => requests.all());

	app.delete('/sandbox/requests', { config }, async (_request, reply) => {
		requests.clear();
		return reply.status(204).send();
	});

	app.get('/sandbox/faults', { config }, async () => faults.all());

	/** Replaces all faults. */
	app.put('/sandbox/faults', { config }, async (request) => {
		faults.set(validate(z.array(faultSchema), request.body, quirks));
		return faults.all();
	});

	app.get('/sandbox/outbox', { config }, async () =>
		db
			.all<MailRow>('SELECT * FROM outbox ORDER BY id DESC')
			.map(({ sent_at, ...mail }) => ({ ...mail, sentAt: new Date(sent_at).toISOString() })),
	);

	app.get('/sandbox/notifications', { config }, async () =>
		db
			.all<NotificationRow>('SELECT * FROM provider_notifications ORDER BY id DESC')
			.map(({ sent_at, payload, ...notification }) => ({
				...notification,
				payload: JSON.parse(payload) as unknown,
				sentAt: new Date(sent_at).toISOString(),
			})),
	);
}

function workspaces(db: Database) {
	return db
		.all<Counted>(
			`SELECT id, slug, name, plan,
				(SELECT count(*) FROM links WHERE workspace_id = workspaces.id) AS links,
				(SELECT count(*) FROM folders WHERE workspace_id = workspaces.id) AS folders,
				(SELECT count(*) FROM events WHERE workspace_id = workspaces.id) AS events
			 FROM workspaces ORDER BY rowid`,
		)
		.map((workspace) => ({
			...workspace,
			apiKeys: db.all<KeyRow>(
				`SELECT api_keys.name, token, scopes, role FROM api_keys
				 LEFT JOIN members USING (workspace_id, user_id) WHERE workspace_id = ? ORDER BY api_keys.rowid`,
				workspace.id,
			),
			oauthApps: db
				.all<OAuthApp>(
					'SELECT * FROM oauth_apps WHERE workspace_id = ? ORDER BY rowid',
					workspace.id,
				)
				.map((app) => ({
					name: app.name,
					clientId: app.client_id,
					clientSecret: app.client_secret,
					pkce: app.pkce === 1,
					redirectUris: redirectUris(app),
				})),
		}));
}
