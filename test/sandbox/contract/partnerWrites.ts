import { expect } from '@jest/globals';
import { rejected, programId, type Bench, type Json, type Row } from './row.ts';

type Fields = Record<string, Json>;

const NEW = { email: 'contract@partners.example.org', name: 'Contract' };

function partnerOf({ value }: Bench, status: string, workspace = 'business'): string {
	return value(
		`SELECT partner_id FROM enrollments WHERE program_id = ${programId(workspace)} AND status = ? ORDER BY id`,
		status,
	);
}

const forbidden = (path: string, body: Fields): Row[] =>
	['business/viewer', 'pro/owner', 'free/owner'].map((as): Row => ({
		name: `POST ${path}: as ${as}`,
		as,
		method: 'POST',
		path,
		body,
		status: 403,
	}));

const unknownPartner = (path: string, body: Fields = {}): Row[] => [
	{
		name: `POST ${path}: a partner of another program`,
		method: 'POST',
		path,
		body: (bench) => ({ partnerId: partnerOf(bench, 'approved', 'advanced'), ...body }),
		status: 404,
	},
	{
		name: `POST ${path}: a partner ID of the wrong type`,
		method: 'POST',
		path,
		body: { partnerId: 7, ...body },
		status: 400,
		message: /^invalid_type: partnerId: /,
	},
];

const createRows: Row[] = [
	...forbidden('/partners', NEW),
	{
		name: 'create: with a read-only key of an owner',
		alone: true,
		as: 'business/readonly',
		method: 'POST',
		path: '/partners',
		body: NEW,
		status: 201,
		check: ({ body }) => {
			expect(body).toMatchObject({ ...NEW, status: 'approved' });
		},
	},
	rejected('create: without an email', 'POST /partners', 400, /^invalid_type: email: /, {
		body: { name: 'x' },
	}),
	...(
		[
			['email', 'nobody'],
			['username', 'with space'],
			['username', '_ada'],
			['username', 'a?b'],
			['name', 'x'.repeat(101)],
			['description', 'x'.repeat(5001)],
		] as const
	).map(([field, text]): Row =>
		rejected(
			`create: invalid ${field}: ${text.slice(0, 10)}`,
			'POST /partners',
			422,
			new RegExp(`: ${field}: `),
			{ body: { ...NEW, [field]: text } },
		),
	),
	{
		name: 'create: a username with all that a short link can have',
		alone: true,
		method: 'POST',
		path: '/partners',
		body: { ...NEW, username: 'Ada-1_a.b/Zoë' },
		status: 201,
		check: ({ body }) => expect(body).toMatchObject({ username: 'Ada-1_a.b/Zoë' }),
	},
	rejected(
		'create: invalid link properties',
		'POST /partners',
		422,
		/^too_small: linkProps\.testVariants: /,
		{ body: { ...NEW, linkProps: { testVariants: [] } } },
	),
];

const APPROVE = '/partners/applications/approve';
const DEACTIVATE = '/partners/deactivate';
const LINKS = '/partners/links';
const CODES = '/discount-codes';

export const partnerWriteRows: Row[] = [
	...createRows,
	...forbidden(APPROVE, { partnerId: 'pn_x' }),
	...unknownPartner(APPROVE),
	{
		name: 'approve: a group of another program',
		method: 'POST',
		path: APPROVE,
		body: (bench) => ({
			partnerId: partnerOf(bench, 'pending'),
			groupId: bench.value(
				`SELECT id FROM partner_groups WHERE program_id = ${programId('advanced')}`,
			),
		}),
		status: 403,
	},
	...forbidden(DEACTIVATE, { partnerId: 'pn_x' }),
	...unknownPartner(DEACTIVATE),
	{
		name: 'deactivate: null IDs',
		method: 'POST',
		path: DEACTIVATE,
		body: { partnerId: null, tenantId: null },
		status: 400,
	},
	...forbidden(LINKS, { partnerId: 'pn_x' }),
	...unknownPartner(LINKS),
	{
		name: 'create link: an invalid URL',
		method: 'POST',
		path: LINKS,
		body: (bench) => ({ partnerId: partnerOf(bench, 'approved'), url: 'no url' }),
		status: 422,
		message: /^custom: url: /,
	},
	...forbidden(CODES, { partnerId: 'pn_x', linkId: 'link_x' }),
	...unknownPartner(CODES, { linkId: 'link_x' }),
	{
		name: 'create code: a code that is too long',
		method: 'POST',
		path: CODES,
		body: { partnerId: 'pn_x', linkId: 'link_x', code: 'x'.repeat(101) },
		status: 422,
		message: /^too_big: code: /,
	},
];
