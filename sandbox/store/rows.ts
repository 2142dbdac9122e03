/** Rows of the tables in schema.ts: instants are epoch milliseconds, flags are 0 or 1, JSON is text. */

type Flag = 0 | 1;

export interface LinkRow {
	id: string;
	workspace_id: string;
	domain: string;
	key: string;
	url: string;
	external_id: string | null;
	tenant_id: string | null;
	program_id: string | null;
	partner_id: string | null;
	folder_id: string | null;
	user_id: string | null;
	track_conversion: Flag;
	archived: Flag;
	expires_at: number | null;
	expired_url: string | null;
	disabled_at: number | null;
	password: string | null;
	proxy: Flag;
	title: string | null;
	description: string | null;
	image: string | null;
	video: string | null;
	rewrite: Flag;
	do_index: Flag;
	ios: string | null;
	android: string | null;
	/** JSON: country code -> URL */
	geo: string | null;
	public_stats: Flag;
	comments: string | null;
	utm_source: string | null;
	utm_medium: string | null;
	utm_campaign: string | null;
	utm_term: string | null;
	utm_content: string | null;
	ref: string | null;
	/** JSON: [{url, percentage}] */
	test_variants: string | null;
	test_started_at: number | null;
	test_completed_at: number | null;
	clicks: number;
	leads: number;
	conversions: number;
	sales: number;
	/** Cents. */
	sale_amount: number;
	last_clicked: number | null;
	created_at: number;
	updated_at: number;
}

export interface TagRow {
	id: string;
	workspace_id: string;
	name: string;
	color: string;
	created_at: number;
}

/** A domain with its columns in other tables; see `DOMAINS`. */
export interface DomainRow {
	id: string;
	slug: string;
	workspace_id: string;
	verified: Flag;
	is_primary: Flag;
	archived: Flag;
	placeholder: string | null;
	expired_url: string | null;
	not_found_url: string | null;
	logo: string | null;
	created_at: number;
	updated_at: number;
	/** JSON, like the next one. */
	asset_links: string | null;
	apple_app_site_association: string | null;
	/** null for a domain not registered with the service, like the next ones. */
	registration_id: string | null;
	registered_at: number | null;
	registration_expires_at: number | null;
	/** Cents a year. */
	renewal_fee: number | null;
	auto_renewal_disabled_at: number | null;
}

export interface FolderRow {
	id: string;
	workspace_id: string;
	name: string;
	description: string;
	type: 'default' | 'mega';
	access_level: 'write' | 'read' | null;
	created_at: number;
	updated_at: number;
}

export interface ProgramRow {
	id: string;
	workspace_id: string;
	name: string;
	slug: string;
	domain: string;
	url: string;
	default_folder_id: string | null;
	default_group_id: string | null;
	created_at: number;
}

export interface PartnerRow {
	id: string;
	name: string;
	email: string | null;
	username: string | null;
	image: string | null;
	description: string | null;
	country: string | null;
	company_name: string | null;
	website: string | null;
	youtube: string | null;
	twitter: string | null;
	linkedin: string | null;
	instagram: string | null;
	tiktok: string | null;
	created_at: number;
}

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

export interface EnrollmentRow {
	id: string;
	program_id: string;
	partner_id: string;
	tenant_id: string | null;
	group_id: string | null;
	status: EnrollmentStatus;
	discount_id: string | null;
	application_id: string | null;
	banned_at: number | null;
	banned_reason: string | null;
	reapply_after: number | null;
	created_at: number;
	updated_at: number;
}

export interface ApplicationRow {
	id: string;
	program_id: string;
	partner_id: string;
	/** JSON: [{label, value}] */
	form_data: string | null;
	rejection_reason: string | null;
	rejection_note: string | null;
	reapplication_timeframe: string | null;
	reviewed_at: number | null;
	created_at: number;
}

export interface DiscountRow {
	id: string;
	program_id: string;
	provider: 'stripe' | 'shopify' | 'custom';
	amount: number;
	type: 'percentage' | 'flat';
	/** Months; null: forever */
	max_duration: number | null;
}

export interface DiscountCodeRow {
	id: string;
	program_id: string;
	code: string;
	discount_id: string | null;
	partner_id: string;
	link_id: string;
	disabled_at: number | null;
	created_at: number;
}

