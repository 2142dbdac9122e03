import { expect, it } from '@jest/globals';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { workspaceId } from '../../support/sandbox/rows.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox({ sampleData: { seed: 1, events: 20 } });

async function send(request: string, authorization?: string): Promise<string> {
	const [method, path] = request.split(' ');
	const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
	const response = await fetch(sandbox.url + path, { method, headers });
	return outcome({ status: response.status, body: await response.json() });
}

it.each([
	'GET /events',
	// Credentials are checked before the parameters.
	'GET /events?limit=0',
	'GET /folders?access_token=dub_key&api_key=dub_key',
	'POST /tokens/embed/referrals',
	'POST /partners/applications/reject',
	'POST /partners/ban',
	'DELETE /links/bulk',
	'DELETE /links/link_1',
	'DELETE /discount-codes/dcode_1',
	'GET /oauth/userinfo',
	'POST /links',
	'GET /links',
	'GET /partners/applications',
	'GET /commissions',
	'GET /payouts',
])('%s requires credentials', async (request) => {
	expect(await send(request)).toBe('401 unauthorized');
});

it.each([
	['Bearer dub_unknown', '401 unauthorized'],
	['Bearer abc', '401 unauthorized'],
	[`Bearer dub_access_token_${'0'.repeat(80)}`, '401 unauthorized'],
	[`Bearer ' OR 1=1 --`, '401 unauthorized'],
	['Bearer dub_%', '401 unauthorized'],
	['Basic YTpi', '400 bad_request'],
	['dub_key', '400 bad_request'],
	['bearer dub_key', '400 bad_request'],
	['Bearer', '400 bad_request'],
])('with %j, the response is %s', async (authorization, expected) => {
	expect(await send('GET /folders', authorization)).toBe(expected);
});

it('a parameter does not grant access to another workspace', async () => {
	const id = workspaceId(sandbox, 'business');
	const path = `/links?workspaceId=${id}&domain=go.business.example.com`;
	expect((await new Api(sandbox, 'business').get<unknown[]>(path)).body).not.toEqual([]);
	expect((await new Api(sandbox, 'pro').get(path)).body).toEqual([]);
});

it.each([
	['free', 'folders', 200],
	['pro', 'folders', 200],
	['business', 'folders', 200],
	['pro', 'analytics', 200],
	['free', 'analytics', 403],
	['business', 'commissions', 200],
	['free', 'commissions', 404],
	['free', 'payouts', 404],
])('on the %s plan, GET /%s gives %d', async (plan, path, status) => {
	expect((await new Api(sandbox, plan).get(`/${path}`)).status).toBe(status);
});
