import { beforeAll, expect, it } from '@jest/globals';
import { ApiError } from '../../sandbox/http/errors.ts';
import { Api, messageOf, outcome } from '../support/sandbox/api.ts';
import { useSandbox } from '../support/sandbox/useSandbox.ts';

/** Queries of the sample data, by the names that requests have in braces. */
const IDS = {
	BOUNTY: `SELECT id FROM bounties WHERE program_id = ${programOf('business')}`,
	CODE: `SELECT lower(code) FROM discount_codes WHERE discount_id IS NOT NULL AND code <> lower(code)
		AND program_id = ${programOf('business')}`,
	COMMISSION: `SELECT id FROM commissions WHERE status = 'hold'
		AND program_id = ${programOf('business')}`,
	CUSTOMER: `SELECT id FROM customers WHERE workspace_id = ${workspaceOf('business')}`,
	EXTERNAL_ID: `SELECT external_id FROM links WHERE external_id IS NOT NULL AND folder_id IS NULL
		AND workspace_id = ${workspaceOf('business')}`,
	FOLDER_NAME: `SELECT name FROM folders WHERE workspace_id = ${workspaceOf('business')}`,
	KEY: `SELECT key FROM links WHERE domain = 'go.business.example.com' AND key <> '_root' ORDER BY id DESC`,
	LINK: `SELECT id FROM links WHERE key <> '_root' AND folder_id IS NULL
		AND workspace_id = ${workspaceOf('business')} ORDER BY id`,
	/** In a folder that members who were not added may only read, or not see. */
	LINK_IN_FOLDER: `SELECT links.id FROM links JOIN folders ON folders.id = folder_id
		WHERE links.workspace_id = ${workspaceOf('business')}
		AND access_level IS NOT 'write' AND folder_id NOT IN (SELECT folder_id FROM folder_members)`,
	OTHER_COMMISSION: `SELECT id FROM commissions
		WHERE program_id = ${programOf('advanced')}`,
	OTHER_CUSTOMER: `SELECT id FROM customers WHERE workspace_id = ${workspaceOf('advanced')}`,
	OTHER_LINK: `SELECT id FROM links WHERE workspace_id = ${workspaceOf('advanced')}`,
	OTHER_GROUP: `SELECT id FROM partner_groups
		WHERE program_id = ${programOf('advanced')}`,
	OTHER_PARTNER: partnerWho('approved', 'advanced'),
	PENDING: partnerWho('pending'),
	APPROVED: partnerWho('approved'),
	BANNED: partnerWho('banned'),
};

function workspaceOf(slug: string): string {
	return `(SELECT id FROM workspaces WHERE slug = '${slug}')`;
}

function programOf(slug: string): string {
	return `(SELECT default_program_id FROM workspaces WHERE slug = '${slug}')`;
}

function partnerWho(status: string, slug = 'business'): string {
	return `SELECT partner_id FROM enrollments WHERE status = '${status}' AND program_id = ${programOf(slug)}`;
}

type Refusal = [request: string, expected: string, rest?: { as?: string; body?: unknown }];

const FORBIDDEN = '403 forbidden';
const NOT_FOUND = '404 not_found';
const TAKEN = '409 conflict';
const INVALID = '422 unprocessable_entity';
const MALFORMED = '400 bad_request';

const URL = 'https://www.example.com';

const approve = '/partners/applications/approve';

/** Texts that break careless SQL. */
const SQL_TEXTS = [`' OR '1'='1`, `'; DROP TABLE links; --`];

