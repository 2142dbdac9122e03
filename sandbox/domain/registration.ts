import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { commaList } from '../http/fields.ts';
import { validate } from '../http/validate.ts';
import { resourceId } from '../store/ids.ts';
import { createDomain, isInUse } from './rules.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** US cents a year. */
const PRICES = { registration: 1200, renewal: 1200 };

const LINK_NAME = /^[a-z0-9-]+\.link$/;

const registerBody = z.object({
	domain: z.string().trim().toLowerCase().max(190).regex(LINK_NAME, 'Only .link domains'),
});

const statusQuery = z.object({ domains: z.string().transform(commaList) });

/**
 * Registration of `.link` domains by the service. The real service also has to enable it for a workspace; here the
 * Enterprise plan is enough.
 */
export function domainRegistrationRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const read = { config: { access: { scope: 'domains.read', plan: 'enterprise' } } } as const;
	const write = { config: { access: { scope: 'domains.write', plan: 'enterprise' } } } as const;

	app.post('/domains/register', write, async (request, reply) => {
		const principal = principalOf(request);
		const { domain: slug } = validate(registerBody, request.body, quirks);
		const now = clock.now();
		db.transaction(() => {
			const { id } = createDomain(context, principal, { slug }, 1);
			db.insert('registered_domains', {
				domain_id: id,
				id: resourceId('regdom_', now),
				created_at: now,
				expires_at: now + YEAR,
				renewal_fee: PRICES.renewal,
			});
		});
		void reply.status(201);
		return { domain: slug, status: 'SUCCESS', expiration: now + YEAR };
	});

	app.get('/domains/status', read, async (request) => {
		const { domains } = validate(statusQuery, request.query, quirks);
		const names = domains.map((name) => name.toLowerCase()).filter((name) => LINK_NAME.test(name));
		if (names.length === 0) {
			throw new ApiError('bad_request', 'domains requires at least one .link domain.');
		}
		return names.map((domain) =>
			isInUse(db, domain)
				? { domain, available: false, premium: null, prices: null, price: null }
				: { domain, available: true, premium: false, prices: PRICES, price: '12.00' },
		);
	});
}
