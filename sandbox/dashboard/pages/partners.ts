import type { Dashboard } from '../dashboard.ts';

/** Applications, partners, commissions, and payouts, with what a person of the program decides about them. */
export function partnersPage(dashboard: Dashboard): void {
	const { db } = dashboard.context;

	dashboard.page('partners', async ({ workspace }) => {
		const list = async (url: string) => {
			const { ok, body } = await dashboard.call(workspace, 'GET', url);
			return ok ? body : [];
		};
		const program = db.get<{ id: string | null }>(
			'SELECT default_program_id AS id FROM workspaces WHERE slug = ?',
			workspace,
		)?.id;
		return {
			hasProgram: Boolean(program),
			applications: await list('/partners/applications?pageSize=20'),
			states: db.all(
				'SELECT status, count(*) AS count FROM enrollments WHERE program_id = ? GROUP BY status ORDER BY status',
				program ?? '',
			),
			partners: db.all(
				`SELECT p.id, p.name, e.status, e.banned_reason AS reason, e.updated_at AS changed FROM enrollments e
				 JOIN partners p ON p.id = e.partner_id WHERE e.program_id = ? ORDER BY e.updated_at DESC LIMIT 50`,
				program ?? '',
			),
			commissions: await list('/commissions?pageSize=10'),
			payouts: await list('/payouts?pageSize=10&sortBy=initiatedAt'),
		};
	});

	dashboard.action('partners/approve', async ({ workspace, fields: { id = '', name = '' } }) => {
		const body = { partnerId: id };
		const { ok, problem } = await dashboard.call(
			workspace,
			'POST',
			'/partners/applications/approve',
			body,
		);
		return ok ? `${name} is a partner now.` : problem;
	});

	dashboard.action('partners/reject', async ({ workspace, fields: { id = '', name = '' } }) => {
		const body = { partnerId: id };
		const { ok, problem } = await dashboard.call(
			workspace,
			'POST',
			'/partners/applications/reject',
			body,
		);
		return ok ? `${name} was rejected.` : problem;
	});

	dashboard.action('partners/ban', async ({ workspace, fields: { id = '', name = '' } }) => {
		const body = { partnerId: id, reason: 'fake_traffic' };
		const { ok, problem } = await dashboard.call(workspace, 'POST', '/partners/ban', body);
		return ok ? `${name} was banned.` : problem;
	});

	dashboard.action('partners/confirm', async ({ workspace, fields: { id = '' } }) => {
		const url = `/sandbox/payouts/${encodeURIComponent(id)}/confirm`;
		const { ok, problem } = await dashboard.call(workspace, 'POST', url);
		return ok ? `Confirmed the payout ${id}; its webhook event is on the way.` : problem;
	});
}