const REFUSALS: Refusal[] = [
	...SQL_TEXTS.flatMap((text): Refusal[] => {
		const encoded = encodeURIComponent(text);
		return [
			[`DELETE /discount-codes/${encoded}`, NOT_FOUND],
			[`DELETE /links/${encoded}`, NOT_FOUND],
			[`GET /events?folderId=${encoded}`, NOT_FOUND],
			['POST /partners/ban', NOT_FOUND, { body: { partnerId: text, reason: 'spam' } }],
			['POST /partners/ban', NOT_FOUND, { body: { tenantId: text, reason: 'spam' } }],
			['POST /partners/applications/reject', NOT_FOUND, { body: { partnerId: text } }],
		];
	}),

	['POST /bounties/{BOUNTY}/submissions/bnty_sub_x/approve', `${NOT_FOUND}.*bnty_sub_x`],
	['POST /bounties/{BOUNTY}/submissions/bnty_sub_x/reject', `${NOT_FOUND}.*bnty_sub_x`],
	['GET /bounties/bnty_x/submissions', `${NOT_FOUND}.*bnty_x`],

	['GET /commissions?startingAfter={COMMISSION}&endingBefore={COMMISSION}', `${INVALID}.*combined`],
	['GET /commissions?startingAfter={COMMISSION}&sortBy=amount', `${INVALID}.*sortBy`],
	['GET /commissions?startingAfter={OTHER_COMMISSION}', `${INVALID}.*Unknown cursor`],
	['PATCH /commissions/{OTHER_COMMISSION}', NOT_FOUND, { body: { earnings: 1 } }],
	['PATCH /commissions/x', `${NOT_FOUND}.*no partner program`, { as: 'pro/owner', body: {} }],

	['GET /customers?startingAfter={CUSTOMER}&endingBefore={CUSTOMER}', `${INVALID}.*combined`],
	['GET /customers?startingAfter={CUSTOMER}&page=1', `${INVALID}.*page`],
	['GET /customers?startingAfter={CUSTOMER}&sortBy=saleAmount', `${INVALID}.*sortBy`],
	['GET /customers?startingAfter={OTHER_CUSTOMER}', `${INVALID}.*Unknown cursor`],
	['GET /customers/{OTHER_CUSTOMER}', NOT_FOUND],
	['PATCH /customers/{OTHER_CUSTOMER}', NOT_FOUND, { body: {} }],
	['DELETE /customers/{OTHER_CUSTOMER}', NOT_FOUND],
	['GET /customers/ext_nobody', `${NOT_FOUND}.*ext_nobody`],

	['DELETE /discount-codes/NOSUCHCODE', NOT_FOUND],
	['DELETE /discount-codes/{CODE}', NOT_FOUND],
	['POST /discount-codes', NOT_FOUND, { body: { partnerId: '{OTHER_PARTNER}', linkId: 'link_x' } }],

	['DELETE /domains/unknown.example.org', NOT_FOUND],
	['PATCH /domains/go.pro.example.com', NOT_FOUND, { body: { archived: true } }],

	['POST /folders', TAKEN, { body: { name: '{FOLDER_NAME}' } }],
	['DELETE /folders/x', NOT_FOUND],
	['GET /folders?search=%00', INVALID],

	['POST /links', TAKEN, { body: { url: URL, domain: 'go.business.example.com', key: '{KEY}' } }],
	['POST /links', TAKEN, { body: { url: URL, externalId: '{EXTERNAL_ID}' } }],
	['POST /links', FORBIDDEN, { body: { url: URL, domain: 'go.pro.example.com' } }],
	[
		'POST /links/bulk',
		`${MALFORMED}.*same`,
		{
			body: [
				{ url: URL, key: 'same' },
				{ url: URL, key: 'same' },
			],
		},
	],
	['PATCH /links/{LINK}', TAKEN, { body: { domain: 'go.business.example.com', key: '{KEY}' } }],
	['PATCH /links/{LINK_IN_FOLDER}', FORBIDDEN, { as: 'business/member', body: { folderId: null } }],
	['DELETE /links/{LINK_IN_FOLDER}', FORBIDDEN, { as: 'business/member' }],
	['DELETE /links/{EXTERNAL_ID}', NOT_FOUND],
	['DELETE /links/a%00b', NOT_FOUND],
	['DELETE /links/a%2Fb', NOT_FOUND],
	[`DELETE /links/${'x'.repeat(1000)}`, NOT_FOUND],
	['DELETE /links/link_unknown', `${FORBIDDEN}.*links\\.write`, { as: 'business/readonly' }],
	['GET /links', `${FORBIDDEN}.*links\\.read`, { as: 'business/folders' }],
	['GET /links?startingAfter={LINK}&endingBefore={LINK}', `${INVALID}.*combined`],
	['GET /links?startingAfter={LINK}&page=1', `${INVALID}.*page`],
	['GET /links?startingAfter={LINK}&sortBy=clicks', `${INVALID}.*sortBy`],
	['GET /links?startingAfter={OTHER_LINK}', `${INVALID}.*Unknown cursor`],

	[`POST ${approve}`, NOT_FOUND, { body: { partnerId: '{OTHER_PARTNER}' } }],
	[`POST ${approve}`, FORBIDDEN, { body: { partnerId: '{PENDING}', groupId: '{OTHER_GROUP}' } }],
	['POST /partners/ban', `${NOT_FOUND}.*nobody`, { body: { tenantId: 'nobody', reason: 'spam' } }],
	['POST /partners/ban', `${MALFORMED}.*tenantId`, { body: { tenantId: ['a'], reason: 'spam' } }],
	...['APPROVED', 'BANNED'].map((status): Refusal => {
		const body = { partnerId: `{${status}}` };
		return ['POST /partners/applications/reject', `${MALFORMED}.*not pending`, { body }];
	}),

	['POST /tags', TAKEN, { body: { name: 'Newsletter' } }],
	['DELETE /tags/x', NOT_FOUND],

	...(
		[
			['50', MALFORMED],
			[91, INVALID],
		] as const
	).map(([percentage, expected]): Refusal => {
		const testVariants = [10, percentage].map((each, i) => ({
			url: `${URL}/${i}`,
			percentage: each,
		}));
		const partner = { email: 'new@partners.example.org', linkProps: { testVariants } };
		const rest = { as: 'advanced/owner', body: { partner } };
		return ['POST /tokens/embed/referrals', `${expected}.*testVariants\\[1\\]\\.percentage`, rest];
	}),

	['GET /folders', '409 conflict', { as: 'business/open-invite' }],
	['GET /folders', '410 invite_expired', { as: 'business/expired-invite' }],
	['GET /oauth/userinfo', '401 unauthorized'],
];

