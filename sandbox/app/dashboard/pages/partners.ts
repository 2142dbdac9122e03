import { USER_AGENT, type Dashboard } from '../dashboard.ts';

interface Program {
	id: string | null;
	mode: string | null;
}

interface Payout {
	status: string;
}

interface Answer {
	payout: string;
	http_status: number;
}

/** Applications, partners, commissions, and payouts, with what a person of the program decides about them. */
export function partnersPage(dashboard: Dashboard): void {
	const { db } = dashboard.context;
	const { requests, webhooks } = dashboard.shown;

	/** The request of n8n, or another client, that was the last to change something; undefined if a page was. */
	const changeOf = (id: string) => {
		const change = requests.changeOf(id);
		return change?.userAgent === USER_AGENT ? undefined : change;
	};

	/** The responses of webhooks to confirmed payouts, by payout, with the time of the next retry. */
	const answers = () => {
		const sent = db.all<Answer>(
			`SELECT json_extract(request_body, '$.data.id') AS payout, http_status
			 FROM webhook_deliveries WHERE event = 'payout.confirmed' ORDER BY seq DESC LIMIT 200`,
		);
		const retries = webhooks.retries.filter(({ message }) => message.event === 'payout.confirmed');
		const next = (id: string) => retries.find(({ message }) => message.body.includes(id))?.at;
		return Object.fromEntries(
			sent
				.reverse()
				.map(({ payout, http_status: status }) => [payout, { status, next: next(payout) }]),
		);
	};

	dashboard.page('partners', async ({ workspace }) => {
		const list = async (url: string) => await dashboard.list(workspace, url);
		const { id: program, mode } =
			db.get<Program>(
				`SELECT default_program_id AS id, payout_mode AS mode FROM workspaces w
				 LEFT JOIN programs p ON p.id = default_program_id WHERE w.slug = ?`,
				workspace,
			) ?? {};
		const pending = await list('/payouts?status=pending&pageSize=5');
		const initiated = await list('/payouts?pageSize=10&sortBy=initiatedAt');
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
			payouts: [
				...pending,
				...(initiated as Payout[]).filter(({ status }) => status !== 'pending'),
			],
			isExternal: mode === 'external',
			changeOf,
			answers: answers(),
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

	dashboard.action('partners/mode', async ({ workspace, fields: { mode = '' } }) => {
		const done =
			mode === 'external' ? 'The program pays its partners now.' : 'The service pays now.';
		return await dashboard.post(
			workspace,
			'/sandbox/payouts/mode',
			{ workspace, mode },
			done,
			'PUT',
		);
	});
}
