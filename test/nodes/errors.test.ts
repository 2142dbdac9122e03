import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/app/server';
import { CONTRACT_QUIRKS } from '../../sandbox/http/quirks';
import { useService } from '../support/node/nodeService';
import { withVirtualWaits } from '../support/node/virtualWaits';
import type { StubResponse } from '../support/sandbox/recordingProxy';
import { programId, row } from '../support/sandbox/rows';

const FOLDERS = { resource: 'folder', operation: 'getAll' };
const EVENTS = { resource: 'event', operation: 'getAll' };
const LINK = { resource: 'link', operation: 'create', url: 'https://example.com' };
const BAN = { resource: 'partner', operation: 'ban', partner: 'pn_none', reason: 'fraud' };
const EMBED = { resource: 'embedToken', operation: 'create', tenantId: 'nobody' };

const service = useService();

beforeEach(() => {
	Object.assign(service.sandbox.quirks, CONTRACT_QUIRKS);
});

interface Case {
	parameters: INodeParameters;
	workspace?: string;
	key?: string;
	response?: StubResponse;
	says: RegExp;
	advises: string;
}

const CASES: [string, Case][] = [
	[
		'400 bad_request, banning a pending partner',
		{ parameters: BAN, says: /pending/, advises: 'does not allow this for the given values' },
	],
	[
		'401 unauthorized, an invalid key',
		{
			parameters: FOLDERS,
			key: 'wrong',
			says: /API key or access token is not valid/,
			advises: "Check the API key in the credential 'My account'",
		},
	],
	[
		'403 forbidden, a plan without events',
		{ parameters: EVENTS, workspace: 'pro', says: /plan/, advises: 'the Business plan or higher' },
	],
	[
		'403 forbidden, a plan without embed tokens',
		{ parameters: EMBED, says: /plan/, advises: 'the Advanced plan or higher' },
	],
	[
		'403 forbidden, a missing scope',
		{
			parameters: LINK,
			key: 'readonly',
			says: /links\.write/,
			advises: 'the permission links.write',
		},
	],
	[
		'403 forbidden, an insufficient role',
		{
			parameters: BAN,
			key: 'viewer',
			says: /owner, member/,
			advises: 'the workspace role owner or member',
		},
	],
	[
		'404 not_found, no partner program',
		{
			parameters: {
				...{ resource: 'commission', operation: 'update', commissionId: 'cm_1' },
				updateFields: { earnings: 100 },
			},
			workspace: 'pro',
			says: /no partner program/,
			advises: 'Set up a partner program in the dashboard of the service',
		},
	],
	[
		'404 not_found, an unknown link',
		{
			parameters: { resource: 'link', operation: 'delete', linkId: 'link_none' },
			says: /link_none/,
			advises: 'belongs to the workspace of the credential',
		},
	],
	[
		'403 forbidden, a domain of another workspace',
		{
			parameters: { ...LINK, domain: 'go.nobody.example.com' },
			says: /does not belong to this workspace/,
			advises: 'Choose one that belongs to the workspace of the credential',
		},
	],
	[
		'409 conflict, an external ID in use',
		{
			parameters: { ...LINK, additionalFields: { externalId: 'order-business-0' } },
			says: /order-business-0|external/i,
			advises: "'External ID' must be unique. Enter another value, or use 'Create or Update'",
		},
	],
	[
		'409 conflict, a pending invite',
		{ parameters: FOLDERS, key: 'open-invite', says: /invite/, advises: 'Accept the invitation' },
	],
	[
		'410 invite_expired',
		{ parameters: FOLDERS, key: 'expired-invite', says: /invite/, advises: 'Ask for a new one' },
	],
	[
		'422 unprocessable_entity, an invalid slug',
		{
			parameters: { ...LINK, key: '_x' },
			says: /^'Slug' was not accepted/,
			advises: 'Correct the field that the error names',
		},
	],
	[
		'429 rate_limit_exceeded',
		{
			parameters: BAN,
			response: {
				status: 429,
				body: {
					error: {
						code: 'rate_limit_exceeded',
						message: 'Rate limit exceeded.',
						doc_url: 'https://dub.co/docs/api-reference/errors#rate-limit_exceeded',
					},
				},
			},
			says: /Rate limit exceeded/,
			advises: "'Max Wait (Seconds)' in Request Options allows 180 seconds in total",
		},
	],
	[
		'500 internal_server_error',
		{
			parameters: BAN,
			response: {
				status: 500,
				body: {
					error: {
						code: 'internal_server_error',
						message: 'Something broke.',
						doc_url: 'https://dub.co/docs/api-reference/errors#internal-server-error',
					},
				},
			},
			says: /Something broke/,
			advises: 'Check the service before you run this step again',
		},
	],
];