const sandbox = useSandbox({ sampleData: { seed: 1, events: 300 }, limits: 'off' });
let ids: Record<string, string>;

beforeAll(async () => {
	ids = Object.fromEntries(
		Object.entries(IDS).map(([name, sql]) => [
			name,
			String(Object.values(sandbox.db.get(sql) ?? {})[0]),
		]),
	);
	expect(Object.entries(ids).filter(([, id]) => id === 'undefined')).toEqual([]);
});

const rows = REFUSALS.map(([request, ...row]) => [request.slice(0, 80), request, ...row] as const);

it.each(rows)('refuses %s', async (_name, request, expected, { as, body } = {}) => {
	const [workspace, key] = (as ?? 'business/owner').split('/');
	const [method, path] = fill(request).split(' ');
	const sent =
		body === undefined && method !== 'POST' ? undefined : fill(JSON.stringify(body ?? {}));
	const response = await new Api(sandbox, workspace, key).send(method, path, sent);
	expect(`${outcome(response)} ${messageOf(response)}`).toMatch(new RegExp(`^${expected}`, 's'));
});

function fill(text: string): string {
	return text.replace(/\{([A-Z_]+)\}/g, (_match, name: string) => ids[name]);
}

// No request may cause one.
it('an internal error has the form of the others', () => {
	const error = new ApiError('internal_server_error', 'An unexpected server condition occurred.');
	expect(outcome({ status: error.status, body: error.body() })).toBe('500 internal_server_error');
});
