import type { Sandbox } from '../../../sandbox/app/server.ts';
import { Api } from './api.ts';
import { row } from './rows.ts';
import { visit } from './visit.ts';

export interface ConversionLink {
	id: string;
	domain: string;
	key: string;
}

/** A new link that tracks conversions. */
export async function conversionLink(
	sandbox: Sandbox,
	fields: Record<string, unknown> = {},
): Promise<ConversionLink> {
	const body = { url: 'https://example.com/shop', trackConversion: true, ...fields };
	const response = await new Api(sandbox, 'business').post<ConversionLink>('/links', body);
	if (response.status !== 200) throw new Error(JSON.stringify(response.body));
	return response.body;
}

/** The link of an approved partner. */
export function partnerLink(sandbox: Sandbox): ConversionLink & { partner_id: string } {
	return row(
		sandbox,
		`SELECT l.* FROM links l JOIN enrollments e USING (program_id, partner_id)
		 JOIN workspaces w ON w.default_program_id = program_id
		 WHERE w.slug = 'business' AND e.status = 'approved'`,
	);
}

let visitors = 0;

/** The click of somebody who was not there before. */
export async function newClick(sandbox: Sandbox, link: ConversionLink): Promise<string> {
	visitors++;
	const ip = `198.51.${Math.floor(visitors / 250)}.${visitors % 250}`;
	const { clickId } = await visit(sandbox, link, {
		'x-forwarded-for': ip,
		'x-geo-country': 'US',
		'x-geo-region': 'CA',
	});
	return clickId;
}
