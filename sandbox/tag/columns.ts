import type { RowOf, Table } from '../store/table.ts';

export const TAGS = {
	name: 'tags',
	columns: {
		id: 'TEXT PRIMARY KEY',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		name: 'TEXT NOT NULL',
		color: 'TEXT NOT NULL',
		created_at: 'INTEGER NOT NULL',
	},
	constraints: ['UNIQUE (workspace_id, name)'],
} as const satisfies Table;

export type TagRow = RowOf<typeof TAGS>;
