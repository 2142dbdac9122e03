import type { Sandbox } from '../../../sandbox/app/server.ts';
import { period } from './events.ts';
import {
	choice,
	email,
	flag,
	id,
	number,
	query,
	special,
	text,
	url,
	within,
	type Fields,
} from './fields.ts';
import { linkProps } from './links.ts';
import type { Ids, MutatedRequest } from './request.ts';

const page = query.whole(Number.MAX_SAFE_INTEGER);

/** As for a link that tracks conversions, which those of partners always do. */
const properties = within('linkProps.', {
	...linkProps,
	prefix: special(['/a/', 'taken'], ['', 'taken'], [7, 'malformed'], [null, 'malformed']),
});

const partner: Fields = {
	name: text({ max: 100, nullable: true }),
	username: special(
		[null, 'taken'],
		['', 'taken'],
		['x'.repeat(101), 'invalid'],
		['a b', 'invalid'],
		['_ada', 'invalid'],
		['a?b', 'invalid'],
		[7, 'malformed'],
	),
	image: text({ nullable: true }),
	tenantId: text(),
	groupId: id(),
	country: text({ nullable: true }),
	description: text({ max: 5000, nullable: true }),
	linkProps: special([{}, 'taken'], [null, 'malformed'], ['text', 'malformed']),
	...properties,
};

/** A new partner, whose email must be free. */
const newPartner = (n: number) => ({ email: `mutated-${n}@example.com` });

const required = special(
	[undefined, 'malformed'],
	[null, 'malformed'],
	[7, 'malformed'],
	['', 'invalid'],
	['nobody', 'invalid'],
	['a@@example.com', 'invalid'],
	[`${'x'.repeat(179)}@example.com`, 'invalid'],
);

/** One of the two is enough. */
const byId: Fields = {
	partnerId: special(
		[null, 400],
		['', 400],
		[undefined, 400],
		['pn_unknown', 404],
		[7, 'malformed'],
	),
	tenantId: special([null, 'taken'], ['', 'taken'], ['unknown', 'taken'], [7, 'malformed']),
};

const partnerLink: Fields = {
	...byId,
	key: [...text({ max: 190 }), ...special(['a b', 'invalid'], ['_a', 'invalid'], ['', 'taken'])],
	comments: text({ nullable: true }),
	linkProps: special([{}, 'taken'], [null, 'malformed'], ['text', 'malformed']),
	...properties,
};

const STATUSES = [
	...['pending', 'approved', 'rejected', 'invited', 'declined', 'deactivated', 'banned'],
	...['archived'],
];

const SORTS = [
	...['totalSaleAmount', 'createdAt', 'totalClicks', 'totalLeads', 'totalConversions'],
	...['totalCommissions', 'netRevenue', 'earningsPerClick', 'averageLifetimeValue'],
	...['clickToLeadRate', 'clickToConversionRate', 'leadToConversionRate', 'returnOnAdSpend'],
];

function approved(sandbox: Sandbox, { partner: id }: Ids): void {
	sandbox.db.run("UPDATE enrollments SET status = 'approved' WHERE partner_id = ?", id);
	sandbox.db.run('UPDATE links SET disabled_at = NULL, expires_at = NULL WHERE partner_id = ?', id);
}

/** A ban also takes the discount. */
function withoutCode(sandbox: Sandbox, ids: Ids): void {
	approved(sandbox, ids);
	sandbox.db.run(
		`UPDATE enrollments SET discount_id = (SELECT d.id FROM discounts d WHERE d.program_id = enrollments.program_id)
		 WHERE partner_id = ?`,
		ids.partner,
	);
	sandbox.db.run('DELETE FROM discount_codes WHERE link_id = ?', ids.partnerLink);
}

function pending(sandbox: Sandbox, { pending: id }: Ids): void {
	sandbox.db.run("UPDATE enrollments SET status = 'pending' WHERE partner_id = ?", id);
}

