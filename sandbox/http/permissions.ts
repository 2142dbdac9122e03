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

/** The webhook scopes exist only in the real service and are never part of `apis.all` or `apis.read`. */
export type Scope = (typeof CONTRACT_SCOPES)[number] | 'webhooks.read' | 'webhooks.write';

export const ROLES = ['owner', 'member', 'viewer', 'billing'] as const;

export type Role = (typeof ROLES)[number];

const OWNER_ONLY: readonly Scope[] = ['domains.write', 'webhooks.write'];

/** Whether both the scopes of a key and the role of its user allow something. */
export function hasScope(granted: readonly string[] | null, role: Role, needed: Scope): boolean {
	return roleAllows(role, needed) && (granted === null || expandScopes(granted).has(needed));
}

export function roleAllows(role: Role, scope: Scope): boolean {
	if (role === 'owner') return true;
	if (OWNER_ONLY.includes(scope)) return false;
	return role === 'member' || scope.endsWith('.read');
}

/** Each `*.write` includes its `*.read`; `apis.all` and `apis.read` include the contract's scopes. */
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
