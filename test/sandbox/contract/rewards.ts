import { expect } from '@jest/globals';
import { programId, SQL_TEXTS, type Row } from './row.ts';

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
		code: 'not_found',
	},
	{
		name: `${path}: without credentials`,
		as: null,
		path,
		status: 401,
		code: 'unauthorized',
	},
	{
		name: `${path}: a page size above the maximum`,
		path: `${path}?pageSize=101`,
		status: 422,
		code: 'unprocessable_entity',
		message: /^too_big: pageSize: /,
	},
	{
		name: `${path}: an unsupported status`,
		path: `${path}?status=lost`,
		status: 422,
		code: 'unprocessable_entity',
		message: /^invalid_value: status: /,
	},
	...SQL_TEXTS.map((text): Row => {
		const encoded = encodeURIComponent(text);
		return {
			name: `${path}: SQL is treated as text: ${text}`,
			path: `${path}?partnerId=${encoded}&tenantId=${encoded}&groupId=${encoded}&invoiceId=${encoded}`,
			status: 200,
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
			code: 'unprocessable_entity',
		}),
	),
	{
		name: 'commissions: a cursor of another program',
		path: ({ value }) => `/commissions?startingAfter=${value(FOREIGN_COMMISSION)}`,
		status: 422,
		code: 'unprocessable_entity',
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
		code: 'not_found',
	},
	{
		name: 'commissions: update as a viewer',
		as: 'business/viewer',
		method: 'PATCH',
		path: ({ value }) => `/commissions/${value(COMMISSION)}`,
		body: { earnings: 1 },
		status: 403,
		code: 'forbidden',
	},
	{
		name: 'commissions: update more than 100 in bulk',
		method: 'PATCH',
		path: '/commissions/bulk',
		body: { commissionIds: Array.from({ length: 101 }, (_, i) => `cm_${i}`), status: 'fraud' },
		status: 422,
		code: 'unprocessable_entity',
		message: /^too_big: commissionIds: /,
	},
	{
		name: 'commissions: update in bulk without a status',
		method: 'PATCH',
		path: '/commissions/bulk',
		body: { commissionIds: ['cm_1'] },
		status: 400,
		code: 'bad_request',
		message: /^invalid_value: status: /,
	},
];

const bountyRows: Row[] = [
	{
		name: 'submissions: list for an unknown bounty',
		path: '/bounties/bnty_x/submissions',
		status: 404,
		code: 'not_found',
		message: /bnty_x/,
	},
	{
		name: 'submissions: list with an unsupported sort key',
		path: ({ value }) => `/bounties/${value(BOUNTY)}/submissions?sortBy=createdAt`,
		status: 422,
		code: 'unprocessable_entity',
		message: /^invalid_value: sortBy: /,
	},
	...['approve', 'reject'].map((decision): Row => ({
		name: `submissions: ${decision} an unknown submission`,
		method: 'POST',
		path: ({ value }) => `/bounties/${value(BOUNTY)}/submissions/bnty_sub_x/${decision}`,
		body: {},
		status: 404,
		code: 'not_found',
		message: /bnty_sub_x/,
	})),
	{
		name: 'submissions: approve with a reward of the wrong type',
		method: 'POST',
		path: ({ value }) => `/bounties/${value(BOUNTY)}/submissions/bnty_sub_x/approve`,
		body: { rewardAmount: '100' },
		status: 400,
		code: 'bad_request',
		message: /^invalid_type: rewardAmount: /,
	},
];

export const rewardRows: Row[] = [...listRows, ...commissionRows, ...bountyRows];
