import type { CustomerRow } from '../customer/columns.ts';
import { createCustomer, findCustomer } from '../customer/rules.ts';
import type { EventRow } from '../event/columns.ts';
import { requireConversionLink } from '../event/conversions.ts';
import { clickOfCustomer, findClick, latestLead } from '../event/rules.ts';
import type { Workspace } from '../http/columns.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { LinkRow } from '../link/columns.ts';
import { shortLinkOf } from '../link/present.ts';
import type { LeadFields } from './fields.ts';
import { recordLead } from './rules.ts';

export const REPEAT_WINDOW = 7 * 24 * 60 * 60 * 1000;

/**
 * Runs within the caller's transaction. Mode `deferred` only stores which click brought the customer; a later call
 * without a click records the lead.
 *
 * @returns the response; `link` is null if the customer had the same lead within the last week, which is not recorded
 * again
 * @throws ApiError 400 no click and no such customer, 404 click or link
 */
export function trackLead(context: Context, workspace: Workspace, fields: LeadFields) {
	const { db, clock } = context;
	const known = findCustomer(db, workspace.id, fields.customerExternalId);
	const { click, link } = fields.clickId
		? clickById(context, workspace, fields.clickId)
		: clickByCustomer(context, known);
	const customer = known ?? createCustomer(context, click, fields);
	const earlier = latestLead(db, customer.id, fields.eventName);
	const repeated = earlier !== undefined && earlier.timestamp > clock.now() - REPEAT_WINDOW;
	if (!repeated && fields.mode !== 'deferred') recordLead(context, click, customer, fields);
	return {
		click: { id: click.click_id },
		link: repeated ? null : presentLinkOfLead(link),
		customer: presentCustomerOfLead(customer),
	};
}

interface Origin {
	click: EventRow;
	link: LinkRow;
}

function clickById({ db }: Context, workspace: Workspace, clickId: string): Origin {
	const click = findClick(db, workspace.id, clickId);
	if (!click) throw new ApiError('not_found', `Click ${clickId} not found.`);
	return { click, link: requireConversionLink(db, click.link_id) };
}

function clickByCustomer({ db }: Context, customer: CustomerRow | undefined): Origin {
	if (!customer) {
		throw new ApiError('bad_request', 'clickId is empty and the customer does not exist.');
	}
	const link = requireConversionLink(db, customer.link_id);
	return { click: clickOfCustomer(db, customer, link), link };
}

function presentLinkOfLead(link: LinkRow) {
	return {
		id: link.id,
		domain: link.domain,
		key: link.key,
		shortLink: shortLinkOf(link),
		url: link.url,
		partnerId: link.partner_id,
		programId: link.program_id,
		tenantId: link.tenant_id,
		externalId: link.external_id,
	};
}

function presentCustomerOfLead({ name, email, avatar, external_id }: CustomerRow) {
	return { name, email, avatar, externalId: external_id };
}
