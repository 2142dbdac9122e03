import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { cursorFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import type { CustomerRow } from './columns.ts';
import { presentCustomerOrigin, presentFullCustomer } from './present.ts';
import {
	CUSTOMER_SORTS,
	customerFields,
	listCustomers,
	originOf,
	purchasesOf,
	requireCustomer,
	updateCustomer,
	type CustomerSort,
} from './rules.ts';

const oneQuery = z.object({ includeExpandedFields: z.enum(['true', 'false']).default('false') });

const listQuery = oneQuery.extend({
	email: z.string().optional(),
	externalId: z.string().optional(),
	search: z.string().optional(),
	country: z.string().optional(),
	linkId: z.string().optional(),
	programId: z.string().optional(),
	partnerId: z.string().optional(),
	sortBy: z.enum(Object.keys(CUSTOMER_SORTS) as CustomerSort[]).default('createdAt'),
	sortOrder: z.enum(['asc', 'desc']).default('desc'),
	...cursorFields,
});

/** `country` is accepted but not stored. */
const updateBody = customerFields.partial();

interface OneCustomer {
	Params: { id: string };
}

export function customerRoutes(app: FastifyInstance, { db, quirks }: Context): void {
	const read = { config: { access: { plan: 'business' } } } as const;
	const write = { config: { access: { roles: ['owner', 'member'], plan: 'business' } } } as const;

	app.get('/customers', read, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const customers = listCustomers(db, principalOf(request).workspace, query);
		return customers.map((customer) => present(customer, query));
	});

	app.get<OneCustomer>('/customers/:id', read, async (request) => {
		const query = validate(oneQuery, request.query, quirks);
		const { workspace } = principalOf(request);
		return present(requireCustomer(db, workspace, request.params.id), query);
	});

	app.patch<OneCustomer>('/customers/:id', write, async (request) => {
		const query = validate(oneQuery, request.query, quirks);
		const changes = validate(updateBody, request.body, quirks);
		const customer = requireCustomer(db, principalOf(request).workspace, request.params.id);
		return present(
			db.transaction(() => updateCustomer(db, customer, changes)),
			query,
		);
	});

	app.delete<OneCustomer>('/customers/:id', write, async (request) => {
		const { id } = requireCustomer(db, principalOf(request).workspace, request.params.id);
		db.run('DELETE FROM customers WHERE id = ?', id);
		return { id };
	});

	function present(
		customer: CustomerRow,
		{ includeExpandedFields }: z.output<typeof oneQuery>,
	): Record<string, unknown> {
		return {
			...presentFullCustomer(customer, purchasesOf(db, customer)),
			...(includeExpandedFields === 'true' && presentCustomerOrigin(originOf(db, customer))),
		};
	}
}
