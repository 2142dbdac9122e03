/** The consent page as a browser without JavaScript sees it. */
interface ConsentPage {
	status: number;
	headers: Headers;
	html: string;
	/** What the form would send before a button is pressed. */
	fields: Record<string, string>;
	/** ID and text of everyone whom the person may act as. */
	users: { id: string; text: string }[];
}

export async function openConsentPage(authorizeUrl: string): Promise<ConsentPage> {
	const response = await fetch(authorizeUrl, { redirect: 'manual' });
	const html = await response.text();
	const users = [...html.matchAll(/<option value="([^"]+)">([^<]*)<\/option>/g)].map(
		([, id, text]) => ({ id, text }),
	);
	const fields: Record<string, string> = {};
	for (const [, name, value] of html.matchAll(
		/<input type="hidden" name="(.+?)" value="(.*?)">/g,
	)) {
		fields[name] = value;
	}
	if (users[0]) fields.user = users[0].id;
	return { status: response.status, headers: response.headers, html, fields, users };
}

/** Presses a button of the consent page. */
export async function decide(
	authorizeUrl: string,
	fields: Record<string, string>,
	headers: Record<string, string> = {},
): Promise<Response> {
	return await fetch(new URL('/oauth/authorize', authorizeUrl), {
		method: 'POST',
		headers,
		body: new URLSearchParams(fields),
		redirect: 'manual',
	});
}

/** Opens the consent page and allows what it asks for. @returns where the browser is sent next */
export async function allow(authorizeUrl: string): Promise<URL> {
	const { fields, html } = await openConsentPage(authorizeUrl);
	const response = await decide(authorizeUrl, { ...fields, decision: 'allow' });
	const location = response.headers.get('location');
	if (!location) throw new Error(`no redirect, but ${response.status}: ${html}`);
	return new URL(location);
}
