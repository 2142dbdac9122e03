import { ApiError } from '../http/errors.ts';
import type { Scope } from '../http/permissions.ts';
import type { Quirks } from '../http/quirks.ts';

/** The scopes that an app can request, as described on the consent page. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
	'links.read': 'View links',
	'links.write': 'Create, change, and delete links',
	'tags.read': 'View tags',
	'tags.write': 'Create, change, and delete tags',
	'analytics.read': 'View analytics and events',
	'domains.read': 'View domains',
	'domains.write': 'Add, change, and remove domains',
	'folders.read': 'View folders',
	'folders.write': 'Create, change, and delete folders',
	'user.read': 'View your name, your picture, and the workspace',
	'webhooks.read': 'View webhooks',
	'webhooks.write': 'Create, change, and delete webhooks',
};

/**
 * Reads a `scope` parameter, separated by spaces, commas, or plus signs. Always includes `user.read`; drops
 * `workspaces.*`.
 *
 * @throws ApiError 422 for an unknown scope
 */
export function parseScopes(text: string, { webhookScopes }: Quirks): Scope[] {
	const scopes = new Set<Scope>();
	for (const name of text.split(/[\s,+]+/)) {
		if (name === '' || name.startsWith('workspaces.')) continue;
		if (!isScope(name) || (name.startsWith('webhooks.') && !webhookScopes)) {
			throw new ApiError('unprocessable_entity', `invalid_value: scope: Unknown scope "${name}"`);
		}
		scopes.add(name);
	}
	scopes.add('user.read');
	return [...scopes];
}

function isScope(name: string): name is Scope {
	return Object.hasOwn(SCOPE_DESCRIPTIONS, name);
}
