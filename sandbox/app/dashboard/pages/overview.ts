import type { Dashboard } from '../dashboard.ts';

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

	dashboard.get('figures', async ({ workspace }, reply) => {
		const counted = (groupBy: string, event: string) =>
			`/analytics?event=${event}&groupBy=${groupBy}&interval=30d`;
		const top = async (groupBy: string) =>
			(await dashboard.list<Group>(workspace, counted(groupBy, 'clicks'))).slice(0, 5);
		const partners = '/partners?status=approved&sortBy=totalClicks&pageSize=5';
		const days = await dashboard.call(workspace, 'GET', counted('timeseries', 'composite'));
		const figures = days.ok
			? {
					days: days.body,
					bars: [
						bars('Top links', await top('top_links'), 'shortLink'),
						bars('Top partners', await dashboard.list(workspace, partners), 'name', 'totalClicks'),
						bars('Countries', await top('countries'), 'country'),
					],
				}
			: { problem: days.problem };
		return dashboard.send(reply, dashboard.render('figures', figures));
	});
}

function bars(title: string, rows: Group[], label: string, count = 'clicks') {
	return {
		title,
		max: Math.max(1, ...rows.map((row) => Number(row[count]))),
		rows: rows.map((row) => ({ label: String(row[label]), count: Number(row[count]) })),
	};
}
