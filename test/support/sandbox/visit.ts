import type { Sandbox } from '../../../sandbox/app/server.ts';

export const CHROME =
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';

/**
 * Visits a short link as a browser does.
 *
 * @returns where the visitor is sent, and the click's ID if the destination gets it
 */
export async function visit(
	{ url }: Sandbox,
	{ domain, key }: { domain: string; key: string },
	headers: Record<string, string> = {},
): Promise<{ location: string; clickId: string }> {
	const response = await fetch(`${url}/s/${domain}/${key}`, {
		redirect: 'manual',
		headers: { 'user-agent': CHROME, ...headers },
	});
	await response.arrayBuffer();
	const location = response.headers.get('location') ?? '';
	if (response.status !== 302) throw new Error(`a visit to ${key} returned ${response.status}`);
	return { location, clickId: new URL(location).searchParams.get('dub_id') ?? '' };
}
