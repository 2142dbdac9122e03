import { expect } from '@jest/globals';
import { programId, SQL_TEXTS, workspaceId, type Bench, type Json, type Row } from './row.ts';

const enrolled = ({ value }: Bench, column: string) =>
	value(
		`SELECT ${column} FROM enrollments WHERE program_id = ${programId('advanced')}
		 AND status = 'approved' AND ${column} IS NOT NULL ORDER BY id`,
	);

const newcomer = (linkProps?: Json): { partner: Record<string, Json> } => ({
	partner: { email: 'newcomer@partners.example.org', ...(linkProps && { linkProps }) },
});

const variants = (...percentages: Json[]): Json => ({
	testVariants: percentages.map((percentage, i) => ({
		url: `https://www.example.com/${i}`,
		percentage,
	})),
});

/** The link that was made for the partner who did not exist before. */
function newLink({ value }: Bench, column: string): string {
	return value(
		`SELECT links.${column} FROM links JOIN partners ON partners.id = partner_id WHERE email = ?`,
		newcomer().partner.email as string,
	);
}

const rows: Row[] = [
	...(['partner_id', 'tenant_id'] as const).map((column): Row => {
		const field = column === 'partner_id' ? 'partnerId' : 'tenantId';
		return {
			name: `by ${field}`,
			alone: true,
			path: '',
			body: (bench) => ({ [field]: enrolled(bench, column) }),
			status: 200,
			check: ({ body }) => {
				const { publicToken, expires } = body as { publicToken: string; expires: string };
				expect(body).toEqual({ publicToken, expires });
				expect(publicToken).toMatch(/^dub_embed_/);
				expect(Math.abs(Date.parse(expires) - Date.now() - 3 * 3_600_000)).toBeLessThan(60_000);
			},
		};
	}),
	{
		name: 'enrolls a new partner',
		alone: true,
		path: '',
		body: { tenantId: 'tenant-new', ...newcomer() },
		status: 200,
		check: (_response, bench) => {
			const status = bench.value(
				`SELECT status FROM enrollments JOIN partners ON partners.id = partner_id
				 WHERE email = ? AND program_id = ${programId('advanced')}`,
				newcomer().partner.email as string,
			);
			expect(status).toBe('approved');
		},
	},
	{
		name: 'does not enroll a partner found by tenantId again',
		alone: true,
		path: '',
		body: (bench) => ({ tenantId: enrolled(bench, 'tenant_id'), ...newcomer() }),
		status: 200,
		check: (_response, { values }) => {
			const email = newcomer().partner.email as string;
			expect(values('SELECT id FROM partners WHERE email = ?', email)).toEqual([]);
		},
	},
	{
		name: 'accepts a partner known by email',
		alone: true,
		path: '',
		body: ({ value }) => ({
			partner: {
				email: value(
					`SELECT email FROM partners JOIN enrollments ON partners.id = partner_id
					 WHERE program_id = ${programId('advanced')} AND status = 'approved' AND email IS NOT NULL`,
				),
			},
		}),
		status: 200,
	},
	{
		name: 'linkProps.externalId',
		alone: true,
		path: '',
		body: newcomer({ externalId: 'ref-77' }),
		status: 200,
		check: (_response, bench) => {
			expect(newLink(bench, 'external_id')).toBe('ref-77');
		},
	},
	{
		name: 'linkProps.tagIds',
		alone: true,
		path: '',
		body: ({ value }) =>
			newcomer({
				tagIds: [value(`SELECT id FROM tags WHERE workspace_id = ${workspaceId('advanced')}`)],
			}),
		status: 200,
		check: (_response, bench) => {
			const tags = bench.values(
				'SELECT tag_id FROM link_tags WHERE link_id = ?',
				newLink(bench, 'id'),
			);
			expect(tags).toHaveLength(1);
		},
	},
	...[
		[10, 90],
		[30, 30, 40],
		[25, 25, 25, 25],
	].map((percentages): Row => ({
		name: `linkProps.testVariants with ${percentages.join(', ')} percent`,
		alone: true,
		path: '',
		body: newcomer(variants(...percentages)),
		status: 200,
		check: (_response, bench) => {
			const stored = JSON.parse(newLink(bench, 'test_variants')) as { percentage: number }[];
			expect(stored.map(({ percentage }) => percentage)).toEqual(percentages);
		},
	})),
	{ name: 'an empty body', path: '', body: {}, status: 422, code: 'unprocessable_entity' },
	{
		name: 'a partner without an email',
		path: '',
		body: { partner: {} },
		status: 400,
		code: 'bad_request',
		message: /^invalid_type: partner\.email: Invalid input: expected string, received undefined$/,
	},
	{
		name: 'a partner of the wrong type',
		path: '',
		body: { partner: 'a@b.example' },
		status: 400,
		code: 'bad_request',
	},
	{
		name: 'an invalid email',
		path: '',
		body: { partner: { email: 'nobody' } },
		status: 422,
		code: 'unprocessable_entity',
		message: /partner\.email/,
	},
	{
		name: 'a tenantId of the wrong type',
		path: '',
		body: { tenantId: 5 },
		status: 400,
		code: 'bad_request',
	},
	{
		name: 'an unknown tenantId without a partner',
		path: '',
		body: { tenantId: 'nobody' },
		status: 404,
		code: 'not_found',
	},
	{
		name: 'an unknown partnerId without a partner',
		path: '',
		body: { partnerId: 'pn_unknown' },
		status: 404,
		code: 'not_found',
	},
	{
		name: 'one test variant',
		path: '',
		body: newcomer(variants(50)),
		status: 422,
		code: 'unprocessable_entity',
		message: /partner\.linkProps\.testVariants/,
	},
	{
		name: 'five test variants',
		path: '',
		body: newcomer(variants(20, 20, 20, 20, 20)),
		status: 422,
		code: 'unprocessable_entity',
	},
	{
		name: 'a test variant of 9 percent',
		path: '',
		body: newcomer(variants(9, 90)),
		status: 422,
		code: 'unprocessable_entity',
		message: /partner\.linkProps\.testVariants\[0\]\.percentage/,
	},
	{
		name: 'a test variant of 91 percent',
		path: '',
		body: newcomer(variants(10, 91)),
		status: 422,
		code: 'unprocessable_entity',
		message: /testVariants\[1\]\.percentage/,
	},
	{
		name: 'a percentage of the wrong type',
		path: '',
		body: newcomer(variants('50', 50)),
		status: 400,
		code: 'bad_request',
	},
	{
		name: 'an externalId of the wrong type',
		path: '',
		body: newcomer({ externalId: 5 }),
		status: 400,
		code: 'bad_request',
	},
	{
		name: 'an externalId that another link uses',
		path: '',
		body: ({ value }) =>
			newcomer({
				externalId: value(
					`SELECT external_id FROM links WHERE external_id IS NOT NULL AND workspace_id = ${workspaceId('advanced')}`,
				),
			}),
		status: 409,
		code: 'conflict',
	},
	{
		name: 'unknown tags',
		path: '',
		body: newcomer({ tagIds: ['tag_unknown'] }),
		status: 422,
		code: 'unprocessable_entity',
	},
	...SQL_TEXTS.map((text): Row => ({
		name: `SQL is treated as text: ${text}`,
		path: '',
		body: { tenantId: text },
		status: 404,
		code: 'not_found',
	})),
	...['free/owner', 'pro/owner', 'business/owner', 'advanced/readonly', 'advanced/viewer'].map(
		(as): Row => ({
			name: `as ${as}`,
			as,
			path: '',
			body: { tenantId: 'x' },
			status: 403,
			code: 'forbidden',
		}),
	),
];

export const embedTokenRows: Row[] = rows.map((row) => ({
	as: 'advanced/owner',
	...row,
	method: 'POST',
	path: '/tokens/embed/referrals',
}));
