import type { RowOf, Table } from '../store/table.ts';

export const DOMAINS = {
	name: 'domains',
	columns: {
		id: 'TEXT PRIMARY KEY',
		slug: 'TEXT NOT NULL UNIQUE',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		verified: 'BOOLEAN NOT NULL DEFAULT 1',
		is_primary: 'BOOLEAN NOT NULL DEFAULT 0',
		archived: 'BOOLEAN NOT NULL DEFAULT 0',
		placeholder: 'TEXT',
		expired_url: 'TEXT',
		not_found_url: 'TEXT',
		logo: 'TEXT',
		created_at: 'INTEGER NOT NULL',
		updated_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

/** JSON files for apps that open links of the domain */
export const DOMAIN_APPS = {
	name: 'domain_apps',
	columns: {
		domain_id: 'TEXT PRIMARY KEY REFERENCES domains(id) ON DELETE CASCADE',
		asset_links: 'TEXT',
		apple_app_site_association: 'TEXT',
	},
} as const satisfies Table;

/** Domains registered with the service. */
export const REGISTERED_DOMAINS = {
	name: 'registered_domains',
	columns: {
		domain_id: 'TEXT PRIMARY KEY REFERENCES domains(id) ON DELETE CASCADE',
		id: 'TEXT NOT NULL',
		created_at: 'INTEGER NOT NULL',
		expires_at: 'INTEGER NOT NULL',
		/** Cents a year. */
		renewal_fee: 'INTEGER NOT NULL',
		auto_renewal_disabled_at: 'INTEGER',
	},
} as const satisfies Table;

/** All columns of a domain, including those of separate tables. */
export const SELECT_DOMAINS = `SELECT d.*, a.asset_links, a.apple_app_site_association,
	r.id AS registration_id, r.created_at AS registered_at, r.expires_at AS registration_expires_at,
	r.renewal_fee, r.auto_renewal_disabled_at
	FROM domains d LEFT JOIN domain_apps a ON a.domain_id = d.id
	LEFT JOIN registered_domains r ON r.domain_id = d.id`;

type Apps = RowOf<typeof DOMAIN_APPS>;
type Registration = RowOf<typeof REGISTERED_DOMAINS>;

/** A row of `SELECT_DOMAINS`. */
export interface DomainRow extends RowOf<typeof DOMAINS> {
	asset_links: Apps['asset_links'];
	apple_app_site_association: Apps['apple_app_site_association'];
	/** null for a domain not registered with the service, like the next ones. */
	registration_id: Registration['id'] | null;
	registered_at: Registration['created_at'] | null;
	registration_expires_at: Registration['expires_at'] | null;
	renewal_fee: Registration['renewal_fee'] | null;
	auto_renewal_disabled_at: Registration['auto_renewal_disabled_at'];
}
