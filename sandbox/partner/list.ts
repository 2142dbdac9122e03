import type { LinkRow } from '../link/columns.ts';
import { APPLICATIONS, PARTNERS, type EnrollmentRow, type ProgramRow } from '../program/columns.ts';
import { Conditions, type MultiValue } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import type { EnrolledPartner } from './present.ts';

/** The sort keys of the list and their SQL. */
export const PARTNER_SORTS = {
	totalSaleAmount: 'coalesce(t.sale_amount, 0)',
	createdAt: 'e.created_at',
	totalClicks: 'coalesce(t.clicks, 0)',
	totalLeads: 'coalesce(t.leads, 0)',
	totalConversions: 'coalesce(t.conversions, 0)',
	totalCommissions: 'coalesce(c.earnings, 0)',
	netRevenue: 'coalesce(t.sale_amount, 0) - coalesce(c.earnings, 0)',
	earningsPerClick: 'coalesce(c.earnings, 0) * 1.0 / nullif(t.clicks, 0)',
	averageLifetimeValue: 't.sale_amount * 1.0 / nullif(t.conversions, 0)',
	clickToLeadRate: 't.leads * 1.0 / nullif(t.clicks, 0)',
	clickToConversionRate: 't.conversions * 1.0 / nullif(t.clicks, 0)',
	leadToConversionRate: 't.conversions * 1.0 / nullif(t.leads, 0)',
	returnOnAdSpend: 'coalesce(t.sale_amount, 0) * 1.0 / nullif(c.earnings, 0)',
} as const;

export type PartnerSort = keyof typeof PARTNER_SORTS;

interface PartnerFilter {
	status?: string;
	groupId?: MultiValue;
	country?: MultiValue;
	email?: string;
	tenantId?: string;
	/** Part of the ID, email, name, or company. */
	search?: string;
	sortBy: PartnerSort;
	sortOrder: 'asc' | 'desc';
	limit: number;
	offset: number;
}

/** Excludes commissions that are never paid. */
export const COUNTED = `status NOT IN ('canceled', 'refunded', 'duplicate', 'fraud')`;

export function listEnrolledPartners(
	db: Database,
	program: ProgramRow,
	filter: PartnerFilter,
): EnrolledPartner[] {
	const where = conditionsOf(program, filter);
	const enrollments = db.all<EnrollmentRow>(
		`SELECT e.* FROM enrollments e JOIN partners p ON p.id = e.partner_id
		 LEFT JOIN (SELECT partner_id, sum(clicks) AS clicks, sum(leads) AS leads, sum(conversions) AS conversions,
			sum(sale_amount) AS sale_amount FROM links WHERE program_id = ? GROUP BY partner_id) t
			ON t.partner_id = e.partner_id
		 LEFT JOIN (SELECT partner_id, sum(earnings) AS earnings FROM commissions
			WHERE program_id = ? AND ${COUNTED} GROUP BY partner_id) c ON c.partner_id = e.partner_id
		 WHERE ${where.sql}
		 ORDER BY ${PARTNER_SORTS[filter.sortBy]} ${filter.sortOrder} NULLS LAST, e.id LIMIT ? OFFSET ?`,
		program.id,
		program.id,
		...where.params,
		filter.limit,
		filter.offset,
	);
	return enrollments.map((enrollment) => enrolledPartner(db, enrollment));
}

function conditionsOf(program: ProgramRow, filter: PartnerFilter): Conditions {
	const where = new Conditions();
	where.equal('e.program_id', program.id);
	where.equal('e.status', filter.status);
	where.oneOf("coalesce(e.group_id, '')", filter.groupId);
	where.oneOf("coalesce(p.country, '')", filter.country);
	if (filter.email !== undefined) where.add('lower(p.email) = lower(?)', filter.email);
	where.equal('e.tenant_id', filter.tenantId);
	if (filter.search) {
		const text = `lower(p.id || ' ' || coalesce(p.email, '') || ' ' || p.name || ' ' || coalesce(p.company_name, ''))`;
		where.add(`instr(${text}, lower(?)) > 0`, filter.search);
	}
	return where;
}

/** Loads everything that belongs to an enrollment. */
export function enrolledPartner(db: Database, enrollment: EnrollmentRow): EnrolledPartner {
	const { program_id, partner_id, application_id } = enrollment;
	const partner = db.find(PARTNERS, partner_id);
	if (!partner) throw new Error(`enrollment ${enrollment.id} without partner`);
	const commissions = db.get<{ earnings: number }>(
		`SELECT coalesce(sum(earnings), 0) AS earnings FROM commissions
		 WHERE program_id = ? AND partner_id = ? AND ${COUNTED}`,
		program_id,
		partner_id,
	);
	return {
		partner,
		enrollment,
		application: db.find(APPLICATIONS, application_id),
		links: db.all<LinkRow>(
			'SELECT * FROM links WHERE program_id = ? AND partner_id = ? ORDER BY id',
			program_id,
			partner_id,
		),
		tags: db.all<{ id: string; name: string }>(
			`SELECT t.id, t.name FROM enrollment_tags et JOIN partner_tags t ON t.id = et.partner_tag_id
			 WHERE et.partner_id = ? AND t.program_id = ? ORDER BY t.id`,
			partner_id,
			program_id,
		),
		totalCommissions: commissions?.earnings ?? 0,
	};
}
