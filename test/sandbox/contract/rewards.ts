import { expect } from '@jest/globals';
import { rejected, programId, SQL_TEXTS, type Row } from './row.ts';

const COMMISSION = `SELECT id FROM commissions WHERE program_id = ${programId('business')}
	AND status = 'hold' ORDER BY id`;
const FOREIGN_COMMISSION = `SELECT id FROM commissions WHERE program_id = ${programId('advanced')}`;
const PARTNER = `SELECT partner_id FROM enrollments WHERE program_id = ${programId('business')}
	AND status = 'approved' ORDER BY id`;
const BOUNTY = `SELECT id FROM bounties WHERE program_id = ${programId('business')} ORDER BY id`;

const LISTS = ['/commissions', '/payouts'];

const listRows = LISTS.flatMap((path): Row[] => [
	{ name: `${path}: with a key of another scope`, as: 'business/folders', path, status: 200 },
	{
		name: `${path}: without a program`,
		as: 'free/owner',
		path,
		status: 404,
	},
	{
		name: `${path}: without credentials`,
		as: null,
		path,
		status: 401,
	},
	rejected(
		`${path}: a page size above the maximum`,
		`${path}?pageSize=101`,
		422,
		/^too_big: pageSize: /,
	),
	rejected(
		`${path}: an unsupported status`,
		`${path}?status=lost`,
		422,
		/^invalid_value: status: /,
	),
	...SQL_TEXTS.map((text): Row => {
		const encoded = encodeURIComponent(text);
		return {
			name: `${path}: SQL is treated as text: ${text}`,
			path: `${path}?partnerId=${encoded}&tenantId=${encoded}&groupId=${encoded}&invoiceId=${encoded}`,
			check: ({ items }) => {
				expect(items).toEqual([]);
			},
		};
	}),
]);

const commissionRows: Row[] = [
	...['startingAfter=OWN&endingBefore=OWN', 'startingAfter=OWN&sortBy=amount'].map(
		(query): Row => ({
			name: `commissions: ${query}`,
			path: ({ value }) => `/commissions?${query.replaceAll('OWN', value(COMMISSION))}`,
			status: 422,
		}),
	),
	{
		name: 'commissions: a cursor of another program',
		path: ({ value }) => `/commissions?startingAfter=${value(FOREIGN_COMMISSION)}`,
		status: 422,
	},
	{
		name: 'commissions: create without returning an ID',
		alone: true,
		method: 'POST',
		path: '/commissions',
		body: ({ value }) => ({ type: 'custom', partnerId: value(PARTNER), amount: 1 }),
		status: 202,
		check: ({ body }) => {
			expect(body).toEqual({ success: true, message: expect.any(String) });
		},
	},
	{
		name: 'commissions: update a commission of another program',
		method: 'PATCH',
		path: ({ value }) => `/commissions/${value(FOREIGN_COMMISSION)}`,
		body: { earnings: 1 },
		status: 404,
	},
	{
		name: 'commissions: update as a viewer',
		as: 'business/viewer',
		method: 'PATCH',
		path: ({ value }) => `/commissions/${value(COMMISSION)}`,
		body: { earnings: 1 },
		status: 403,
	},
	rejected(
		'commissions: update more than 100 in bulk',
		'PATCH /commissions/bulk',
		422,
		/^too_big: commissionIds: /,
		{ body: { commissionIds: Array.from({ length: 101 }, (_, i) => `cm_${i}`), status: 'fraud' } },
	),
	rejected(
		'commissions: update in bulk without a status',
		'PATCH /commissions/bulk',
		400,
		/^invalid_value: status: /,
		{ body: { commissionIds: ['cm_1'] } },
	),
];

const bountyRows: Row[] = [
	rejected(
		'submissions: list for an unknown bounty',
		'/bounties/bnty_x/submissions',
		404,
		/bnty_x/,
	),
	{
		name: 'submissions: list with an unsupported sort key',
		path: ({ value }) => `/bounties/${value(BOUNTY)}/submissions?sortBy=createdAt`,
		status: 422,
		message: /^invalid_value: sortBy: /,
	},
	...['approve', 'reject'].map((decision): Row => ({
		name: `submissions: ${decision} an unknown submission`,
		method: 'POST',
		path: ({ value }) => `/bounties/${value(BOUNTY)}/submissions/bnty_sub_x/${decision}`,
		body: {},
		status: 404,
		message: /bnty_sub_x/,
	})),
	{
		name: 'submissions: approve with a reward of the wrong type',
		method: 'POST',
		path: ({ value }) => `/bounties/${value(BOUNTY)}/submissions/bnty_sub_x/approve`,
		body: { rewardAmount: '100' },
		status: 400,
		message: /^invalid_type: rewardAmount: /,
	},
];

export const rewardRows: Row[] = [...listRows, ...commissionRows, ...bountyRows];
