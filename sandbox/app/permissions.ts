export const CONTRACT_SCOPES = [
	'links.read',
	'links.write',
	'tags.read',
	'tags.write',
	'analytics.read',
	'domains.read',
	'domains.write',
	'folders.read',
	'folders.write',
	'user.read',
] as const;

/** The webhook scopes are granted by the real service only, and never part of `apis.all` or `apis.read`. */
export type Scope = (typeof CONTRACT_SCOPES)[number] | 'webhooks.read' | 'webhooks.write';
export type Role = 'owner' | 'member' | 'viewer' | 'billing';

const OWNER_ONLY: readonly Scope[] = ['domains.write', 'webhooks.write'];

/** What the scopes of a key give within what the role of its user allows. */
export function hasScope(granted: readonly string[] | null, role: Role, needed: Scope): boolean {
	return roleAllows(role, needed) && (granted === null || expandScopes(granted).has(needed));
}

export function roleAllows(role: Role, scope: Scope): boolean {
	if (role === 'owner') return true;
	if (OWNER_ONLY.includes(scope)) return false;
	return role === 'member' || scope.endsWith('.read');
}

/** Each `*.write` includes its `*.read`; `apis.all` and `apis.read` stand for the contract's scopes. */
function expandScopes(granted: readonly string[]): Set<string> {
	const scopes = new Set<string>(['user.read', ...granted]);
	for (const scope of granted) {
		if (scope.endsWith('.write')) scopes.add(scope.replace('.write', '.read'));
	}
	for (const scope of CONTRACT_SCOPES) {
		if (scopes.has('apis.all') || (scopes.has('apis.read') && scope.endsWith('.read'))) {
			scopes.add(scope);
		}
	}
	return scopes;
}

export const PLANS = ['free', 'pro', 'business', 'advanced', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];

export function planAtLeast(plan: Plan, needed: Plan): boolean {
	return PLANS.indexOf(plan) >= PLANS.indexOf(needed);
}
