import type { RowOf, Table } from '../store/table.ts';

export const LINKS = {
	name: 'links',
	columns: {
		id: 'TEXT PRIMARY KEY',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		domain: 'TEXT NOT NULL',
		key: 'TEXT NOT NULL',
		url: 'TEXT NOT NULL',
		external_id: 'TEXT',
		tenant_id: 'TEXT',
		program_id: 'TEXT',
		partner_id: 'TEXT',
		folder_id: 'TEXT',
		user_id: 'TEXT',
		track_conversion: 'BOOLEAN NOT NULL DEFAULT 0',
		archived: 'BOOLEAN NOT NULL DEFAULT 0',
		expires_at: 'INTEGER',
		expired_url: 'TEXT',
		disabled_at: 'INTEGER',
		password: 'TEXT',
		proxy: 'BOOLEAN NOT NULL DEFAULT 0',
		title: 'TEXT',
		description: 'TEXT',
		image: 'TEXT',
		video: 'TEXT',
		rewrite: 'BOOLEAN NOT NULL DEFAULT 0',
		do_index: 'BOOLEAN NOT NULL DEFAULT 0',
		ios: 'TEXT',
		android: 'TEXT',
		/** JSON: country code -> URL */
		geo: 'TEXT',
		public_stats: 'BOOLEAN NOT NULL DEFAULT 0',
		comments: 'TEXT',
		utm_source: 'TEXT',
		utm_medium: 'TEXT',
		utm_campaign: 'TEXT',
		utm_term: 'TEXT',
		utm_content: 'TEXT',
		ref: 'TEXT',
		/** JSON: [{url, percentage}] */
		test_variants: 'TEXT',
		test_started_at: 'INTEGER',
		test_completed_at: 'INTEGER',
		clicks: 'INTEGER NOT NULL DEFAULT 0',
		leads: 'INTEGER NOT NULL DEFAULT 0',
		conversions: 'INTEGER NOT NULL DEFAULT 0',
		sales: 'INTEGER NOT NULL DEFAULT 0',
		/** Cents. */
		sale_amount: 'INTEGER NOT NULL DEFAULT 0',
		last_clicked: 'INTEGER',
		created_at: 'INTEGER NOT NULL',
		updated_at: 'INTEGER NOT NULL',
	},
	constraints: ['UNIQUE (domain, key)', 'UNIQUE (workspace_id, external_id)'],
	indexes: {
		links_by_workspace: '(workspace_id, id)',
		links_by_url: '(workspace_id, url)',
		links_by_partner: '(partner_id)',
	},
} as const satisfies Table;

export type LinkRow = RowOf<typeof LINKS>;

export const LINK_TAGS = {
	name: 'link_tags',
	columns: {
		link_id: 'TEXT NOT NULL REFERENCES links(id) ON DELETE CASCADE',
		tag_id: 'TEXT NOT NULL REFERENCES tags(id) ON DELETE CASCADE',
	},
	constraints: ['PRIMARY KEY (link_id, tag_id)'],
} as const satisfies Table;
