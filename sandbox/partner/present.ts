import type { LinkRow } from '../link/columns.ts';
import { shortLinkOf } from '../link/present.ts';
import type { ApplicationRow, EnrollmentRow, PartnerRow } from '../program/columns.ts';
import { isoDate } from '../store/values.ts';

export interface EnrolledPartner {
	partner: PartnerRow;
	enrollment: EnrollmentRow;
	application: ApplicationRow | undefined;
	links: LinkRow[];
	tags: { id: string; name: string }[];
	/** Cents, without commissions that are never paid. */
	totalCommissions: number;
}

/** The website and the social profiles of a partner. */
export function presentWebsites(partner: PartnerRow) {
	const { website, youtube, twitter, linkedin, instagram, tiktok } = partner;
	return { website, youtube, twitter, linkedin, instagram, tiktok };
}

/** An item of the partner list, which repeats the totals under their older names. */
export function presentListedPartner(enrolled: EnrolledPartner) {
	return { ...presentEnrolledPartner(enrolled), ...totalsOf(enrolled) };
}

export function presentEnrolledPartner(enrolled: EnrolledPartner) {
	const { partner, enrollment, application, links, tags, totalCommissions } = enrolled;
	const totals = totalsOf(enrolled);
	return {
		id: partner.id,
		name: partner.name,
		username: partner.username,
		email: partner.email,
		image: partner.image,
		description: partner.description,
		country: partner.country,
		companyName: partner.company_name,
		networkStatus: 'draft',
		defaultPayoutMethod: null,
		paypalEmail: null,
		stripeConnectId: null,
		payoutsEnabledAt: null,
		identityVerifiedAt: null,
		programId: enrollment.program_id,
		groupId: enrollment.group_id,
		partnerId: partner.id,
		tenantId: enrollment.tenant_id,
		createdAt: isoDate(enrollment.created_at),
		status: enrollment.status,
		links: links.map(presentPartnerLink),
		totalCommissions,
		clickRewardId: null,
		leadRewardId: null,
		saleRewardId: null,
		referralRewardId: null,
		discountId: enrollment.discount_id,
		applicationId: enrollment.application_id,
		bannedAt: isoDate(enrollment.banned_at),
		bannedReason: enrollment.banned_reason,
		referralFormData: null,
		application: application && {
			rejectionReason: application.rejection_reason,
			rejectionNote: application.rejection_note,
			reviewedAt: isoDate(application.reviewed_at),
		},
		tags,
		totalClicks: totals.clicks,
		totalLeads: totals.leads,
		totalConversions: totals.conversions,
		totalSales: totals.sales,
		totalSaleAmount: totals.saleAmount,
		netRevenue: totals.saleAmount - totalCommissions,
		earningsPerClick: ratio(totalCommissions, totals.clicks),
		averageLifetimeValue: ratio(totals.saleAmount, totals.conversions),
		clickToLeadRate: ratio(totals.leads, totals.clicks),
		clickToConversionRate: ratio(totals.conversions, totals.clicks),
		leadToConversionRate: ratio(totals.conversions, totals.leads),
		returnOnAdSpend: ratio(totals.saleAmount, totalCommissions),
		...presentWebsites(partner),
		trustedAt: null,
	};
}

/** As in commissions and submissions. */
export function presentBriefPartner(partner: PartnerRow, groupId: string | null) {
	return {
		id: partner.id,
		name: partner.name,
		email: partner.email,
		image: partner.image,
		payoutsEnabledAt: null,
		country: partner.country,
		groupId,
	};
}

/** As in webhooks about a conversion or commission. */
export function presentPushedPartner(enrolled: EnrolledPartner) {
	const { partner, enrollment, totalCommissions } = enrolled;
	const totals = totalsOf(enrolled);
	return {
		...presentBriefPartner(partner, enrollment.group_id),
		totalClicks: totals.clicks,
		totalLeads: totals.leads,
		totalConversions: totals.conversions,
		totalSales: totals.sales,
		totalSaleAmount: totals.saleAmount,
		totalCommissions,
	};
}

function totalsOf({ links }: EnrolledPartner) {
	return {
		clicks: sum(links, 'clicks'),
		leads: sum(links, 'leads'),
		conversions: sum(links, 'conversions'),
		sales: sum(links, 'sales'),
		saleAmount: sum(links, 'sale_amount'),
	};
}

/** A link as in partners. */
export function presentPartnerLink(row: LinkRow) {
	const { id, domain, key, url, clicks, leads, conversions, sales } = row;
	return {
		id,
		domain,
		key,
		shortLink: shortLinkOf(row),
		url,
		clicks,
		leads,
		conversions,
		sales,
		saleAmount: row.sale_amount,
	};
}

type Counter = 'clicks' | 'leads' | 'conversions' | 'sales' | 'sale_amount';

function sum(links: LinkRow[], counter: Counter): number {
	return links.reduce((total, link) => total + link[counter], 0);
}

function ratio(part: number, whole: number): number | null {
	return whole === 0 ? null : part / whole;
}
