import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { lastValueWins } from '../http/lastValueWins.ts';
import { authorizeRoutes } from './authorizeRoutes.ts';
import { tokenRoute } from './tokenRoute.ts';
import { userinfoRoute } from './userinfoRoute.ts';

/** The OAuth endpoints, the only ones that take forms instead of JSON. */
export function oauthRoutes(app: FastifyInstance, context: Context): void {
	app.removeAllContentTypeParsers();
	void app.register(formbody, { parser: lastValueWins });
	void app.register(async (pages) => authorizeRoutes(pages, context));
	tokenRoute(app, context);
	userinfoRoute(app, context);
}