/** Columns of an event without its `seq`. */
export interface EventRow {
	workspace_id: string;
	kind: 'click' | 'lead' | 'sale';
	timestamp: number;
	event_id: string | null;
	event_name: string | null;
	/** JSON */
	metadata: string | null;
	click_id: string;
	link_id: string;
	url: string;
	continent: string;
	country: string;
	region: string;
	city: string;
	device: string;
	browser: string;
	os: string;
	ua: string | null;
	trigger: string | null;
	referer: string;
	referer_url: string;
	ip: string;
	customer_id: string | null;
	/** US cents. */
	amount: number | null;
	currency: string | null;
	invoice_id: string | null;
	payment_processor: string | null;
	sale_type: 'new' | 'recurring' | null;
}

export interface CustomerRow {
	id: string;
	workspace_id: string;
	name: string | null;
	email: string | null;
	avatar: string | null;
	external_id: string | null;
	country: string | null;
	link_id: string | null;
	click_id: string | null;
	created_at: number;
}

export const COMMISSION_TYPES = ['click', 'lead', 'sale', 'referral', 'custom'] as const;

export const COMMISSION_STATUSES = [
	'pending',
	'processed',
	'paid',
	'refunded',
	'duplicate',
	'fraud',
	'canceled',
	'hold',
] as const;

export type CommissionStatus = (typeof COMMISSION_STATUSES)[number];

export interface CommissionRow {
	id: string;
	program_id: string;
	partner_id: string;
	type: (typeof COMMISSION_TYPES)[number];
	status: CommissionStatus;
	/** Cents, like `earnings`. */
	amount: number;
	earnings: number;
	currency: string;
	quantity: number;
	customer_id: string | null;
	link_id: string | null;
	invoice_id: string | null;
	description: string | null;
	/** JSON, of the lead or sale. */
	metadata: string | null;
	created_at: number;
	updated_at: number;
	paid_at: number | null;
}

export interface WebhookRow {
	id: string;
	workspace_id: string;
	name: string;
	url: string;
	secret: string;
	/** JSON: names */
	triggers: string;
	link_scope: 'workspace' | 'folders' | 'links' | null;
	/** Failed deliveries since the last success. */
	failures: number;
	disabled_at: number | null;
	created_at: number;
}

export interface DeliveryRow {
	seq: number;
	webhook_id: string;
	message_id: string;
	event_id: string;
	event: string;
	url: string;
	/** Also 503 if the receiver could not be reached. */
	http_status: number;
	request_body: string;
	response_body: string;
	timestamp: number;
}

export const PAYOUT_STATUSES = [
	'pending',
	'processing',
	'processed',
	'sent',
	'completed',
	'failed',
	'canceled',
] as const;

export interface PayoutRow {
	id: string;
	program_id: string;
	partner_id: string;
	status: (typeof PAYOUT_STATUSES)[number];
	/** Cents. */
	amount: number;
	currency: string;
	invoice_id: string | null;
	description: string | null;
	period_start: number | null;
	period_end: number | null;
	initiated_at: number | null;
	paid_at: number | null;
	failure_reason: string | null;
	mode: 'internal' | 'external' | null;
	method: string | null;
	trace_id: string | null;
	user_id: string | null;
	created_at: number;
	updated_at: number;
}

export interface BountyRow {
	id: string;
	program_id: string;
	name: string;
	type: 'performance' | 'submission';
	/** Cents. */
	reward_amount: number | null;
	created_at: number;
}

export const SUBMISSION_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const;

export interface SubmissionRow {
	id: string;
	bounty_id: string;
	partner_id: string;
	description: string | null;
	/** JSON: [URL] */
	urls: string | null;
	/** JSON: [{url, fileName, size}] */
	files: string | null;
	status: (typeof SUBMISSION_STATUSES)[number];
	performance_count: number | null;
	social_metric_count: number | null;
	social_metrics_last_synced_at: number | null;
	period_number: number;
	completed_at: number | null;
	reviewed_at: number | null;
	rejection_reason: string | null;
	rejection_note: string | null;
	commission_id: string | null;
	user_id: string | null;
	created_at: number;
}

export interface UserRow {
	id: string;
	name: string | null;
	email: string;
	image: string | null;
}

/** The rows of tables whose primary key is `id`. */
export interface Tables {
	applications: ApplicationRow;
	commissions: CommissionRow;
	customers: CustomerRow;
	discounts: DiscountRow;
	enrollments: EnrollmentRow;
	folders: FolderRow;
	links: LinkRow;
	partners: PartnerRow;
	programs: ProgramRow;
	users: UserRow;
	webhooks: WebhookRow;
}