export const partnerRequests: MutatedRequest[] = [
	{
		name: 'POST /partners',
		status: 201,
		base: (_ids, n) => newPartner(n),
		fields: { ...partner, email: [...required, ...email({ max: 190, required: true })] },
	},
	{
		name: 'POST /tokens/embed/referrals',
		base: (_ids, n) => ({ partner: newPartner(n) }),
		fields: {
			partnerId: special(
				['', 'taken'],
				['unknown', 'taken'],
				[null, 'malformed'],
				[7, 'malformed'],
			),
			tenantId: special(['', 'taken'], [null, 'malformed'], [7, 'malformed']),
			partner: special(
				[undefined, 'invalid', ''],
				[null, 'malformed'],
				['text', 'malformed'],
				[{}, 'malformed', 'partner.email'],
			),
			...within('partner.', { ...partner, email: required }),
		},
	},
	{
		name: 'POST /partners/links',
		status: 201,
		base: ({ partner: id }) => ({ partnerId: id }),
		fields: { ...partnerLink, url: url({ nullable: true }) },
		reset: approved,
	},
	{
		name: 'PUT /partners/links/upsert',
		base: ({ partner: id }, n) => ({ partnerId: id, url: `https://www.example.com/m/${n}` }),
		fields: { ...partnerLink, url: url({ required: true }) },
		reset: approved,
	},
	{
		name: 'POST /partners/ban',
		base: ({ partner: id }) => ({ partnerId: id, reason: 'spam' }),
		fields: {
			...byId,
			reason: choice(
				[
					...['tos_violation', 'inappropriate_content', 'fake_traffic', 'fraud', 'spam'],
					...['brand_abuse'],
				],
				{ required: true },
			),
		},
		reset: approved,
	},
	{
		name: 'POST /partners/deactivate',
		base: ({ partner: id }) => ({ partnerId: id }),
		fields: byId,
		reset: approved,
	},
	{
		name: 'POST /partners/applications/approve',
		base: ({ pending: id }) => ({ partnerId: id }),
		fields: { partnerId: id({ required: true }), groupId: id({ nullable: true }) },
		reset: pending,
	},
	{
		name: 'POST /partners/applications/reject',
		base: ({ pending: id }) => ({ partnerId: id }),
		fields: {
			partnerId: id({ required: true }),
			rejectionReason: choice([
				...['needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit', 'other'],
			]),
			rejectionNote: text({ max: 500 }),
			reapplicationTimeframe: choice(['instant', 'standard', 'never']),
			// Without a reason.
			flagForFraud: flag().map((mutation) =>
				mutation.value === true ? { ...mutation, outcome: 400 } : mutation,
			),
			flagForFraudReason: text({ max: 2000 }),
		},
		reset: pending,
	},
	{
		name: 'GET /partners',
		fields: {
			groupId: query.text(),
			status: query.choice(STATUSES),
			country: query.text(),
			sortBy: query.choice(SORTS),
			sortOrder: query.choice(['asc', 'desc']),
			email: query.text(),
			tenantId: query.text(),
			search: query.text(),
			page,
			pageSize: query.whole(100),
		},
	},
	{
		name: 'GET /partners/applications',
		fields: { country: query.text(), groupId: query.text(), page, pageSize: query.whole(100) },
	},
	{
		name: 'GET /partners/links',
		base: ({ partner: id }) => ({ partnerId: id }),
		fields: { partnerId: special(['', 400], [undefined, 400], ['unknown', 404]) },
	},
	{
		name: 'GET /partners/analytics',
		base: ({ partner: id }) => ({ partnerId: id }),
		fields: {
			...period,
			partnerId: special(['', 400], [undefined, 400], ['unknown', 404]),
			query: query.text({ max: 10_000 }),
			groupBy: query.choice(['count', 'timeseries', 'top_links']),
		},
	},
	{
		name: 'GET /discount-codes',
		fields: {
			partnerId: special(['unknown', 404]),
			discountId: special(['unknown', 404]),
			page,
			pageSize: query.whole(100),
		},
	},
	{
		name: 'POST /discount-codes',
		base: ({ partner: id, partnerLink: link }) => ({ partnerId: id, linkId: link }),
		fields: {
			partnerId: id({ required: true }),
			linkId: id({ required: true, unknown: 400, empty: 400 }),
			code: [
				...text({ min: 1, max: 100 }),
				...special([' ', 'invalid'], ['a b', 'invalid'], ['A-b_9', 'taken'], ['ä', 'invalid']),
			],
		},
		reset: withoutCode,
	},
	{
		name: 'POST /bounties/{bounty}/submissions/{submission}/approve',
		base: () => ({ rewardAmount: 500 }),
		fields: {
			rewardAmount: [
				...number({}),
				...special([-500, 'taken'], [0, 400], [undefined, 400], [null, 400]),
			].filter(({ title, outcome }) => !['null', 'absent'].includes(title) || outcome === 400),
		},
		reset: submitted,
	},
	{
		name: 'POST /bounties/{bounty}/submissions/{submission}/reject',
		base: () => ({}),
		fields: {
			rejectionReason: choice([
				...['invalidProof', 'duplicateSubmission', 'outOfTimeWindow', 'didNotMeetCriteria'],
				...['other'],
			]),
			rejectionNote: text({ max: 5000 }),
		},
		reset: submitted,
	},
	{
		name: 'GET /bounties/{bounty}/submissions',
		fields: {
			status: query.choice(['draft', 'submitted', 'approved', 'rejected']),
			groupId: query.text(),
			partnerId: query.text(),
			sortBy: query.choice(['completedAt', 'performanceCount', 'socialMetricCount']),
			sortOrder: query.choice(['asc', 'desc']),
			page,
			pageSize: query.whole(100),
		},
	},
];

function submitted(sandbox: Sandbox, { submission }: Ids): void {
	sandbox.db.run("UPDATE bounty_submissions SET status = 'submitted' WHERE id = ?", submission);
}
