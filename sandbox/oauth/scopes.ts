import { ApiError } from '../app/errors.ts';
import type { Scope } from '../app/permissions.ts';
import type { Quirks } from '../app/quirks.ts';

/** Every scope that an app may ask for, in the words of the consent page. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
	'links.read': 'See the links',
	'links.write': 'Create, change and delete links',
	'tags.read': 'See the tags',
	'tags.write': 'Create, change and delete tags',
	'analytics.read': 'See analytics and events',
	'domains.read': 'See the domains',
	'domains.write': 'Add, change and remove domains',
	'folders.read': 'See the folders',
	'folders.write': 'Create, change and delete folders',
	'user.read': 'See your name, your picture and the name of the workspace',
	'webhooks.read': 'See the webhooks',
	'webhooks.write': 'Create, change and delete webhooks',
};

/**
 * Reads a `scope` parameter: separated by spaces, commas or plus signs. `user.read` is always part of the result,
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
