import type { IHttpRequestOptions } from 'n8n-workflow';
import { LinkAttributionApi } from '../../../credentials/LinkAttributionApi.credentials';
import type { Shown } from './trigger';

const credentialType = new LinkAttributionApi();

async function requested(request: Partial<IHttpRequestOptions>): Promise<Shown> {
	const credential = { apiKey: 'dub_key', baseUrl: 'https://api.dub.co' };
	try {
		await credentialType.authenticate(credential, request as IHttpRequestOptions);
	} catch (thrown) {
		return thrown as Shown;
	}
	throw new Error('nothing was thrown');
}

const url = 'https://api.dub.co/links';

/** By what happened, in n8n's HTTP Request node. */
export const httpRequestCases: Record<string, () => Promise<Shown>> = {
	'A request to another address': async () => await requested({ url: 'https://example.com' }),
	'A request through a proxy': async () =>
		await requested({ url, proxy: { host: 'proxy.example.com', port: 8080 } }),
	'A request with the header Host': async () =>
		await requested({ url, headers: { Host: 'example.com' } }),
};

/** What the test of the credential shows, each message with the statuses or bodies that cause it. */
export function credentialTestMessages(): Map<string, string[]> {
	const messages = new Map<string, string[]>();
	for (const { type, properties } of credentialType.test.rules ?? []) {
		const cause = type === 'responseCode' ? `HTTP ${properties.value}` : 'another response';
		const causes = messages.get(properties.message) ?? [];
		if (!causes.includes(cause)) causes.push(cause);
		messages.set(properties.message, causes);
	}
	return messages;
}
