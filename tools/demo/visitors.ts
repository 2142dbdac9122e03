import { randomInt, randomUUID } from 'node:crypto';
import type { Sandbox } from '../../sandbox/app/server.ts';
import { apiKey, WORKSPACE } from './sandbox.ts';

interface DemoLink {
	domain: string;
	key: string;
}

/** 1: visit; 2: visit and lead; 3: visit, lead, and sale. */
export type Steps = 1 | 2 | 3;

const NAMES = ['Ada Example', 'Ben Beispiel', 'Chloé Exemple', 'Dana Sample', 'Emil Esempio'];
const COUNTRIES = [
	['NA', 'US'],
	['EU', 'FR'],
	['EU', 'DE'],
	['AS', 'JP'],
	['SA', 'BR'],
];

/** Links that only the person in front of the demo opens, so that their clicks can be told apart. */
export function ownLinks(sandbox: Sandbox): DemoLink[] {
	return openLinks(sandbox, OWN);
}

/** Links that made-up visitors open. */
export function visitorLinks(sandbox: Sandbox, count: number): DemoLink[] {
	return openLinks(sandbox, OWN + count).slice(OWN);
}

/** Links that are reserved for the person. */
const OWN = 3;

/** @returns links that anybody can open, and that track conversions */
function openLinks({ db }: Sandbox, count: number): DemoLink[] {
	return db.all<DemoLink>(
		`SELECT domain, key FROM links
		 LEFT JOIN enrollments USING (program_id, partner_id)
		 WHERE links.workspace_id = (SELECT id FROM workspaces WHERE slug = ?)
		 AND track_conversion = 1 AND links.disabled_at IS NULL AND archived = 0
		 AND expires_at IS NULL AND password IS NULL
		 AND (links.partner_id IS NULL OR enrollments.status = 'approved')
		 ORDER BY links.id LIMIT ?`,
		WORKSPACE,
		count,
	);
}

export function loopbackUrl({ url }: Sandbox, { domain, key }: DemoLink): string {
	return `${url}/s/${domain}/${encodeURIComponent(key)}`;
}

/**
 * Plays the journey of a new visitor: a visit, and depending on `steps` a lead and a sale.
 *
 * @param afterVisit runs before the lead
 */
export async function playJourney(
	sandbox: Sandbox,
	link: DemoLink,
	steps: Steps,
	afterVisit?: () => Promise<void>,
): Promise<void> {
	const clickId = await visit(sandbox, link);
	await afterVisit?.();
	if (steps === 1) return;
	const customerExternalId = randomUUID();
	const customerName = NAMES[randomInt(NAMES.length)];
	const lead = { clickId, eventName: 'Sign up', customerExternalId, customerName };
	await track(sandbox, 'lead', lead);
	if (steps === 2) return;
	const amount = 1900 + 1000 * randomInt(9);
	await track(sandbox, 'sale', { customerExternalId, amount, currency: 'usd' });
}

/** @returns the ID of the click */
async function visit(sandbox: Sandbox, link: DemoLink): Promise<string> {
	const [continent, country] = COUNTRIES[randomInt(COUNTRIES.length)];
	const response = await fetch(loopbackUrl(sandbox, link), {
		redirect: 'manual',
		headers: {
			'user-agent':
				'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
			'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}`,
			'x-geo-continent': continent,
			'x-geo-country': country,
		},
	});
	const destination = response.headers.get('location') ?? '';
	const clickId = URL.canParse(destination) && new URL(destination).searchParams.get('dub_id');
	if (clickId) return clickId;
	throw new Error(`The short link ${link.domain}/${link.key} returned HTTP ${response.status}.`);
}

async function track(sandbox: Sandbox, kind: 'lead' | 'sale', fields: object): Promise<void> {
	const response = await fetch(`${sandbox.url}/track/${kind}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${apiKey(sandbox)}`, 'content-type': 'application/json' },
		body: JSON.stringify(fields),
	});
	if (!response.ok) {
		throw new Error(
			`Tracking the ${kind} returned HTTP ${response.status}: ${await response.text()}`,
		);
	}
}
