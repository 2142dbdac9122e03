import type { Dashboard } from '../dashboard.ts';

/** Applications, partners, commissions, and payouts, with what a person of the program decides about them. */
export function partnersPage(dashboard: Dashboard): void {
	const { db } = dashboard.context;

	dashboard.page('partners', async ({ workspace }) => {
		const list = async (url: string) => await dashboard.list(workspace, url);
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

	const decision = (name: string, url: string, effect: string, reason?: object) =>
		dashboard.action(
			`partners/${name}`,
			async ({ workspace, fields: { id = '', name: partner = '' } }) =>
				await dashboard.post(workspace, url, { partnerId: id, ...reason }, `${partner} ${effect}.`),
		);
	decision('approve', '/partners/applications/approve', 'is a partner now');
	decision('reject', '/partners/applications/reject', 'was rejected');
	decision('ban', '/partners/ban', 'was banned', { reason: 'fake_traffic' });

	dashboard.action('partners/confirm', async ({ workspace, fields: { id = '' } }) => {
		const url = `/sandbox/payouts/${encodeURIComponent(id)}/confirm`;
		const done = `Confirmed the payout ${id}; its webhook event is on the way.`;
		return await dashboard.post(workspace, url, undefined, done);
	});
}
