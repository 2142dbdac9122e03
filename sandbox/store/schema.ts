/**
 * Tables of the sandbox. Instants are epoch milliseconds, booleans are 0 or 1, lists and objects are JSON text. Events
 * have no foreign key to links, since they outlive them.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS workspaces (
	id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, logo TEXT,
	plan TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'business', 'advanced', 'enterprise')),
	default_program_id TEXT, events_quota_exceeded INTEGER NOT NULL DEFAULT 0,
	created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS users (
	id TEXT PRIMARY KEY, name TEXT, email TEXT NOT NULL UNIQUE, image TEXT
);
CREATE TABLE IF NOT EXISTS members (
	workspace_id TEXT NOT NULL REFERENCES workspaces(id), user_id TEXT NOT NULL REFERENCES users(id),
	role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'viewer', 'billing')),
	PRIMARY KEY (workspace_id, user_id)
);
CREATE TABLE IF NOT EXISTS invites (
	workspace_id TEXT NOT NULL REFERENCES workspaces(id), email TEXT NOT NULL, expires_at INTEGER NOT NULL,
	PRIMARY KEY (workspace_id, email)
);
-- scopes: separated by spaces; NULL: all permissions of the user's role
CREATE TABLE IF NOT EXISTS api_keys (
	id TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, name TEXT NOT NULL, scopes TEXT,
	workspace_id TEXT NOT NULL REFERENCES workspaces(id), user_id TEXT NOT NULL REFERENCES users(id),
	created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS oauth_apps (
	id TEXT PRIMARY KEY, client_id TEXT NOT NULL UNIQUE, client_secret TEXT, name TEXT NOT NULL,
	pkce INTEGER NOT NULL, redirect_uris TEXT NOT NULL, workspace_id TEXT NOT NULL REFERENCES workspaces(id)
);
CREATE TABLE IF NOT EXISTS oauth_codes (
	code TEXT PRIMARY KEY, client_id TEXT NOT NULL, user_id TEXT NOT NULL, workspace_id TEXT NOT NULL,
	redirect_uri TEXT NOT NULL, scopes TEXT NOT NULL, code_challenge TEXT, expires_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS oauth_tokens (
	id TEXT PRIMARY KEY, access_token TEXT NOT NULL UNIQUE, refresh_token TEXT NOT NULL UNIQUE,
	client_id TEXT NOT NULL, user_id TEXT NOT NULL, workspace_id TEXT NOT NULL, scopes TEXT NOT NULL,
	access_expires_at INTEGER NOT NULL, refresh_expires_at INTEGER NOT NULL, created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS domains (
	id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, workspace_id TEXT NOT NULL REFERENCES workspaces(id),
	verified INTEGER NOT NULL DEFAULT 1, is_primary INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0,
	placeholder TEXT, expired_url TEXT, not_found_url TEXT, logo TEXT,
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
-- Maximum of a resource in a workspace; no row: unlimited
CREATE TABLE IF NOT EXISTS workspace_limits (
	workspace_id TEXT NOT NULL REFERENCES workspaces(id),
	resource TEXT NOT NULL CHECK (resource IN ('links', 'tags', 'folders', 'domains')), max INTEGER NOT NULL,
	PRIMARY KEY (workspace_id, resource)
);
-- JSON files for apps that open links of the domain
CREATE TABLE IF NOT EXISTS domain_apps (
	domain_id TEXT PRIMARY KEY REFERENCES domains(id) ON DELETE CASCADE, asset_links TEXT,
	apple_app_site_association TEXT
);
-- Domains registered with the service; renewal_fee: cents a year
CREATE TABLE IF NOT EXISTS registered_domains (
	domain_id TEXT PRIMARY KEY REFERENCES domains(id) ON DELETE CASCADE, id TEXT NOT NULL,
	created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, renewal_fee INTEGER NOT NULL,
	auto_renewal_disabled_at INTEGER
);
CREATE TABLE IF NOT EXISTS tags (
	id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces(id), name TEXT NOT NULL, color TEXT NOT NULL,
	created_at INTEGER NOT NULL, UNIQUE (workspace_id, name)
);
-- access_level: 'write', 'read' or NULL (no access for members who were not added)
CREATE TABLE IF NOT EXISTS folders (
	id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces(id), name TEXT NOT NULL,
	description TEXT NOT NULL DEFAULT '', type TEXT NOT NULL DEFAULT 'default' CHECK (type IN ('default', 'mega')),
	access_level TEXT CHECK (access_level IN ('write', 'read')),
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (workspace_id, name)
);
CREATE TABLE IF NOT EXISTS folder_members (
	folder_id TEXT NOT NULL REFERENCES folders(id) ON DELETE CASCADE, user_id TEXT NOT NULL,
	role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')), PRIMARY KEY (folder_id, user_id)
);
CREATE TABLE IF NOT EXISTS programs (
	id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces(id), name TEXT NOT NULL,
	slug TEXT NOT NULL UNIQUE, domain TEXT NOT NULL, url TEXT NOT NULL, default_folder_id TEXT,
	default_group_id TEXT, created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS partner_groups (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL REFERENCES programs(id), name TEXT NOT NULL, slug TEXT NOT NULL,
	color TEXT
);
CREATE TABLE IF NOT EXISTS partners (
	id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, username TEXT, image TEXT, description TEXT,
	country TEXT, company_name TEXT, website TEXT, youtube TEXT, twitter TEXT, linkedin TEXT, instagram TEXT,
	tiktok TEXT, created_at INTEGER NOT NULL
);
-- reapply_after: instant from which a rejected partner can reapply; NULL with status 'rejected': never
CREATE TABLE IF NOT EXISTS enrollments (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL REFERENCES programs(id),
	partner_id TEXT NOT NULL REFERENCES partners(id), tenant_id TEXT, group_id TEXT,
	status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'invited', 'declined', 'deactivated', 'banned', 'archived')),
	discount_id TEXT, application_id TEXT, banned_at INTEGER, banned_reason TEXT, reapply_after INTEGER,
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
	UNIQUE (program_id, partner_id), UNIQUE (program_id, tenant_id)
);
-- form_data: [{label, value}]
CREATE TABLE IF NOT EXISTS applications (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL, partner_id TEXT NOT NULL, form_data TEXT,
	rejection_reason TEXT, rejection_note TEXT, reapplication_timeframe TEXT, reviewed_at INTEGER,
	created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS partner_tags (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL, name TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS enrollment_tags (
	partner_id TEXT NOT NULL, partner_tag_id TEXT NOT NULL REFERENCES partner_tags(id),
	PRIMARY KEY (partner_id, partner_tag_id)
);
CREATE TABLE IF NOT EXISTS links (
	id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces(id),
	domain TEXT NOT NULL, key TEXT NOT NULL, url TEXT NOT NULL,
	external_id TEXT, tenant_id TEXT, program_id TEXT, partner_id TEXT, folder_id TEXT, user_id TEXT,
	track_conversion INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0,
	expires_at INTEGER, expired_url TEXT, disabled_at INTEGER, password TEXT,
	proxy INTEGER NOT NULL DEFAULT 0, title TEXT, description TEXT, image TEXT, video TEXT,
	rewrite INTEGER NOT NULL DEFAULT 0, do_index INTEGER NOT NULL DEFAULT 0,
	ios TEXT, android TEXT, geo TEXT, public_stats INTEGER NOT NULL DEFAULT 0, comments TEXT,
	utm_source TEXT, utm_medium TEXT, utm_campaign TEXT, utm_term TEXT, utm_content TEXT, ref TEXT,
	test_variants TEXT, test_started_at INTEGER, test_completed_at INTEGER,
	clicks INTEGER NOT NULL DEFAULT 0, leads INTEGER NOT NULL DEFAULT 0, conversions INTEGER NOT NULL DEFAULT 0,
	sales INTEGER NOT NULL DEFAULT 0, sale_amount INTEGER NOT NULL DEFAULT 0, last_clicked INTEGER,
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
	UNIQUE (domain, key), UNIQUE (workspace_id, external_id)
);
CREATE INDEX IF NOT EXISTS links_by_workspace ON links (workspace_id, id);
CREATE INDEX IF NOT EXISTS links_by_url ON links (workspace_id, url);
CREATE INDEX IF NOT EXISTS links_by_partner ON links (partner_id);
CREATE TABLE IF NOT EXISTS link_tags (
	link_id TEXT NOT NULL REFERENCES links(id) ON DELETE CASCADE, tag_id TEXT NOT NULL REFERENCES tags(id) ON DELETE CASCADE,
	PRIMARY KEY (link_id, tag_id)
);
CREATE TABLE IF NOT EXISTS customers (
	id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces(id), name TEXT, email TEXT, avatar TEXT,
	external_id TEXT, country TEXT, link_id TEXT, click_id TEXT, created_at INTEGER NOT NULL,
	UNIQUE (workspace_id, external_id)
);
-- Columns that few customers have
CREATE TABLE IF NOT EXISTS customer_billing (
	customer_id TEXT PRIMARY KEY REFERENCES customers(id) ON DELETE CASCADE, stripe_customer_id TEXT,
	subscription_canceled_at INTEGER
);
-- provider: where codes are also created
CREATE TABLE IF NOT EXISTS discounts (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL REFERENCES programs(id),
	provider TEXT NOT NULL CHECK (provider IN ('stripe', 'shopify', 'custom')),
	amount INTEGER NOT NULL, type TEXT NOT NULL CHECK (type IN ('percentage', 'flat')), max_duration INTEGER
);
CREATE TABLE IF NOT EXISTS discount_codes (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL REFERENCES programs(id), code TEXT NOT NULL,
	discount_id TEXT REFERENCES discounts(id), partner_id TEXT NOT NULL, link_id TEXT NOT NULL,
	disabled_at INTEGER, created_at INTEGER NOT NULL, UNIQUE (program_id, code)
);
CREATE TABLE IF NOT EXISTS commissions (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL REFERENCES programs(id), partner_id TEXT NOT NULL,
	type TEXT NOT NULL CHECK (type IN ('click', 'lead', 'sale', 'referral', 'custom')),
	status TEXT NOT NULL CHECK (status IN ('pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold')),
	amount INTEGER NOT NULL, earnings INTEGER NOT NULL, currency TEXT NOT NULL DEFAULT 'usd', quantity INTEGER NOT NULL DEFAULT 1,
	customer_id TEXT, link_id TEXT, invoice_id TEXT, description TEXT, metadata TEXT,
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, paid_at INTEGER
);
-- The payout of a commission, and the user who created it by hand
CREATE TABLE IF NOT EXISTS commission_details (
	commission_id TEXT PRIMARY KEY REFERENCES commissions(id) ON DELETE CASCADE, payout_id TEXT, user_id TEXT
);
CREATE INDEX IF NOT EXISTS commissions_by_payout ON commission_details (payout_id);
CREATE TABLE IF NOT EXISTS payouts (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL REFERENCES programs(id), partner_id TEXT NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled')),
	amount INTEGER NOT NULL, currency TEXT NOT NULL DEFAULT 'usd', invoice_id TEXT, description TEXT,
	period_start INTEGER, period_end INTEGER, initiated_at INTEGER, paid_at INTEGER, failure_reason TEXT,
	mode TEXT CHECK (mode IN ('internal', 'external')), method TEXT, trace_id TEXT, user_id TEXT,
	created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
-- reward_amount: cents; NULL: set when a submission is approved
CREATE TABLE IF NOT EXISTS bounties (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL REFERENCES programs(id), name TEXT NOT NULL,
	type TEXT NOT NULL CHECK (type IN ('performance', 'submission')), reward_amount INTEGER, created_at INTEGER NOT NULL
);
-- urls and files: JSON lists
CREATE TABLE IF NOT EXISTS bounty_submissions (
	id TEXT PRIMARY KEY, bounty_id TEXT NOT NULL REFERENCES bounties(id), partner_id TEXT NOT NULL, description TEXT,
	urls TEXT, files TEXT, status TEXT NOT NULL CHECK (status IN ('draft', 'submitted', 'approved', 'rejected')),
	performance_count INTEGER, social_metric_count INTEGER, social_metrics_last_synced_at INTEGER,
	period_number INTEGER NOT NULL DEFAULT 1, completed_at INTEGER, reviewed_at INTEGER, rejection_reason TEXT,
	rejection_note TEXT, commission_id TEXT, user_id TEXT, created_at INTEGER NOT NULL
);
-- The discount of the partners of a group; no row: none
CREATE TABLE IF NOT EXISTS group_discounts (
	group_id TEXT PRIMARY KEY REFERENCES partner_groups(id), discount_id TEXT NOT NULL REFERENCES discounts(id)
);
-- Maximum approved partners of a program; no row: unlimited
CREATE TABLE IF NOT EXISTS partner_limits (
	program_id TEXT PRIMARY KEY REFERENCES programs(id), max INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS fraud_alerts (
	id TEXT PRIMARY KEY, program_id TEXT NOT NULL, partner_id TEXT NOT NULL, reason TEXT NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('pending', 'resolved')), created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS embed_tokens (
	public_token TEXT PRIMARY KEY, program_id TEXT NOT NULL, partner_id TEXT NOT NULL, expires_at INTEGER NOT NULL
);
-- Newest-first listing of one kind is the hot path; link_id serves the link-level filters.
CREATE TABLE IF NOT EXISTS events (
	seq INTEGER PRIMARY KEY, workspace_id TEXT NOT NULL,
	kind TEXT NOT NULL CHECK (kind IN ('click', 'lead', 'sale')), timestamp INTEGER NOT NULL,
	event_id TEXT, event_name TEXT, metadata TEXT,
	click_id TEXT NOT NULL, link_id TEXT NOT NULL, url TEXT NOT NULL,
	continent TEXT NOT NULL, country TEXT NOT NULL, region TEXT NOT NULL, city TEXT NOT NULL,
	device TEXT NOT NULL, browser TEXT NOT NULL, os TEXT NOT NULL, ua TEXT, trigger TEXT,
	referer TEXT NOT NULL, referer_url TEXT NOT NULL, ip TEXT NOT NULL,
	customer_id TEXT, amount INTEGER, currency TEXT, invoice_id TEXT, payment_processor TEXT,
	sale_type TEXT CHECK (sale_type IN ('new', 'recurring'))
);
CREATE INDEX IF NOT EXISTS events_by_time ON events (workspace_id, kind, timestamp);
CREATE INDEX IF NOT EXISTS events_by_link ON events (link_id, kind, timestamp);
CREATE INDEX IF NOT EXISTS events_by_click ON events (click_id);
CREATE INDEX IF NOT EXISTS events_by_customer ON events (customer_id) WHERE customer_id IS NOT NULL;
-- Events that are stored but not listed yet
CREATE TABLE IF NOT EXISTS late_events (seq INTEGER PRIMARY KEY, visible_at INTEGER NOT NULL);
-- First responses of POST /track/sale, repeated for the same invoice
CREATE TABLE IF NOT EXISTS tracked_invoices (
	workspace_id TEXT NOT NULL, invoice_id TEXT NOT NULL, response TEXT NOT NULL, created_at INTEGER NOT NULL,
	PRIMARY KEY (workspace_id, invoice_id)
);
-- failures: consecutive; 20 disable the webhook
CREATE TABLE IF NOT EXISTS webhooks (
	id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces(id), name TEXT NOT NULL, url TEXT NOT NULL,
	secret TEXT NOT NULL, triggers TEXT NOT NULL, link_scope TEXT CHECK (link_scope IN ('workspace', 'folders', 'links')),
	failures INTEGER NOT NULL DEFAULT 0, disabled_at INTEGER, created_at INTEGER NOT NULL,
	UNIQUE (workspace_id, url)
);
CREATE TABLE IF NOT EXISTS webhook_links (
	webhook_id TEXT NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
	link_id TEXT NOT NULL REFERENCES links(id) ON DELETE CASCADE, PRIMARY KEY (webhook_id, link_id)
);
CREATE TABLE IF NOT EXISTS webhook_folders (
	webhook_id TEXT NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
	folder_id TEXT NOT NULL REFERENCES folders(id) ON DELETE CASCADE, PRIMARY KEY (webhook_id, folder_id)
);
-- Delivery attempts; http_status is also 503 if the receiver could not be reached
CREATE TABLE IF NOT EXISTS webhook_deliveries (
	seq INTEGER PRIMARY KEY, webhook_id TEXT NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
	message_id TEXT NOT NULL, event_id TEXT NOT NULL, event TEXT NOT NULL, url TEXT NOT NULL,
	http_status INTEGER NOT NULL, request_body TEXT NOT NULL, response_body TEXT NOT NULL, timestamp INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS deliveries_by_webhook ON webhook_deliveries (webhook_id, event_id);
-- Emails that the service would have sent (sender NULL), and those received by SMTP
CREATE TABLE IF NOT EXISTS outbox (
	id INTEGER PRIMARY KEY, recipient TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, sent_at INTEGER NOT NULL,
	sender TEXT, html TEXT
);
-- Requests to Stripe, Shopify, or a custom discount provider
CREATE TABLE IF NOT EXISTS provider_notifications (
	id INTEGER PRIMARY KEY, provider TEXT NOT NULL, event TEXT NOT NULL, payload TEXT NOT NULL, sent_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS sandbox_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;
