import type { RowOf, Table } from '../store/table.ts';

export const WEBHOOKS = {
	name: 'webhooks',
	columns: {
		id: 'TEXT PRIMARY KEY',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		name: 'TEXT NOT NULL',
		url: 'TEXT NOT NULL',
		secret: 'TEXT NOT NULL',
		/** JSON: names */
		triggers: 'TEXT NOT NULL',
		link_scope: ['workspace', 'folders', 'links', null],
		/** Failed deliveries since the last success; 20 disable the webhook. */
		failures: 'INTEGER NOT NULL DEFAULT 0',
		disabled_at: 'INTEGER',
		created_at: 'INTEGER NOT NULL',
	},
	constraints: ['UNIQUE (workspace_id, url)'],
} as const satisfies Table;

export type WebhookRow = RowOf<typeof WEBHOOKS>;

export const WEBHOOK_LINKS = {
	name: 'webhook_links',
	columns: {
		webhook_id: 'TEXT NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE',
		link_id: 'TEXT NOT NULL REFERENCES links(id) ON DELETE CASCADE',
	},
	constraints: ['PRIMARY KEY (webhook_id, link_id)'],
} as const satisfies Table;

export const WEBHOOK_FOLDERS = {
	name: 'webhook_folders',
	columns: {
		webhook_id: 'TEXT NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE',
		folder_id: 'TEXT NOT NULL REFERENCES folders(id) ON DELETE CASCADE',
	},
	constraints: ['PRIMARY KEY (webhook_id, folder_id)'],
} as const satisfies Table;

/** Delivery attempts. */
export const WEBHOOK_DELIVERIES = {
	name: 'webhook_deliveries',
	columns: {
		seq: 'INTEGER PRIMARY KEY',
		webhook_id: 'TEXT NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE',
		message_id: 'TEXT NOT NULL',
		event_id: 'TEXT NOT NULL',
		event: 'TEXT NOT NULL',
		url: 'TEXT NOT NULL',
		/** Also 503 if the receiver could not be reached. */
		http_status: 'INTEGER NOT NULL',
		request_body: 'TEXT NOT NULL',
		response_body: 'TEXT NOT NULL',
		timestamp: 'INTEGER NOT NULL',
	},
	indexes: { deliveries_by_webhook: '(webhook_id, event_id)' },
} as const satisfies Table;

export type DeliveryRow = RowOf<typeof WEBHOOK_DELIVERIES>;
