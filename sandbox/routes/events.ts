import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { listEvents } from '../events/list.ts';
import { eventQuerySchema } from '../events/query.ts';
import { requireEventQuota, selectEvents } from '../events/selection.ts';
import { principalOf } from '../http/gate.ts';
import { validate } from '../http/validate.ts';

export function eventRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const schema = eventQuerySchema(clock);
	const access = { scope: 'analytics.read', plan: 'business', analytics: true } as const;

	app.get('/events', { config: { access } }, async (request) => {
		const principal = principalOf(request);
		requireEventQuota(principal.workspace);
		const query = validate(schema, request.query, quirks);
		return listEvents(db, selectEvents(context, principal, query), query, quirks);
	});
}
