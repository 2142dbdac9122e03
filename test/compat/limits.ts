import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { HostileService } from '../support/node/hostileService';
import { httpRequest, type TypedCredential } from '../support/n8n/httpRequestNode';
import type { N8nStack } from '../support/n8n/n8nStack';

const WORKSPACE = 'business';

/**
 * Credentials in n8n's own HTTP Request node.
 *
 * @param limitsOAuth2 whether this n8n limits OAuth2 tokens to the domains of the credential
 */
export function limitChecks(stack: () => N8nStack, limitsOAuth2: boolean): void {
	let attacker: HostileService;

	beforeAll(async () => {
		attacker = await HostileService.start();
	});
	beforeEach(() => void (attacker.authorizations.length = 0));
	afterAll(async () => await attacker?.close());

	async function apiKey(): Promise<TypedCredential> {
		return { type: 'linkAttributionApi', credential: await stack().apiKeyCredential(WORKSPACE) };
	}

	async function oAuth2(): Promise<TypedCredential> {
		const credential = await stack().oauthCredential(stack().app(WORKSPACE, true), {
			// Otherwise, n8n keeps the token from HTTP Request nodes.
			allowedHttpRequestDomains: 'domains',
		});
		await stack().connect(credential);
		return { type: 'linkAttributionOAuth2Api', credential };
	}

	it.each([
		['an API key', apiKey],
		['OAuth2', oAuth2],
	])('HTTP Request sends %s to the service', async (_, make) => {
		const own = await httpRequest(stack(), await make(), 4.2, `${stack().proxy.url}/folders`);
		expect(own.status).toBe('success');
		expect(stack().proxy.requests.at(-1)?.headers.authorization).toMatch(/^Bearer \S+/);
	});

	const limited = [apiKey, ...(limitsOAuth2 ? [oAuth2] : [])];
	it.each(limited.map((make) => [make.name, make] as const))(
		'HTTP Request sends the credential to no other host: %s',
		async (_, make) => {
			// Another host: n8n's own limit, which protects OAuth2 tokens, compares host names only.
			const elsewhere = attacker.url.replace('127.0.0.1', 'localhost');
			const refused = await httpRequest(stack(), await make(), 4.2, `${elsewhere}/folders`);
			expect(refused.status).toBe('error');
			expect(attacker.authorizations).toEqual([]);
		},
	);
}
