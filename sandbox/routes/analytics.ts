import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { countEvents, Tally } from '../events/analytics.ts';
import { groupingBy } from '../events/groups.ts';
import { analyticsQuerySchema, EVENT_KINDS } from '../events/query.ts';
import { requireEventQuota, selectEvents } from '../events/selection.ts';
import { timeseries } from '../events/timeseries.ts';
import { ApiError } from '../http/errors.ts';
import { principalOf } from '../http/gate.ts';
import { validate } from '../http/validate.ts';

/** What the groups are ranked by. */
const RANK = {
	clicks: 'clicks',
	leads: 'leads',
	sales: 'saleAmount',
	composite: 'clicks',
} as const;

export function analyticsRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const schema = analyticsQuerySchema(clock);
	const access = { scope: 'analytics.read', plan: 'pro', analytics: true } as const;

	app.get('/analytics', { config: { access } }, async (request) => {
		const principal = principalOf(request);
		const { workspace } = principal;
		requireEventQuota(workspace);
		const { event, groupBy, ...filters } = validate(schema, request.query, quirks);
		if (filters.programId !== undefined && filters.programId !== workspace.default_program_id) {
			throw new ApiError('forbidden', `Program ${filters.programId} is not of this workspace.`);
		}
		const selection = selectEvents(context, principal, filters);
		const grouping =
			groupBy === 'timeseries'
				? timeseries(filters, selection.window, quirks)
				: groupingBy(db, groupBy);
		const tally = new Tally(grouping);
		const kinds = event === 'composite' ? EVENT_KINDS : [event];
		countEvents(db, selection, kinds, grouping, tally);
		if (groupBy === 'count') return tally.groups[0];
		return groupBy === 'timeseries' ? tally.groups : tally.ranked(RANK[event]);
	});
}
