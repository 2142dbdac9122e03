import type { ApiRequest, Plan } from '../transport/types';

interface Needs {
	plan?: Plan;
	/** Permission of a restricted key, or scope of OAuth2. */
	scope?: string;
	/** The user of the key must be owner or member of the workspace. */
	role?: boolean;
}

const BUSINESS: Needs = { plan: 'Business' };
const MEMBER: Needs = { role: true };
const BUSINESS_MEMBER: Needs = { plan: 'Business', role: true };

/** Requirements by route. `{id}` stands for any value; a route that is not listed has no requirements. */
const routes: Record<string, Needs | undefined> = {
	'GET /analytics': { plan: 'Pro', scope: 'analytics.read' },
	'GET /bounties/{id}/submissions': BUSINESS,
	'POST /bounties/{id}/submissions/{id}/approve': BUSINESS_MEMBER,
	'POST /bounties/{id}/submissions/{id}/reject': BUSINESS_MEMBER,
	'POST /commissions': BUSINESS_MEMBER,
	'PATCH /commissions/{id}': MEMBER,
	'GET /customers': BUSINESS,
	'GET /customers/{id}': BUSINESS,
	'PATCH /customers/{id}': BUSINESS_MEMBER,
	'DELETE /customers/{id}': BUSINESS_MEMBER,
	'GET /discount-codes': BUSINESS,
	'POST /discount-codes': BUSINESS_MEMBER,
	'DELETE /discount-codes/{id}': BUSINESS_MEMBER,
	'GET /domains': { scope: 'domains.read' },
	'POST /domains': { scope: 'domains.write' },
	'PATCH /domains/{id}': { scope: 'domains.write' },
	'DELETE /domains/{id}': { scope: 'domains.write' },
	'GET /domains/status': { plan: 'Enterprise', scope: 'domains.read' },
	'POST /domains/register': { plan: 'Enterprise', scope: 'domains.write' },
	'GET /events': { plan: 'Business', scope: 'analytics.read' },
	'GET /folders': { scope: 'folders.read' },
	'POST /folders': { plan: 'Pro', scope: 'folders.write' },
	'PATCH /folders/{id}': { plan: 'Pro', scope: 'folders.write' },
	'DELETE /folders/{id}': { plan: 'Pro', scope: 'folders.write' },
	'GET /links': { scope: 'links.read' },
	'GET /links/{id}': { scope: 'links.read' },
	'POST /links': { scope: 'links.write' },
	'POST /links/{id}': { scope: 'links.write' },
	'PUT /links/{id}': { scope: 'links.write' },
	'PATCH /links/{id}': { scope: 'links.write' },
	'DELETE /links/{id}': { scope: 'links.write' },
	'GET /oauth/userinfo': { scope: 'user.read' },
	'GET /partners': BUSINESS,
	'POST /partners': BUSINESS_MEMBER,
	'GET /partners/analytics': BUSINESS,
	'GET /partners/applications': BUSINESS,
	'POST /partners/applications/{id}': BUSINESS_MEMBER,
	'POST /partners/ban': BUSINESS_MEMBER,
	'POST /partners/deactivate': BUSINESS_MEMBER,
	'GET /partners/links': BUSINESS_MEMBER,
	'POST /partners/links': BUSINESS_MEMBER,
	'PUT /partners/links/upsert': { plan: 'Business', scope: 'links.write' },
	'GET /tags': { scope: 'tags.read' },
	'POST /tags': { scope: 'tags.write' },
	'PATCH /tags/{id}': { scope: 'tags.write' },
	'DELETE /tags/{id}': { scope: 'tags.write' },
	'POST /tokens/embed/referrals': { plan: 'Advanced', scope: 'links.write' },
	'POST /track/lead': BUSINESS_MEMBER,
	'POST /track/sale': BUSINESS_MEMBER,
	'GET /webhooks': { plan: 'Business', scope: 'webhooks.read' },
	'POST /webhooks': { plan: 'Business', scope: 'webhooks.write' },
	'PATCH /webhooks/{id}': { plan: 'Business', scope: 'webhooks.write' },
	'DELETE /webhooks/{id}': { plan: 'Business', scope: 'webhooks.write' },
	'GET /webhooks/{id}/events': { plan: 'Business', scope: 'webhooks.read' },
	'GET /webhooks/{id}/folders': { plan: 'Business', scope: 'webhooks.read' },
	'GET /webhooks/{id}/links': { plan: 'Business', scope: 'webhooks.read' },
};

/** The requirements of a request in words, e.g. "the Pro plan or higher and the permission analytics.read". */
export function requirementOf({ method, path, plan: ownPlan }: ApiRequest): string {
	const { scope, role, ...needs } = needsOf(`${method} ${path}`);
	const plan = ownPlan ?? needs.plan;
	const needed = [
		plan && `the ${plan} plan or higher`,
		scope && `the permission ${scope}`,
		role && 'the workspace role owner or member',
	].filter(Boolean);
	return needed.length > 0 ? needed.join(' and ') : 'a permission that the key lacks';
}

function needsOf(request: string): Needs {
	const parts = request.split('/');
	const fits = (route: string) => {
		const expected = route.split('/');
		return (
			expected.length === parts.length &&
			expected.every((part, index) => part === parts[index] || part === '{id}')
		);
	};
	return routes[request] ?? routes[Object.keys(routes).find(fits) ?? ''] ?? {};
}
