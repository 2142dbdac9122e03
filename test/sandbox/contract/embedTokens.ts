import { expect } from '@jest/globals';
import {
	rejected,
	programId,
	SQL_TEXTS,
	workspaceId,
	type Bench,
	type Json,
	type Row,
} from './row.ts';

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
	},
	{
		name: 'linkProps.externalId',
		alone: true,
		path: '',
		body: newcomer({ externalId: 'ref-77' }),
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
		check: (_response, bench) => {
			const stored = JSON.parse(newLink(bench, 'test_variants')) as { percentage: number }[];
			expect(stored.map(({ percentage }) => percentage)).toEqual(percentages);
		},
	})),
	rejected('an empty body', '', 422, undefined, { body: {} }),
	rejected(
		'a partner without an email',
		'',
		400,
		/^invalid_type: partner\.email: Invalid input: expected string, received undefined$/,
		{ body: { partner: {} } },
	),
	rejected('a partner of the wrong type', '', 400, undefined, { body: { partner: 'a@b.example' } }),
	rejected('an invalid email', '', 422, /partner\.email/, {
		body: { partner: { email: 'nobody' } },
	}),
	rejected('a tenantId of the wrong type', '', 400, undefined, { body: { tenantId: 5 } }),
	rejected('an unknown tenantId without a partner', '', 404, undefined, {
		body: { tenantId: 'nobody' },
	}),
	rejected('an unknown partnerId without a partner', '', 404, undefined, {
		body: { partnerId: 'pn_unknown' },
	}),
	rejected('one test variant', '', 422, /partner\.linkProps\.testVariants/, {
		body: newcomer(variants(50)),
	}),
	rejected('five test variants', '', 422, undefined, {
		body: newcomer(variants(20, 20, 20, 20, 20)),
	}),
	rejected(
		'a test variant of 9 percent',
		'',
		422,
		/partner\.linkProps\.testVariants\[0\]\.percentage/,
		{ body: newcomer(variants(9, 90)) },
	),
	rejected('a test variant of 91 percent', '', 422, /testVariants\[1\]\.percentage/, {
		body: newcomer(variants(10, 91)),
	}),
	rejected('a percentage of the wrong type', '', 400, undefined, {
		body: newcomer(variants('50', 50)),
	}),
	rejected('an externalId of the wrong type', '', 400, undefined, {
		body: newcomer({ externalId: 5 }),
	}),
	rejected('an externalId that another link uses', '', 409, undefined, {
		body: ({ value }) =>
			newcomer({
				externalId: value(
					`SELECT external_id FROM links WHERE external_id IS NOT NULL AND workspace_id = ${workspaceId('advanced')}`,
				),
			}),
	}),
	rejected('unknown tags', '', 422, undefined, { body: newcomer({ tagIds: ['tag_unknown'] }) }),
	...SQL_TEXTS.map((text): Row =>
		rejected(`SQL is treated as text: ${text}`, '', 404, undefined, { body: { tenantId: text } }),
	),
	...['free/owner', 'pro/owner', 'business/owner', 'advanced/readonly', 'advanced/viewer'].map(
		(as): Row => rejected(`as ${as}`, '', 403, undefined, { as, body: { tenantId: 'x' } }),
	),
];

export const embedTokenRows: Row[] = rows.map((row) => ({
	as: 'advanced/owner',
	...row,
	method: 'POST',
	path: '/tokens/embed/referrals',
}));
