import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import type { EnrollmentRow, PartnerRow, ProgramRow } from '../../../sandbox/program/columns.ts';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { programId, row, workspaceId } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Token {
	publicToken: string;
	expires: string;
}

const sandbox = useSandboxForEach();
const api = new Api(sandbox, 'advanced');
let program: ProgramRow;

beforeEach(async () => {
	program = row<ProgramRow>(
		sandbox,
		'SELECT * FROM programs WHERE id = ?',
		programId(sandbox, 'advanced'),
	);
});

function create(body: unknown, caller = api) {
	return caller.post<Token>('/tokens/embed/referrals', body);
}

/** The enrollment that a created token is for. */
async function enrollmentFor(body: unknown): Promise<EnrollmentRow> {
	const response = await create(body);
	expect([body, outcome(response)]).toEqual([body, '200']);
	return row<EnrollmentRow>(
		sandbox,
		`SELECT e.* FROM embed_tokens t JOIN enrollments e USING (program_id, partner_id)
		 WHERE public_token = ?`,
		response.body.publicToken,
	);
}

function enrolled(status = 'approved'): EnrollmentRow {
	return row<EnrollmentRow>(
		sandbox,
		`SELECT e.* FROM enrollments e JOIN partners p ON p.id = e.partner_id
		 WHERE program_id = ? AND status = ? AND tenant_id IS NOT NULL AND p.email IS NOT NULL`,
		program.id,
		status,
	);
}

function emailOf({ partner_id }: EnrollmentRow): string {
	const partner = row<PartnerRow>(sandbox, 'SELECT * FROM partners WHERE id = ?', partner_id);
	return partner.email ?? '';
}

function linksOf({ partner_id }: EnrollmentRow): LinkRow[] {
	return sandbox.db.all<LinkRow>('SELECT * FROM links WHERE partner_id = ?', partner_id);
}

describe('for an enrolled partner', () => {
	it('returns a token that is valid for three hours', async () => {
		const before = Date.now();
		const response = await create({ tenantId: enrolled().tenant_id });
		expect(response.status).toBe(200);
		expect(Object.keys(response.body).sort()).toEqual(['expires', 'publicToken']);
		expect(response.body.publicToken).toMatch(/^dub_embed_[0-9A-Za-z]{25}$/);
		const lifetime = Date.parse(response.body.expires) - before;
		expect(Math.round(lifetime / 60_000)).toBe(180);
		sandbox.quirks.embedTokenStatus = 201;
		expect((await create({ tenantId: enrolled().tenant_id })).status).toBe(201);
	});

	it('finds the partner by partner ID, tenant ID, or email', async () => {
		const one = enrolled();
		const { id, partner_id: partnerId, tenant_id: tenantId } = one;
		const email = emailOf(one);
		expect((await enrollmentFor({ partnerId })).id).toBe(id);
		expect((await enrollmentFor({ tenantId })).id).toBe(id);
		expect((await enrollmentFor({ partnerId: 'pn_unknown', tenantId })).id).toBe(id);
		expect((await enrollmentFor({ partner: { email: 'x@example.com', tenantId } })).id).toBe(id);
		const linkProps = { tenantId };
		expect((await enrollmentFor({ partner: { email: 'x@example.com', linkProps } })).id).toBe(id);
		expect((await enrollmentFor({ partner: { email: email.toUpperCase() } })).id).toBe(id);
		const sql = 'SELECT 1 FROM partners WHERE email = ?';
		expect(sandbox.db.get(sql, 'x@example.com')).toBeUndefined();
	});

	it('replaces the tenant ID of a partner found by email', async () => {
		const one = enrolled();
		const after = await enrollmentFor({ partner: { email: emailOf(one), tenantId: 'moved' } });
		expect(after).toMatchObject({ id: one.id, tenant_id: 'moved' });
	});
});

