import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { urlField } from '../http/fields.ts';
import { validate } from '../http/validate.ts';
import type { ClickRecorder } from '../shortLink/clicks.ts';
import { visitorOf } from '../shortLink/visitor.ts';
import { leadFields, saleFields } from './fields.ts';
import { trackLead } from './lead.ts';
import { openByDomain, openByLink } from './open.ts';
import { trackSale } from './sale.ts';

const openFields = z
	.object({ deepLink: urlField.optional(), dubDomain: z.string().optional() })
	.refine(({ deepLink, dubDomain }) => deepLink || dubDomain, {
		message: 'One of deepLink or dubDomain is required',
	});

/** Conversions reported by a website. */
export function trackingRoutes(
	app: FastifyInstance,
	context: Context,
	clicks: ClickRecorder,
): void {
	const { db, quirks } = context;
	const access = { roles: ['owner', 'member'], plan: 'business' } as const;

	app.post('/track/lead', { config: { access } }, async (request) => {
		const fields = validate(leadFields, request.body, quirks);
		const { workspace } = principalOf(request);
		return db.transaction(() => trackLead(context, workspace, fields));
	});

	app.post('/track/sale', { config: { access } }, async (request) => {
		const fields = validate(saleFields, request.body, quirks);
		const { workspace } = principalOf(request);
		return db.transaction(() => trackSale(context, workspace, fields));
	});

	app.post('/track/open', { config: { access: { public: true } } }, async (request) => {
		const { deepLink, dubDomain = '' } = validate(openFields, request.body, quirks);
		const visitor = visitorOf(request);
		return deepLink
			? openByLink(context, clicks, deepLink, visitor)
			: openByDomain(context, dubDomain, visitor);
	});
}
