import type { Sandbox } from '../../sandbox/app/server.ts';
import { programId } from './sandbox.ts';

export interface FakeTraffic {
	partnerId: string;
	partner: string;
	shortLink: string;
	visits: number;
	address: string;
}

/**
 * Visits a dishonest partner's own short link repeatedly from one machine, with another browser version each time,
 * because the service counts one click per visitor and hour.
 */
export async function sendFakeTraffic(sandbox: Sandbox): Promise<FakeTraffic> {
	return await visitFrom(sandbox, '203.0.113.66', 40, 'ASC');
}

/** Visits the link of the partner with the most sales in the same way, to get them banned. */
export async function framePartner(sandbox: Sandbox): Promise<FakeTraffic> {
	return await visitFrom(sandbox, '203.0.113.99', 26, 'DESC');
}

async function visitFrom(
	sandbox: Sandbox,
	address: string,
	visits: number,
	bySales: 'ASC' | 'DESC',
): Promise<FakeTraffic> {
	const link = sandbox.db.get<{ partnerId: string; name: string; domain: string; key: string }>(
		`SELECT partners.id AS partnerId, partners.name, links.domain, links.key FROM links
		 JOIN partners ON partners.id = links.partner_id
		 JOIN enrollments ON enrollments.partner_id = partners.id AND enrollments.program_id = links.program_id
		 WHERE links.program_id = ? AND enrollments.status = 'approved'
		 AND links.disabled_at IS NULL AND partners.email IS NOT NULL
		 ORDER BY links.sales ${bySales}, links.clicks, links.id LIMIT 1`,
		programId(sandbox),
	);
	if (!link) throw new Error('The sample data has no approved partner with a link.');
	const { partnerId, name, domain, key } = link;
	for (let visit = 0; visit < visits; visit++) {
		const response = await fetch(`${sandbox.url}/s/${domain}/${key}`, {
			redirect: 'manual',
			headers: {
				'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/139.0.${visit}.0 Safari/537.36`,
				'x-forwarded-for': address,
				'x-geo-continent': 'NA',
				'x-geo-country': 'US',
			},
		});
		if (response.status !== 302) {
			throw new Error(`The short link ${domain}/${key} returned HTTP ${response.status}.`);
		}
	}
	return { partnerId, partner: name, shortLink: `https://${domain}/${key}`, visits, address };
}
