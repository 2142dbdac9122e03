import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { SELECT_DOMAINS, type DomainRow } from './columns.ts';
import { presentDomain } from './present.ts';
import {
	createDomain,
	deleteDomain,
	domainChanges,
	domainFields,
	requireDomain,
	updateDomain,
} from './rules.ts';

const listQuery = z.object({
	archived: z.enum(['true', 'false']).default('false'),
	search: z.string().default(''),
	...pagingFields(50),
});

interface OneDomain {
	Params: { slug: string };
}

export function domainRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;
	const read = { config: { access: { scope: 'domains.read' } } } as const;
	const write = { config: { access: { scope: 'domains.write' } } } as const;

	app.get('/domains', read, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const domains = db.all<DomainRow>(
			`${SELECT_DOMAINS} WHERE d.workspace_id = ? AND d.archived = ? AND instr(d.slug, lower(?)) > 0
			 ORDER BY d.created_at, d.id LIMIT ? OFFSET ?`,
			principalOf(request).workspace.id,
			Number(query.archived === 'true'),
			query.search,
			query.pageSize,
			offsetOf(query),
		);
		return domains.map(presentDomain);
	});

	app.post('/domains', write, async (request, reply) => {
		const principal = principalOf(request);
		const fields = validate(domainFields, request.body, quirks);
		const domain = db.transaction(() => createDomain(context, principal, fields));
		void reply.status(201);
		return presentDomain(domain);
	});

	app.patch<OneDomain>('/domains/:slug', write, async (request) => {
		const { workspace } = principalOf(request);
		const changes = validate(domainChanges, request.body, quirks);
		const domain = requireDomain(db, workspace, request.params.slug);
		return presentDomain(db.transaction(() => updateDomain(context, workspace, domain, changes)));
	});

	app.delete<OneDomain>('/domains/:slug', write, async (request) => {
		const domain = requireDomain(db, principalOf(request).workspace, request.params.slug);
		db.transaction(() => deleteDomain(context, domain));
		return { slug: domain.slug };
	});
}