describe('API errors with a message, a code, and advice', () => {
	it.each(CASES)('%s', async (name, { parameters, workspace, key, response, says, advises }) => {
		const [, status, code] = /^(\d+) (\w+)/.exec(name) ?? [];
		if (response) service.proxy.respond = () => response;
		if (code === 'bad_request') {
			parameters = {
				...parameters,
				partner: row<{ id: string }>(
					service.sandbox,
					"SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = 'pending'",
					programId(service.sandbox, 'business'),
				).id,
			};
		}
		const apiKey = key === 'wrong' ? 'dub_wrong' : service.credential(workspace, key).apiKey;
		const credential = { apiKey, baseUrl: service.proxy.url };
		const { result: error } = await withVirtualWaits(() =>
			service.failure(parameters, { credential, items: [{}] }),
		);
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toMatch(says);
		expect(error.description).toContain(advises);
		expect(error.description).toContain(`(${code}, HTTP ${status}, https://dub.co/docs/`);
		expect(error.httpCode).toBe(status);
		expect(error.context.itemIndex).toBe(0);
		expect(everythingIn(error)).not.toContain(apiKey);
		expect(everythingIn(error)).not.toMatch(/authorization|bearer/i);
	});
});

describe('other errors', () => {
	it('reports a service that cannot be reached', async () => {
		const { apiKey } = service.credential();
		const { result: error } = await withVirtualWaits(() =>
			service.failure(FOLDERS, { credential: { apiKey, baseUrl: 'http://127.0.0.1:1' } }),
		);
		expect(error.message).toMatch(/refused the connection|could not be reached/);
		expect(error.description).toContain("Check 'Base URL' in the credential");
		expect(everythingIn(error)).not.toContain(apiKey);
	});

	it('advises to check the base URL on a 404 response in another format', async () => {
		service.proxy.respondNext({ status: 404, body: '<html><h1>Not Found</h1></html>' });
		const error = await service.failure({ resource: 'link', operation: 'get', linkId: 'link_1' });
		expect(error.description).toContain("Check 'Base URL' in the credential");
		expect(error.description).not.toContain('Check the ID');
	});

	it('reports an untrusted certificate as an unreachable service', async () => {
		const sandbox = await startSandbox({ network: { tls: true } });
		const { apiKey } = service.credential();
		const error = await service.failure(LINK, { credential: { apiKey, baseUrl: sandbox.url } });
		await sandbox.close();
		expect(error.message).toMatch(/^The service could not be reached: .*certificate/);
		expect(error.description).toContain('n8n does not trust the certificate of this address.');
	});

	it.each([
		['exceeded_limit', 'You can create 3 folders.'],
		['forbidden', 'You have reached your links limit.'],
		['forbidden', 'This workspace can have 25 tags at most.'],
	])(
		'does not take a limit of the plan for a missing permission: %s, %s',
		async (code, message) => {
			service.proxy.respondNext({ status: 403, body: { error: { code, message } } });
			const error = await service.failure(LINK);
			expect(error.message).toBe(message);
			expect(error.description).toMatch(/^The workspace has reached a limit of its plan\. Upgrade/);
		},
	);

	const refusal = (code: string, message: string) => ({ error: { code, message } });

	it.each([
		[402, 'Your subscription is past due.', /^This operation requires .* Check the plan/],
		[413, 'Request Entity Too Large', /^The request is too large\./],
		[414, '<html><h1>414</h1></html>', /^The request is too large\./],
		[
			401,
			refusal('unauthorized', 'Link x belongs to another workspace.'),
			/^Choose one that belongs to/,
		],
		[
			403,
			refusal('forbidden', 'The root link of a domain cannot be deleted.'),
			/^Change the values, skip such items/,
		],
		[
			403,
			refusal('forbidden', 'The plan of this workspace does not include password.'),
			/^Upgrade the plan .*, or remove/,
		],
		[
			403,
			refusal('forbidden', 'You need write access to the folder Sales.'),
			/^This operation requires the permission/,
		],
	])('advises what HTTP %d is about: %j', async (status, body, advice) => {
		service.proxy.respond = () => ({ status, body });
		expect((await service.failure(LINK)).description).toMatch(advice);
	});

	it('names the item that caused the error', async () => {
		const error = await service.failure(
			{ ...LINK, url: '={{ $json.url }}' },
			{ items: [{ url: 'https://example.com' }, { url: '' }] },
		);
		expect(error.context.itemIndex).toBe(1);
		expect(error.name).toBe('NodeOperationError');
	});

	it('reports an invalid type alike for the documented and the actual status', async () => {
		for (const malformedStatus of [400, 422] as const) {
			service.sandbox.quirks.malformedStatus = malformedStatus;
			const error = await service.failure({
				...LINK,
				additionalFields: { geo: { countries: [{ country: 'DE', url: 7 }] } },
			});
			expect(error.message).toMatch(/was not accepted: /);
		}
	});
});

/** All of an error that could be shown or logged, also what JSON leaves out. */
function everythingIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}: ${everythingIn((value as Record<string, unknown>)[name], seen)}`)
		.join('\n');
}
