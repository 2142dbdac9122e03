import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { assetRoutes } from './assets.ts';
import { Dashboard, type Shown } from './dashboard.ts';
import { dataPage } from './pages/data.ts';
import { livePage } from './pages/live.ts';
import { mailPage } from './pages/mail.ts';
import { overviewPage } from './pages/overview.ts';
import { partnersPage } from './pages/partners.ts';
import { playPage } from './pages/play.ts';
import { troublePage } from './pages/trouble.ts';
import { webhooksPage } from './pages/webhooks.ts';

/** Pages for browsers at `/sandbox/pages`. */
export async function dashboardRoutes(
	app: FastifyInstance,
	context: Context,
	shown: Shown,
): Promise<void> {
	await app.register(formbody);
	assetRoutes(app);
	const dashboard = new Dashboard(app, context, shown);
	const pages = [overviewPage, playPage, livePage, webhooksPage];
	for (const page of [...pages, partnersPage, mailPage, troublePage, dataPage]) page(dashboard);
}
