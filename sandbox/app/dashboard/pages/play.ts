import type { Dashboard, PageRequest } from '../dashboard.ts';

interface PlayLink {
	domain: string;
	key: string;
	url: string;
	clicks: number;
	leads: number;
	sales: number;
}

const AGENTS: Record<string, string> = {
	Desktop:
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
	Mobile:
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
	Tablet:
		'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
};

let visitors = 0;

/** Plays the visitors and customers of the workspace. */
export function playPage(dashboard: Dashboard): void {
	const { db } = dashboard.context;

	dashboard.page('play', ({ workspace }) => {
		const links = db.all<PlayLink>(
			`SELECT domain, key, url, clicks, leads, sales FROM links
			 WHERE workspace_id = (SELECT id FROM workspaces WHERE slug = ?1) AND track_conversion = 1
			 AND disabled_at IS NULL AND password IS NULL AND (expires_at IS NULL OR expires_at > ?2)
			 ORDER BY created_at DESC, id DESC LIMIT 300`,
			...[workspace, dashboard.context.clock.now()],
		);
		return { links: links.map((link) => ({ ...link, name: `${link.domain}/${link.key}` })) };
	});

	async function visit({ fields }: PageRequest): Promise<string> {
		visitors += 1;
		const { link = '', country = 'DE', device = 'Desktop' } = fields;
		const response = await dashboard.app.inject({
			method: 'GET',
			url: `/s/${link}`,
			headers: {
				host: '127.0.0.1',
				'user-agent': AGENTS[device] ?? AGENTS.Desktop,
				'x-geo-country': country,
				'x-forwarded-for': `203.0.${Math.floor(visitors / 250) % 250}.${visitors % 250}`,
			},
		});
		const { location } = response.headers;
		if (!location) return '';
		return new URL(String(location)).searchParams.get('dub_id') ?? '';
	}

	async function convert(
		{ workspace, fields }: PageRequest,
		kind: 'lead' | 'sale',
	): Promise<string> {
		const { click = '' } = fields;
		const customerExternalId = `visitor-${click}`;
		const lead = await dashboard.call(workspace, 'POST', '/track/lead', {
			...{ clickId: click, customerExternalId, eventName: 'Sign up' },
			...{
				customerName: `Visitor ${click.slice(0, 4)}`,
				customerEmail: `${click.toLowerCase()}@example.com`,
			},
		});
		if (!lead.ok) return lead.problem;
		if (kind === 'lead') return 'The visitor became a lead.';
		const sale = await dashboard.call(workspace, 'POST', '/track/sale', {
			...{ customerExternalId, amount: 4900, eventName: 'Purchase' },
		});
		return sale.ok ? 'The visitor became a lead and bought something for 49.00 USD.' : sale.problem;
	}

	const action = (name: string, act: (request: PageRequest) => Promise<string>) =>
		dashboard.action(`play/${name}`, act, ['link', 'click', 'country', 'device']);

	action('visit', async (request) => {
		request.fields.click = await visit(request);
		return request.fields.click
			? `Visited ${request.fields.link ?? ''}. The click has the ID ${request.fields.click}.`
			: 'The link led nowhere, or does not track conversions.';
	});
	action('lead', async (request) => await convert(request, 'lead'));
	action('buy', async (request) => await convert(request, 'sale'));
	action('journey', async (request) => {
		request.fields.click = await visit(request);
		return await convert(request, 'sale');
	});
}
