import type { Stage } from './stage.ts';

/** Creates a link and visits it, so that the trigger has a click to show. */
export async function visitNewLink({ sandbox, apiKey }: Stage): Promise<void> {
	const created = await fetch(`${sandbox.url}/links`, {
		method: 'POST',
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ url: 'https://example.com/shop', key: 'summer' }),
	});
	const { domain, key } = (await created.json()) as { domain: string; key: string };
	await fetch(`${sandbox.url}/s/${domain}/${key}`, {
		redirect: 'manual',
		headers: {
			'user-agent':
				'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
			'x-forwarded-for': '198.18.0.1',
			'x-geo-continent': 'EU',
			'x-geo-country': 'FR',
			'x-geo-region': 'IDF',
			'x-geo-city': 'Paris',
		},
	});
}
