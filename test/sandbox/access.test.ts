import { expect, it } from '@jest/globals';
import { sampleKey } from '../../sandbox/data/lookup.ts';
import { Api, messageOf, outcome } from '../support/sandbox/api.ts';
import { routesOfSandbox } from '../support/sandbox/sandboxRoutes.ts';
import { useSandbox } from '../support/sandbox/useSandbox.ts';

/** Keys of the Enterprise workspace by name, then the owners of workspaces by plan. */
const CALLERS = {
	owner: ['enterprise', 'owner'],
	member: ['enterprise', 'member'],
	viewer: ['enterprise', 'viewer'],
	/** A key with the permission to read everything. */
	readonly: ['enterprise', 'readonly'],
	/** A key with the permission to read folders. */
	folders: ['enterprise', 'folders'],
	advanced: ['advanced', 'owner'],
	business: ['business', 'owner'],
	pro: ['pro', 'owner'],
	free: ['free', 'owner'],
};

/** Who is refused, by what the routes require. Everybody else gets past the check. */
const REFUSED: Array<[callers: string, routes: string[]]> = [
	['', ['GET /folders']],
	['folders', ['GET /links', 'GET /links/count', 'GET /links/info', 'GET /tags', 'GET /domains']],
	[
		'viewer readonly folders',
		[
			...['POST /links', 'PUT /links/upsert', 'PATCH /links/{linkId}', 'DELETE /links/{linkId}'],
			...['POST /links/bulk', 'PATCH /links/bulk', 'DELETE /links/bulk'],
			...['POST /tags', 'PATCH /tags/{id}', 'DELETE /tags/{id}'],
		],
	],
	[
		'viewer readonly folders free',
		['POST /folders', 'PATCH /folders/{id}', 'DELETE /folders/{id}'],
	],
	[
		'member viewer readonly folders',
		['POST /domains', 'PATCH /domains/{slug}', 'DELETE /domains/{slug}'],
	],
	['folders advanced business pro free', ['GET /domains/status']],
	['member viewer readonly folders advanced business pro free', ['POST /domains/register']],
	['folders free', ['GET /analytics']],
	['folders pro free', ['GET /events']],
	[
		'pro free',
		[
			...['GET /partners', 'GET /partners/analytics', 'GET /partners/applications'],
			...['GET /customers', 'GET /customers/{id}', 'GET /discount-codes'],
			'GET /bounties/{bountyId}/submissions',
		],
	],
	[
		'viewer pro free',
		[
			...['POST /partners', 'POST /partners/ban', 'POST /partners/deactivate'],
			...['POST /partners/applications/approve', 'POST /partners/applications/reject'],
			...['GET /partners/links', 'POST /partners/links', 'POST /commissions'],
			...['PATCH /customers/{id}', 'DELETE /customers/{id}'],
			...['POST /discount-codes', 'DELETE /discount-codes/{idOrCode}'],
			'POST /bounties/{bountyId}/submissions/{submissionId}/approve',
			'POST /bounties/{bountyId}/submissions/{submissionId}/reject',
			...['POST /track/lead', 'POST /track/sale'],
		],
	],
	['viewer readonly folders pro free', ['PUT /partners/links/upsert']],
	['viewer readonly folders business pro free', ['POST /tokens/embed/referrals']],
	['viewer', ['PATCH /commissions/{id}', 'PATCH /commissions/bulk']],
	// Without the Business plan, there is no partner program.
	['', ['GET /commissions', 'GET /payouts']],
	[
		'readonly folders pro free',
		[
			...['GET /webhooks', 'GET /webhooks/{id}', 'GET /webhooks/{id}/links'],
			...['GET /webhooks/{id}/folders', 'GET /webhooks/{id}/events'],
		],
	],
	[
		'member viewer readonly folders pro free',
		['POST /webhooks', 'PATCH /webhooks/{id}', 'DELETE /webhooks/{id}'],
	],
];

const rows = REFUSED.flatMap(([callers, routes]) =>
	routes.map((route): [string, string[]] => [route, callers.split(' ').filter(Boolean)]),
);

const sandbox = useSandbox({ sampleData: { seed: 1, events: 0 }, limits: 'off' });

async function call(route: string, [workspace, key]: string[]) {
	const [method, template] = route.split(' ');
	const body = ['GET', 'DELETE'].includes(method) ? undefined : '{}';
	const path = template.replace(/\{\w+\}/g, 'x');
	return await new Api(sandbox, workspace, key).send(method, path, body);
}

it.each(rows)('%s is refused to %j alone', async (route, refused) => {
	const outcomes = await Promise.all(
		Object.entries(CALLERS).map(async ([name, key]) => [name, outcome(await call(route, key))]),
	);
	const forbidden = outcomes.filter(([, each]) => each === '403 forbidden');
	expect(forbidden.map(([name]) => name)).toEqual(refused);
	expect(outcomes.filter(([, each]) => each.startsWith('401'))).toEqual([]);
});

it.each(['GET /commissions', 'GET /payouts'])('%s requires a partner program', async (route) => {
	const response = await call(route, CALLERS.pro);
	expect(outcome(response)).toBe('404 not_found');
	expect(messageOf(response)).toContain('no partner program');
});

it('GET /folders requires the permission to read folders', async () => {
	const token = sampleKey(sandbox.db, 'advanced', 'folders');
	sandbox.db.run("UPDATE api_keys SET scopes = 'tags.read' WHERE token = ?", token);
	const key = ['advanced', 'folders'];
	expect(outcome(await call('GET /folders', key))).toBe('403 forbidden');
	expect(outcome(await call('GET /tags', key))).toBe('200');
});

it('covers all routes that need a key', async () => {
	const open = /^\w+ \/(sandbox|s\/|oauth\/|qr$|track\/open$)/;
	const routes = (await routesOfSandbox()).filter((route) => !open.test(route));
	expect(rows.map(([route]) => route).sort()).toEqual(routes.sort());
});
