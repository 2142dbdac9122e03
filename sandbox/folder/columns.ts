import type { RowOf, Table } from '../store/table.ts';

export const FOLDERS = {
	name: 'folders',
	columns: {
		id: 'TEXT PRIMARY KEY',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		name: 'TEXT NOT NULL',
		description: `TEXT NOT NULL DEFAULT ''`,
		type: `TEXT NOT NULL DEFAULT 'default' CHECK (type IN ('default', 'mega'))`,
		/** null: no access for members who were not added */
		access_level: ['write', 'read', null],
		created_at: 'INTEGER NOT NULL',
		updated_at: 'INTEGER NOT NULL',
	},
	constraints: ['UNIQUE (workspace_id, name)'],
} as const satisfies Table;

export type FolderRow = RowOf<typeof FOLDERS>;

export const FOLDER_MEMBERS = {
	name: 'folder_members',
	columns: {
		folder_id: 'TEXT NOT NULL REFERENCES folders(id) ON DELETE CASCADE',
		user_id: 'TEXT NOT NULL',
		role: ['owner', 'editor', 'viewer'],
	},
	constraints: ['PRIMARY KEY (folder_id, user_id)'],
} as const satisfies Table;

export type FolderRole = RowOf<typeof FOLDER_MEMBERS>['role'];
