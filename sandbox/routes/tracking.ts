import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../context.ts';
import { urlField } from '../http/fields.ts';
import { principalOf } from '../http/gate.ts';
import { validate } from '../http/validate.ts';
import { visitorOf } from '../http/visitor.ts';
import { leadFields, saleFields } from '../tracking/fields.ts';
import { trackLead } from '../tracking/trackLead.ts';
import { openByDomain, openByLink } from '../tracking/trackOpen.ts';
import { trackSale } from '../tracking/trackSale.ts';

const openFields = z
	.object({ deepLink: urlField.optional(), dubDomain: z.string().optional() })
	.refine(({ deepLink, dubDomain }) => deepLink || dubDomain, {
		message: 'One of deepLink or dubDomain is needed',
	});

/** What a website tells of its visitors. */
export function trackingRoutes(app: FastifyInstance, context: Context): void {
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
			? openByLink(context, deepLink, visitor)
			: openByDomain(context, dubDomain, visitor);
	});
}
