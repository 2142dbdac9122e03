import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { groupingBy, namesOf, type Grouping } from '../analytics/groups.ts';
import { countEvents, Tally } from '../analytics/tally.ts';
import { timeseries } from '../analytics/timeseries.ts';
import { EVENT_KINDS } from '../event/query.ts';
import { requireEventQuota, selectEvents, type EventSelection } from '../event/selection.ts';
import { windowFields } from '../event/window.ts';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { validate } from '../http/validate.ts';
import type { EnrollmentRow } from '../program/columns.ts';
import { requireEnrollment } from '../program/enrollment.ts';
import { requireProgram } from '../program/program.ts';
import type { Row } from '../store/database.ts';
import { partnerIds } from './fields.ts';
import { COUNTED } from './list.ts';

/** The events and earnings of a partner. */
export function partnerAnalyticsRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const schema = partnerIds.extend({
		...windowFields(clock),
		query: z.string().max(10_000).optional(),
		groupBy: z.enum(['count', 'timeseries', 'top_links']).default('count'),
	});
	const access = { plan: 'business', analytics: true } as const;

	app.get('/partners/analytics', { config: { access } }, async (request) => {
		const principal = principalOf(request);
		requireEventQuota(principal.workspace);
		const { groupBy, partnerId, tenantId, ...query } = validate(schema, request.query, quirks);
		const program = requireProgram(db, principal.workspace);
		const enrollment = requireEnrollment(db, program, { partnerId, tenantId });
		const filters = {
			interval: 'all' as const,
			...query,
			programId: program.id,
			partnerId: { values: [enrollment.partner_id], excluded: false },
		};
		const selection = selectEvents(context, principal, filters);
		const grouping =
			groupBy === 'timeseries'
				? timeseries(filters, selection.window, quirks)
				: groupingBy(db, groupBy);
		const tally = new Tally(grouping, { earnings: 0 });
		countEvents(db, selection, EVENT_KINDS, grouping, tally);
		addEarnings(enrollment, selection, grouping, tally);
		if (groupBy === 'count') return tally.groups[0];
		return groupBy === 'timeseries' ? tally.groups : tally.ranked('clicks');
	});

	function addEarnings(
		{ program_id, partner_id }: EnrollmentRow,
		{ window }: EventSelection,
		grouping: Grouping,
		tally: Tally,
	): void {
		const parts = db.all<Row & { earned: number }>(
			`SELECT ${grouping.columns}, sum(earnings) AS earned FROM
				(SELECT *, created_at AS timestamp FROM commissions
				 WHERE program_id = ? AND partner_id = ? AND ${COUNTED} AND created_at BETWEEN ? AND ?)
			 GROUP BY ${namesOf(grouping)}`,
			program_id,
			partner_id,
			window.from,
			window.to,
		);
		for (const { earned, ...part } of parts) {
			for (const group of grouping.groupsOf(part)) tally.add(group, 'earnings', earned);
		}
	}
}
