/**
 * Does in the sandbox's consent page what a person does in the browser: opens it, presses "Allow".
 *
 * @returns the URL that the service redirects back to
 */
export async function allowAccess(authorizeUrl: string): Promise<string> {
	const page = await fetch(authorizeUrl);
	const html = await page.text();
	const request = /name="request" value="([^"]+)"/.exec(html)?.[1];
	if (!request) throw new Error(`The consent page cannot be used: ${textOf(html)}`);
	const answer = await fetch(new URL('/oauth/authorize', authorizeUrl), {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ request, decision: 'allow' }),
	});
	const location = answer.headers.get('location');
	if (!location) throw new Error(`Access was not allowed: ${textOf(await answer.text())}`);
	return location;
}

function textOf(html: string): string {
	return html
		.replace(/<(style|title)[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}
