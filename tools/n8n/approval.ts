/** What a person does with an e-mail of "Send and Wait for Response". */

/** Where a button of the mail leads to, by what is written on it. */
export function buttonUrl(html: string, label: string): string {
	for (const [, url, text] of html.matchAll(/<a[^>]*\shref=["']([^"']+)["'][^>]*>([^<]*)</g)) {
		if (text.trim() === label) return url.replaceAll('&amp;', '&');
	}
	throw new Error(`There is no button ${label} in: ${html}`);
}

/** Presses a button that needs no form. n8n takes no notice of what does not look like a browser. */
export async function press(url: string): Promise<void> {
	const response = await fetch(url, { headers: { 'user-agent': 'Mozilla/5.0 Chrome/139.0.0.0' } });
	if (!response.ok) throw new Error(`The button was answered ${response.status}.`);
}

/** Fills in the form behind the button, which has only choices, and sends it. */
export async function answerForm(url: string, choose: (label: string) => string): Promise<void> {
	const form = await fetch(url);
	const page = await form.text();
	if (!form.ok) throw new Error(`The button was answered ${form.status}: ${page}`);
	const answers = new FormData();
	for (const [, field, label] of page.matchAll(/<label[^>]*for='(field-\d+)'[^>]*>([^<]*)</g)) {
		answers.set(field, choose(label));
	}
	const response = await fetch(url, { method: 'POST', body: answers });
	if (!response.ok) throw new Error(`The form was answered ${response.status}.`);
}
