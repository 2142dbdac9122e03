import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { requireFolderAccess } from '../domain/folderAccess.ts';
import { chosenLinks } from '../events/chosenLinks.ts';
import { listEvents } from '../events/list.ts';
import { eventQuerySchema } from '../events/query.ts';
import { timeWindow } from '../events/window.ts';
import { ApiError } from '../http/errors.ts';
import { principalOf } from '../http/gate.ts';
import { validate } from '../http/validate.ts';

export function eventRoutes(app: FastifyInstance, { db, clock, quirks }: Context): void {
	const schema = eventQuerySchema(clock);
	const access = { scope: 'analytics.read', plan: 'business', analytics: true } as const;

	app.get('/events', { config: { access } }, async (request) => {
		const principal = principalOf(request);
		const { workspace } = principal;
		if (workspace.events_quota_exceeded === 1) {
			throw new ApiError('forbidden', 'The workspace has used up its events. Upgrade its plan.');
		}
		const query = validate(schema, request.query, quirks);
		const links = chosenLinks(db, workspace.id, query, quirks);
		const [folderId] = query.folderId?.values ?? [];
		if (folderId !== undefined) requireFolderAccess(db, principal, folderId, 'read');
		const now = clock.now();
		const window = timeWindow(query, now, quirks);
		return listEvents(db, { workspaceId: workspace.id, query, links, window, now }, quirks);
	});
}
