import type { Sandbox } from '../sandbox/server.ts';
import { programId } from './sandbox.mts';

export interface FakeTraffic {
	partner: string;
	shortLink: string;
	visits: number;
	address: string;
}

const VISITS = 40;
const ADDRESS = '203.0.113.66';

/**
 * Does what a dishonest partner would do: opens one partner's own short link again and again from one machine, under
 * a new browser version each time, because the service counts one click per visitor and hour.
 */
export async function sendFakeTraffic(sandbox: Sandbox): Promise<FakeTraffic> {
	const link = sandbox.db.get<{ name: string; domain: string; key: string }>(
		`SELECT partners.name, links.domain, links.key FROM links
		 JOIN partners ON partners.id = links.partner_id
		 JOIN enrollments ON enrollments.partner_id = partners.id AND enrollments.program_id = links.program_id
		 WHERE links.program_id = ? AND enrollments.status = 'approved'
		 AND links.disabled_at IS NULL AND partners.email IS NOT NULL
		 ORDER BY links.sales, links.clicks, links.id LIMIT 1`,
		programId(sandbox),
	);
	if (!link) throw new Error('The sample data holds no approved partner with a link.');
	const { name, domain, key } = link;
	for (let visit = 0; visit < VISITS; visit++) {
		const response = await fetch(`${sandbox.url}/s/${domain}/${key}`, {
			redirect: 'manual',
			headers: {
				'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/139.0.${visit}.0 Safari/537.36`,
				'x-forwarded-for': ADDRESS,
				'x-geo-continent': 'NA',
				'x-geo-country': 'US',
			},
		});
		if (response.status !== 302) {
			throw new Error(`The short link ${domain}/${key} answered ${response.status}.`);
		}
	}
	return { partner: name, shortLink: `https://${domain}/${key}`, visits: VISITS, address: ADDRESS };
}
