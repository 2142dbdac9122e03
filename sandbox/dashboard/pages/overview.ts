import type { Dashboard } from '../dashboard.ts';
import { PAGES } from '../dashboard.ts';

interface Group {
	[field: string]: unknown;
}

/** Keys, apps, how to connect n8n, and the figures of the last 30 days, which are loaded afterwards. */
export function overviewPage(dashboard: Dashboard): void {
	const { db } = dashboard.context;

	dashboard.page('overview', ({ workspace }) => ({
		keys: db.all(
			`SELECT k.name, k.token, k.scopes, m.role FROM api_keys k
			 JOIN workspaces w ON w.id = k.workspace_id
			 LEFT JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id
			 WHERE w.slug = ? ORDER BY k.rowid`,
			workspace,
		),
		apps: db.all(
			`SELECT a.name, client_id AS clientId, client_secret AS clientSecret, pkce FROM oauth_apps a
			 JOIN workspaces w ON w.id = a.workspace_id WHERE w.slug = ? ORDER BY a.rowid`,
			workspace,
		),
	}));

	const config = { access: { public: true } };
	dashboard.app.get<{ Querystring: { workspace?: string } }>(
		`${PAGES}/figures`,
		{ config },
		async (request, reply) => {
			const workspace = request.query.workspace ?? '';
			const counted = async (groupBy: string, event: string) => {
				const query = `event=${event}&groupBy=${groupBy}&interval=30d`;
				return await dashboard.call(workspace, 'GET', `/analytics?${query}`);
			};
			const days = await counted('timeseries', 'composite');
			const top = async (groupBy: string) =>
				((await counted(groupBy, 'clicks')).body as Group[]).slice(0, 5);
			const figures = days.ok
				? {
						days: days.body,
						bars: [
							bars('Top links', await top('top_links'), 'shortLink'),
							bars('Top partners', await partners(workspace), 'name', 'totalClicks'),
							bars('Countries', await top('countries'), 'country'),
						],
					}
				: { problem: days.problem };
			return dashboard.send(reply, dashboard.render('figures', figures));
		},
	);

	async function partners(workspace: string): Promise<Group[]> {
		const { ok, body } = await dashboard.call(
			workspace,
			'GET',
			'/partners?status=approved&sortBy=totalClicks&pageSize=5',
		);
		return ok ? (body as Group[]) : [];
	}
}

function bars(title: string, rows: Group[], label: string, count = 'clicks') {
	return {
		title,
		max: Math.max(1, ...rows.map((row) => Number(row[count]))),
		rows: rows.map((row) => ({ label: String(row[label]), count: Number(row[count]) })),
	};
}
