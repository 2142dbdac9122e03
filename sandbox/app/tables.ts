import { BOUNTIES, BOUNTY_SUBMISSIONS } from '../bountySubmission/columns.ts';
import { COMMISSION_DETAILS, COMMISSIONS } from '../commission/columns.ts';
import { TRACKED_INVOICES } from '../conversion/sale.ts';
import { CUSTOMER_BILLING, CUSTOMERS } from '../customer/columns.ts';
import {
	DISCOUNT_CODES,
	DISCOUNTS,
	GROUP_DISCOUNTS,
	PROVIDER_NOTIFICATIONS,
} from '../discountCode/columns.ts';
import { DOMAIN_APPS, DOMAINS, REGISTERED_DOMAINS } from '../domain/columns.ts';
import { EMBED_TOKENS } from '../embedToken/routes.ts';
import { EVENTS, LATE_EVENTS } from '../event/columns.ts';
import { FOLDER_MEMBERS, FOLDERS } from '../folder/columns.ts';
import { API_KEYS, INVITES, MEMBERS, WORKSPACE_LIMITS, WORKSPACES } from '../http/columns.ts';
import { LINK_TAGS, LINKS } from '../link/columns.ts';
import { OUTBOX } from '../mail/outbox.ts';
import { OAUTH_APPS, OAUTH_CODES, OAUTH_TOKENS } from '../oauth/columns.ts';
import { FRAUD_ALERTS } from '../partner/fraud.ts';
import { PAYOUTS } from '../payout/columns.ts';
import {
	APPLICATIONS,
	ENROLLMENT_TAGS,
	ENROLLMENTS,
	PARTNER_GROUPS,
	PARTNER_LIMITS,
	PARTNER_TAGS,
	PARTNERS,
	PROGRAMS,
} from '../program/columns.ts';
import type { Table } from '../store/table.ts';
import { TAGS } from '../tag/columns.ts';
import { USERS } from '../user/columns.ts';
import {
	WEBHOOK_DELIVERIES,
	WEBHOOK_FOLDERS,
	WEBHOOK_LINKS,
	WEBHOOKS,
} from '../webhook/columns.ts';

/** All tables of the sandbox. */
export const TABLES: readonly Table[] = [
	BOUNTIES,
	BOUNTY_SUBMISSIONS,
	COMMISSIONS,
	COMMISSION_DETAILS,
	TRACKED_INVOICES,
	CUSTOMERS,
	CUSTOMER_BILLING,
	DISCOUNTS,
	DISCOUNT_CODES,
	GROUP_DISCOUNTS,
	PROVIDER_NOTIFICATIONS,
	DOMAINS,
	DOMAIN_APPS,
	REGISTERED_DOMAINS,
	EMBED_TOKENS,
	EVENTS,
	LATE_EVENTS,
	FOLDERS,
	FOLDER_MEMBERS,
	API_KEYS,
	INVITES,
	MEMBERS,
	WORKSPACES,
	WORKSPACE_LIMITS,
	LINKS,
	LINK_TAGS,
	OUTBOX,
	OAUTH_APPS,
	OAUTH_CODES,
	OAUTH_TOKENS,
	FRAUD_ALERTS,
	PAYOUTS,
	APPLICATIONS,
	ENROLLMENTS,
	ENROLLMENT_TAGS,
	PARTNERS,
	PARTNER_GROUPS,
	PARTNER_LIMITS,
	PARTNER_TAGS,
	PROGRAMS,
	TAGS,
	USERS,
	WEBHOOKS,
	WEBHOOK_DELIVERIES,
	WEBHOOK_FOLDERS,
	WEBHOOK_LINKS,
];
