import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { EVENT_KINDS, filterFields, withoutDeprecated } from '../event/query.ts';
import { requireEventQuota, selectEvents } from '../event/selection.ts';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { validate } from '../http/validate.ts';
import { groupingBy, GROUPS } from './groups.ts';
import { countEvents, Tally } from './tally.ts';
import { timeseries } from './timeseries.ts';

/** The counter that ranks the groups of an event type. */
const RANK = {
	clicks: 'clicks',
	leads: 'leads',
	sales: 'saleAmount',
	composite: 'clicks',
} as const;

export function analyticsRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const schema = z
		.object({
			event: z.enum([...EVENT_KINDS, 'composite']).default('clicks'),
			groupBy: z.enum(GROUPS).default('count'),
			...filterFields(clock),
		})
		.transform(withoutDeprecated);
	const access = { scope: 'analytics.read', plan: 'pro', analytics: true } as const;

	app.get('/analytics', { config: { access } }, async (request) => {
		const principal = principalOf(request);
		const { workspace } = principal;
		requireEventQuota(workspace);
		const { event, groupBy, ...filters } = validate(schema, request.query, quirks);
		if (filters.programId !== undefined && filters.programId !== workspace.default_program_id) {
			throw new ApiError(
				'forbidden',
				`Program ${filters.programId} does not belong to this workspace.`,
			);
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
