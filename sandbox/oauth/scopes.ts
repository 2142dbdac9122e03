import { ApiError } from '../app/errors.ts';
import type { Scope } from '../app/permissions.ts';
import type { Quirks } from '../app/quirks.ts';

/** Every scope that an app can request, as the consent page describes it. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
	'links.read': 'View links',
	'links.write': 'Create, update, and delete links',
	'tags.read': 'View tags',
	'tags.write': 'Create, update, and delete tags',
	'analytics.read': 'View analytics and events',
	'domains.read': 'View domains',
	'domains.write': 'Add, update, and delete domains',
	'folders.read': 'View folders',
	'folders.write': 'Create, update, and delete folders',
	'user.read': 'View your name, your picture, and the name of the workspace',
	'webhooks.read': 'View webhooks',
	'webhooks.write': 'Create, update, and delete webhooks',
};

/**
 * Reads a `scope` parameter: separated by spaces, commas, or plus signs. `user.read` is always part of the result,
 * `workspaces.*` scopes are dropped.
 *
 * @throws ApiError naming a scope that does not exist
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
	return Object.hasOwn(SCOPE_MEANINGS, name);
}
