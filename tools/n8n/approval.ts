/** Answers an email of "Send and Wait for Response", as a person does. */

/** @returns the URL of the button with this label @throws Error if the email has no such button */
export function buttonUrl(html: string, label: string): string {
	for (const [, url, text] of html.matchAll(/<a[^>]*\shref=["']([^"']+)["'][^>]*>([^<]*)</g)) {
		if (text.trim() === label) return url.replaceAll('&amp;', '&');
	}
	throw new Error(`No button ${label} in: ${html}`);
}

/** Presses a button without a form. n8n ignores requests that do not come from a browser. */
export async function press(url: string): Promise<void> {
	const response = await fetch(url, { headers: { 'user-agent': 'Mozilla/5.0 Chrome/139.0.0.0' } });
	if (!response.ok) throw new Error(`The button returned HTTP ${response.status}.`);
}

/** Submits the form that a button opens. It has only choices. */
export async function answerForm(url: string, choose: (label: string) => string): Promise<void> {
	const form = await fetch(url);
	const page = await form.text();
	if (!form.ok) throw new Error(`The button returned HTTP ${form.status}: ${page}`);
	const answers = new FormData();
	for (const [, field, label] of page.matchAll(/<label[^>]*for='(field-\d+)'[^>]*>([^<]*)</g)) {
		answers.set(field, choose(label));
	}
	const response = await fetch(url, { method: 'POST', body: answers });
	if (!response.ok) throw new Error(`The form returned HTTP ${response.status}.`);
}
