import type { RowOf, Table } from '../store/table.ts';

export const PROGRAMS = {
	name: 'programs',
	columns: {
		id: 'TEXT PRIMARY KEY',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		name: 'TEXT NOT NULL',
		slug: 'TEXT NOT NULL UNIQUE',
		domain: 'TEXT NOT NULL',
		url: 'TEXT NOT NULL',
		default_folder_id: 'TEXT',
		default_group_id: 'TEXT',
		/** Who pays the partners: the service, or the program itself. */
		payout_mode: `TEXT NOT NULL DEFAULT 'internal' CHECK (payout_mode IN ('internal', 'external'))`,
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type ProgramRow = RowOf<typeof PROGRAMS>;

export const PARTNER_GROUPS = {
	name: 'partner_groups',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL REFERENCES programs(id)',
		name: 'TEXT NOT NULL',
		slug: 'TEXT NOT NULL',
		color: 'TEXT',
	},
} as const satisfies Table;

export type GroupRow = RowOf<typeof PARTNER_GROUPS>;

/** Maximum approved partners of a program; no row: unlimited */
export const PARTNER_LIMITS = {
	name: 'partner_limits',
	columns: { program_id: 'TEXT PRIMARY KEY REFERENCES programs(id)', max: 'INTEGER NOT NULL' },
} as const satisfies Table;

export const PARTNERS = {
	name: 'partners',
	columns: {
		id: 'TEXT PRIMARY KEY',
		name: 'TEXT NOT NULL',
		email: 'TEXT UNIQUE',
		username: 'TEXT',
		image: 'TEXT',
		description: 'TEXT',
		country: 'TEXT',
		company_name: 'TEXT',
		website: 'TEXT',
		youtube: 'TEXT',
		twitter: 'TEXT',
		linkedin: 'TEXT',
		instagram: 'TEXT',
		tiktok: 'TEXT',
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type PartnerRow = RowOf<typeof PARTNERS>;

export const ENROLLMENT_STATUSES = [
	'pending',
	'approved',
	'rejected',
	'invited',
	'declined',
	'deactivated',
	'banned',
	'archived',
] as const;

export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

export const ENROLLMENTS = {
	name: 'enrollments',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL REFERENCES programs(id)',
		partner_id: 'TEXT NOT NULL REFERENCES partners(id)',
		tenant_id: 'TEXT',
		group_id: 'TEXT',
		status: ENROLLMENT_STATUSES,
		discount_id: 'TEXT',
		application_id: 'TEXT',
		banned_at: 'INTEGER',
		banned_reason: 'TEXT',
		/** From when a rejected partner can reapply; null with status `rejected`: never */
		reapply_after: 'INTEGER',
		created_at: 'INTEGER NOT NULL',
		updated_at: 'INTEGER NOT NULL',
	},
	constraints: ['UNIQUE (program_id, partner_id)', 'UNIQUE (program_id, tenant_id)'],
} as const satisfies Table;

export type EnrollmentRow = RowOf<typeof ENROLLMENTS>;

export const APPLICATIONS = {
	name: 'applications',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL',
		partner_id: 'TEXT NOT NULL',
		/** JSON: [{label, value}] */
		form_data: 'TEXT',
		rejection_reason: 'TEXT',
		rejection_note: 'TEXT',
		reapplication_timeframe: 'TEXT',
		reviewed_at: 'INTEGER',
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type ApplicationRow = RowOf<typeof APPLICATIONS>;

export const PARTNER_TAGS = {
	name: 'partner_tags',
	columns: { id: 'TEXT PRIMARY KEY', program_id: 'TEXT NOT NULL', name: 'TEXT NOT NULL' },
} as const satisfies Table;

export const ENROLLMENT_TAGS = {
	name: 'enrollment_tags',
	columns: {
		partner_id: 'TEXT NOT NULL',
		partner_tag_id: 'TEXT NOT NULL REFERENCES partner_tags(id)',
	},
	constraints: ['PRIMARY KEY (partner_id, partner_tag_id)'],
} as const satisfies Table;
