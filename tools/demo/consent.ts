/**
 * Opens the sandbox's consent page and clicks "Allow", as a person does.
 *
 * @returns the URL of the redirect back
 */
export async function allowAccess(authorizeUrl: string): Promise<string> {
	const page = await fetch(authorizeUrl);
	const html = await page.text();
	const request = /name="request" value="([^"]+)"/.exec(html)?.[1];
	if (!request) throw new Error(`The consent page shows an error: ${textOf(html)}`);
	const response = await fetch(new URL('/oauth/authorize', authorizeUrl), {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ request, decision: 'allow' }),
	});
	const location = response.headers.get('location');
	if (!location)
		throw new Error(`The service did not grant access: ${textOf(await response.text())}`);
	return location;
}

function textOf(html: string): string {
	return html
		.replace(/<(style|title)[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}
