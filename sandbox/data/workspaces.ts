import type { Plan } from '../http/permissions.ts';
import { alphanumeric, hex } from '../store/ids.ts';
import type { Sample } from './sample.ts';

export interface SampleWorkspace {
	id: string;
	plan: Plan;
	ownerId: string;
	memberId: string;
}

/** The OAuth callbacks of n8n on its default port. */
const REDIRECT_URIS = [
	'http://localhost:5678/rest/oauth2-credential/callback',
	'http://127.0.0.1:5678/rest/oauth2-credential/callback',
];

const MEMBER_ROLES = ['owner', 'member', 'viewer'] as const;

/** Creates a workspace with members, API keys, invites, and OAuth apps. Its slug is the name of its plan. */
export function createWorkspace(sample: Sample, plan: Plan): SampleWorkspace {
	const createdAt = sample.daysAgo(400);
	const id = sample.id('ws_', createdAt);
	const title = plan[0].toUpperCase() + plan.slice(1);
	sample.insert('workspaces', {
		id,
		slug: plan,
		name: `${title} Workspace`,
		logo: `https://assets.example.com/logos/${plan}.png`,
		plan,
		created_at: createdAt,
	});
	const [ownerId, memberId, viewerId] = MEMBER_ROLES.map((role) => {
		const userId = createUser(sample, plan, role);
		sample.insert('members', { workspace_id: id, user_id: userId, role });
		return userId;
	});

	createKey(sample, id, ownerId, 'owner', null);
	createKey(sample, id, ownerId, 'readonly', 'apis.read');
	createKey(sample, id, ownerId, 'folders', 'folders.read');
	createKey(sample, id, memberId, 'member', null);
	createKey(sample, id, viewerId, 'viewer', null);
	createInvite(sample, id, plan, 'expired-invite', sample.daysAgo(3));
	createInvite(sample, id, plan, 'open-invite', sample.daysAgo(-3650));
	createApp(sample, id, 'Workflow automation', true);
	createApp(sample, id, 'Workflow automation (client secret)', false);
	return { id, plan, ownerId, memberId };
}

/** Creates keys with the presets of the service's dashboard, of which none includes webhooks. */
export function createPresetKeys(sample: Sample, { id, ownerId }: SampleWorkspace): void {
	createKey(sample, id, ownerId, 'all-access', 'apis.all');
	createKey(sample, id, ownerId, 'webhooks', 'apis.all webhooks.write');
}

function createUser(sample: Sample, plan: Plan, name: string): string {
	const id = sample.id('user_', sample.daysAgo(410));
	sample.insert('users', {
		id,
		name: `${name[0].toUpperCase()}${name.slice(1)} of ${plan}`,
		email: `${name}@${plan}.example.com`,
		image: `https://assets.example.com/avatars/${plan}-${name}.png`,
	});
	return id;
}

function createKey(
	sample: Sample,
	workspaceId: string,
	userId: string,
	name: string,
	scopes: string | null,
): void {
	const createdAt = sample.daysAgo(120);
	sample.insert('api_keys', {
		id: sample.id('key_', createdAt),
		token: `dub_${alphanumeric(24, sample.random.bytes)}`,
		name,
		scopes,
		workspace_id: workspaceId,
		user_id: userId,
		created_at: createdAt,
	});
}

/** Creates a user outside the workspace who has an API key and an invite. */
function createInvite(
	sample: Sample,
	workspaceId: string,
	plan: Plan,
	name: string,
	expiresAt: number,
): void {
	const userId = createUser(sample, plan, name);
	createKey(sample, workspaceId, userId, name, null);
	sample.insert('invites', {
		workspace_id: workspaceId,
		email: `${name}@${plan}.example.com`,
		expires_at: expiresAt,
	});
}

function createApp(sample: Sample, workspaceId: string, name: string, pkce: boolean): void {
	const { bytes } = sample.random;
	sample.insert('oauth_apps', {
		id: sample.id('app_', sample.daysAgo(100)),
		client_id: `dub_app_${hex(48, bytes)}`,
		client_secret: pkce ? null : `dub_app_secret_${hex(60, bytes)}`,
		name,
		pkce: pkce ? 1 : 0,
		redirect_uris: JSON.stringify(REDIRECT_URIS),
		workspace_id: workspaceId,
	});
}
