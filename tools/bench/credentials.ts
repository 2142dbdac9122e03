import type { BenchmarkN8n, Credentials } from './n8n.ts';

/** Creates the credentials of all nodes. `setKey` sets their key. */
export async function createCredentials(n8n: BenchmarkN8n, url: string): Promise<Credentials> {
	const { client } = n8n.instance;
	const entries = Object.entries(credentialData(url, 'none')).map(async ([type, data]) => [
		type,
		await client.createCredential(`${type} ${url}`, type, data),
	]);
	return Object.fromEntries(await Promise.all(entries)) as Credentials;
}

export async function setKey(
	n8n: BenchmarkN8n,
	credentials: Credentials,
	url: string,
	token: string,
): Promise<void> {
	for (const [type, data] of Object.entries(credentialData(url, token))) {
		const { id, name } = credentials[type];
		await n8n.instance.client.updateCredential(id, name, type, data);
	}
}

function credentialData(url: string, token: string) {
	return { linkAttributionApi: { apiKey: token, baseUrl: url }, httpBearerAuth: { token } };
}
