import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf, type Principal } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { requireBelowLimit } from '../http/countLimits.ts';
import { urlField } from '../http/fields.ts';
import { validate } from '../http/validate.ts';
import type { LinkRow } from '../link/columns.ts';
import { partnerLinkFields } from '../link/fields.ts';
import { presentLinks } from '../link/present.ts';
import { createLink, updateLink } from '../link/rules.ts';
import type { EnrollmentRow, ProgramRow } from '../program/columns.ts';
import { requireEnrollment } from '../program/enrollment.ts';
import { requireProgram } from '../program/program.ts';
import { partnerIds } from './fields.ts';
import { presentPartnerLink } from './present.ts';

/** `comments` is accepted but not stored. */
const createBody = partnerIds.extend({
	url: urlField.nullish(),
	key: z.string().max(190).optional(),
	comments: z.string().nullish(),
	linkProps: partnerLinkFields.optional(),
});

const upsertBody = createBody.extend({ url: urlField });

type LinkBody = z.output<typeof createBody>;

export function partnerLinkRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks, webhooks } = context;
	const config = { access: { roles: ['owner', 'member'], plan: 'business' } } as const;

	app.get('/partners/links', { config }, async (request) => {
		const ids = validate(partnerIds, request.query, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const { partner_id } = requireEnrollment(db, program, ids);
		const links = db.all<LinkRow>(
			'SELECT * FROM links WHERE program_id = ? AND partner_id = ? ORDER BY id',
			program.id,
			partner_id,
		);
		return links.map(presentPartnerLink);
	});

	app.post('/partners/links', { config }, async (request, reply) => {
		const principal = principalOf(request);
		const body = validate(createBody, request.body, quirks);
		const program = requireProgram(db, principal.workspace);
		const enrollment = requireEnrollment(db, program, body);
		void reply.status(201);
		return create(principal, program, enrollment, body);
	});

	const upsertConfig = {
		access: { scope: 'links.write', plan: 'business', headersOnSuccess: true },
	} as const;
	app.put('/partners/links/upsert', { config: upsertConfig }, async (request) => {
		const principal = principalOf(request);
		const body = validate(upsertBody, request.body, quirks);
		const program = requireProgram(db, principal.workspace);
		const enrollment = requireEnrollment(db, program, body);
		// With only a tenant ID, the service searches the links of all partners.
		const existing = db.get<LinkRow>(
			`SELECT * FROM links WHERE program_id = ?1 AND url = ?2 AND partner_id IS NOT NULL
			 AND (?3 IS NULL OR partner_id = ?3) ORDER BY id`,
			program.id,
			body.url,
			body.partnerId,
		);
		if (!existing) return create(principal, program, enrollment, body);
		const { url, key, linkProps } = body;
		const changed = db.transaction(() =>
			updateLink(context, principal.workspace, existing, { ...linkProps, url, key }),
		);
		return publishLink('link.updated', changed);
	});

	function create(
		principal: Principal,
		program: ProgramRow,
		{ partner_id, tenant_id }: EnrollmentRow,
		{ url, key, linkProps }: LinkBody,
	) {
		requireBelowLimit(context, principal.workspace, 'links');
		const link = db.transaction(() =>
			createLink(context, principal, {
				...linkProps,
				url: url ?? program.url,
				key,
				domain: program.domain,
				programId: program.id,
				partnerId: partner_id,
				tenantId: tenant_id ?? linkProps?.tenantId,
				folderId: program.default_folder_id,
				trackConversion: true,
			}),
		);
		return publishLink('link.created', link);
	}

	/** Publishes the link to the webhooks and returns it as in the response. */
	function publishLink(trigger: 'link.created' | 'link.updated', link: LinkRow) {
		const [presented] = presentLinks(db, [link]);
		webhooks.publish(link.workspace_id, trigger, () => presented);
		return presented;
	}
}
