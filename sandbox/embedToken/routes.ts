import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf, type Principal } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { validate } from '../http/validate.ts';
import { enrollByEmail } from '../partner/enroll.ts';
import { newPartnerFields } from '../partner/fields.ts';
import type { EnrollmentRow, ProgramRow } from '../program/columns.ts';
import { canReapply, enrollmentOfPartner, enrollmentOfTenant } from '../program/enrollment.ts';
import { requireProgram } from '../program/program.ts';
import { alphanumeric } from '../store/ids.ts';
import type { Table } from '../store/table.ts';
import { isoDate } from '../store/values.ts';

const LIFETIME = 3 * 60 * 60 * 1000;

const tokenBody = z
	.object({
		partnerId: z.string().optional(),
		tenantId: z.string().optional(),
		partner: newPartnerFields.optional(),
	})
	.refine(({ partnerId, tenantId, partner }) => partnerId || tenantId || partner, {
		message: 'One of partnerId, tenantId, or partner is required',
	});

type TokenBody = z.output<typeof tokenBody>;

export const EMBED_TOKENS = {
	name: 'embed_tokens',
	columns: {
		public_token: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL',
		partner_id: 'TEXT NOT NULL',
		expires_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export function embedTokenRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const access = { scope: 'links.write', plan: 'advanced' } as const;

	app.post('/tokens/embed/referrals', { config: { access } }, async (request, reply) => {
		const principal = principalOf(request);
		const body = validate(tokenBody, request.body, quirks);
		const program = requireProgram(db, principal.workspace);
		const publicToken = `dub_embed_${alphanumeric(25)}`;
		const expiresAt = clock.now() + LIFETIME;
		db.transaction(() => {
			const { partner_id } = findOrEnroll(principal, program, body);
			db.insert('embed_tokens', {
				public_token: publicToken,
				program_id: program.id,
				partner_id,
				expires_at: expiresAt,
			});
		});
		void reply.status(quirks.embedTokenStatus);
		return { publicToken, expires: isoDate(expiresAt) };
	});

	function findOrEnroll(principal: Principal, program: ProgramRow, body: TokenBody): EnrollmentRow {
		const tenantId =
			body.tenantId || body.partner?.tenantId || body.partner?.linkProps?.tenantId || undefined;
		const enrollment =
			(body.partnerId && enrollmentOfPartner(db, program, body.partnerId)) ||
			(tenantId && enrollmentOfTenant(db, program, tenantId));
		if (!body.partner) {
			if (enrollment) return enrollment;
			throw new ApiError(
				'not_found',
				'The partner is not in this program, and partner is not set.',
			);
		}
		if (enrollment && !canReapply(enrollment, clock.now())) return enrollment;
		return enrollByEmail(context, principal, program, {
			...body.partner,
			tenantId: body.partner.tenantId || tenantId,
		});
	}
}
