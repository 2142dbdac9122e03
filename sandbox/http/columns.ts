import type { RowOf, Table } from '../store/table.ts';
import { PLANS, ROLES } from './permissions.ts';

export const WORKSPACES = {
	name: 'workspaces',
	columns: {
		id: 'TEXT PRIMARY KEY',
		slug: 'TEXT NOT NULL UNIQUE',
		name: 'TEXT NOT NULL',
		logo: 'TEXT',
		plan: PLANS,
		default_program_id: 'TEXT',
		events_quota_exceeded: 'BOOLEAN NOT NULL DEFAULT 0',
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type Workspace = RowOf<typeof WORKSPACES>;

export const MEMBERS = {
	name: 'members',
	columns: {
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		user_id: 'TEXT NOT NULL REFERENCES users(id)',
		role: ROLES,
	},
	constraints: ['PRIMARY KEY (workspace_id, user_id)'],
} as const satisfies Table;

export const INVITES = {
	name: 'invites',
	columns: {
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		email: 'TEXT NOT NULL',
		expires_at: 'INTEGER NOT NULL',
	},
	constraints: ['PRIMARY KEY (workspace_id, email)'],
} as const satisfies Table;

export const API_KEYS = {
	name: 'api_keys',
	columns: {
		id: 'TEXT PRIMARY KEY',
		token: 'TEXT NOT NULL UNIQUE',
		name: 'TEXT NOT NULL',
		/** Separated by spaces; null: all permissions of the user's role */
		scopes: 'TEXT',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		user_id: 'TEXT NOT NULL REFERENCES users(id)',
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

/** Maximum of a resource in a workspace; no row: unlimited */
export const WORKSPACE_LIMITS = {
	name: 'workspace_limits',
	columns: {
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		resource: ['links', 'tags', 'folders', 'domains'],
		max: 'INTEGER NOT NULL',
	},
	constraints: ['PRIMARY KEY (workspace_id, resource)'],
} as const satisfies Table;