describe('for a new partner', () => {
	it('enrolls the partner with a default link that has the given properties', async () => {
		const tags = sandbox.db.all<{ id: string }>(
			'SELECT id FROM tags WHERE workspace_id = ? LIMIT 2',
			workspaceId(sandbox, 'advanced'),
		);
		const testVariants = [
			{ url: 'https://example.com/a', percentage: 30 },
			{ url: 'https://example.com/b', percentage: 70 },
		];
		const linkProps = { externalId: 'ext_p1', tagIds: tags.map((tag) => tag.id), testVariants };
		const partner = { email: 'new@example.com', name: 'Zoë  New', country: 'DE', linkProps };
		const enrollment = await enrollmentFor({ tenantId: 'tenant-new', partner });
		expect(enrollment).toMatchObject({
			status: 'approved',
			tenant_id: 'tenant-new',
			group_id: program.default_group_id,
		});
		expect(
			row<PartnerRow>(sandbox, 'SELECT * FROM partners WHERE id = ?', enrollment.partner_id),
		).toMatchObject({ email: 'new@example.com', name: 'Zoë  New', country: 'DE' });
		const [link, ...more] = linksOf(enrollment);
		expect(more).toEqual([]);
		expect(link).toMatchObject({
			domain: program.domain,
			key: 'zoe-new',
			url: program.url,
			external_id: 'p1',
			tenant_id: 'tenant-new',
			program_id: program.id,
			folder_id: program.default_folder_id,
			track_conversion: 1,
			test_variants: JSON.stringify(testVariants),
		});
		const attached = sandbox.db.all(
			'SELECT tag_id AS id FROM link_tags WHERE link_id = ?',
			link.id,
		);
		expect(attached).toHaveLength(2);
		expect((await enrollmentFor({ partner: { email: 'new@example.com' } })).id).toBe(enrollment.id);
		expect(linksOf(enrollment)).toHaveLength(1);
	});

	it('derives the link key from the email if the partner has no name, and keeps keys unique', async () => {
		const one = await enrollmentFor({ partner: { email: 'same@example.com' } });
		const two = await enrollmentFor({ partner: { email: 'same@example.org' } });
		expect(linksOf(one)[0].key).toBe('same');
		expect(linksOf(two)[0].key).toMatch(/^same-[0-9A-Za-z]{6}$/);
		const linkProps = { prefix: 'refer' };
		const three = await enrollmentFor({ partner: { email: 'p@example.com', linkProps } });
		expect(linksOf(three)[0].key).toMatch(/^refer\/[0-9A-Za-z]{7}$/);
	});

	it('adds the partner to the requested group', async () => {
		const group = row<{ id: string }>(
			sandbox,
			'SELECT id FROM partner_groups WHERE program_id = ? AND id <> ?',
			program.id,
			program.default_group_id ?? '',
		);
		const partner = { email: 'grouped@example.com', groupId: group.id };
		expect((await enrollmentFor({ partner })).group_id).toBe(group.id);
	});
});

describe('for a rejected partner', () => {
	const rejected = (reapplyAfter: number | null) => {
		const enrollment = enrolled('rejected');
		sandbox.db.run(
			'UPDATE enrollments SET reapply_after = ? WHERE id = ?',
			reapplyAfter,
			enrollment.id,
		);
		return enrollment;
	};

	it('enrolls the partner again once they may reapply', async () => {
		const one = rejected(sandbox.clock.now() + 1000);
		const body = { tenantId: one.tenant_id, partner: { email: emailOf(one) } };
		expect((await enrollmentFor(body)).status).toBe('rejected');
		sandbox.clock.advance(1000);
		expect(await enrollmentFor(body)).toMatchObject({ id: one.id, status: 'approved' });
		expect(linksOf(one)).toHaveLength(1);
	});

	it('never enrolls the partner again if they may not reapply', async () => {
		const one = rejected(null);
		sandbox.clock.advance(400 * 24 * 60 * 60 * 1000);
		expect((await enrollmentFor({ partner: { email: emailOf(one) } })).status).toBe('rejected');
	});
});

it('rejects invalid requests without side effects', async () => {
	const taken = enrolled().tenant_id;
	const foreignGroup = row<{ id: string }>(
		sandbox,
		'SELECT id FROM partner_groups WHERE program_id <> ?',
		program.id,
	).id;
	const email = 'refused@example.com';
	const cases: [unknown, string][] = [
		[{ partnerId: '' }, '422'],
		[{ partnerId: 'pn_unknown' }, '404'],
		[{ tenantId: 'unknown' }, '404'],
		[{ partner: { email, groupId: foreignGroup } }, '403'],
		[{ tenantId: 'fresh', partner: { email, tenantId: taken } }, '409'],
		[{ partner: { email, linkProps: { tagIds: 'tag_unknown' } } }, '422'],
	];
	for (const [body, expected] of cases) {
		const { status } = await create(body);
		expect([body, String(status)]).toEqual([body, expected]);
	}
	expect(sandbox.db.get('SELECT 1 FROM partners WHERE email = ?', email)).toBeUndefined();
	expect(sandbox.db.get('SELECT 1 FROM embed_tokens')).toBeUndefined();
	const missing = await create({ partner: {} });
	expect(messageOf(missing)).toBe(
		'invalid_type: partner.email: Invalid input: expected string, received undefined',
	);
	expect(messageOf(await create({}))).toMatch(/^custom: : /);
});

it('rejects an external ID that another link uses', async () => {
	const link = row<LinkRow>(
		sandbox,
		'SELECT * FROM links WHERE workspace_id = ? AND external_id IS NOT NULL',
		workspaceId(sandbox, 'advanced'),
	);
	const linkProps = { externalId: link.external_id };
	const response = await create({ partner: { email: 'dup@example.com', linkProps } });
	expect(outcome(response)).toBe('409 conflict');
	expect(sandbox.db.get(`SELECT 1 FROM partners WHERE email = 'dup@example.com'`)).toBeUndefined();
});

it('requires a program', async () => {
	sandbox.db.run(`UPDATE workspaces SET default_program_id = NULL WHERE slug = 'advanced'`);
	expect(outcome(await create({ tenantId: enrolled().tenant_id }))).toBe('404 not_found');
});
