import { period } from './events.ts';
import {
	choice,
	date,
	email,
	flag,
	id,
	number,
	query,
	special,
	text,
	wholeUrl,
	within,
	type Fields,
} from './fields.ts';
import type { MutatedRequest } from './request.ts';

const page = query.whole(Number.MAX_SAFE_INTEGER);
const SETTABLE = ['pending', 'refunded', 'duplicate', 'canceled', 'fraud'];

const customer: Fields = within('customer.', {
	externalId: text({ required: true }),
	country: text({ required: true }),
	email: email({ nullable: true }),
	name: text({ nullable: true }),
	avatar: wholeUrl({ nullable: true }),
	stripeCustomerId: text({ nullable: true }),
});

const converted: Fields = {
	...customer,
	partnerId: id({ required: true }),
	customerId: special([null, 'taken'], ['', 'taken'], [7, 'malformed'], ['cus_x', 'invalid', '']),
	customer: special(
		[null, 'invalid', ''],
		[undefined, 'invalid', ''],
		['text', 'malformed'],
		[{}, 'malformed', 'customer.externalId'],
	),
	linkId: id({ nullable: true }),
};

const newCustomer = (n: number) => ({ externalId: `mutated-commission-${n}`, country: 'DE' });

const type = special(
	[undefined, 'malformed'],
	[null, 'malformed'],
	[7, 'malformed'],
	['', 'invalid'],
	['referral', 'invalid'],
);

const update: Fields = {
	earnings: number({ min: 0 }),
	saleAmount: number({ min: 0 }),
	modifySaleAmount: number({}),
	amount: number({ min: 0 }),
	modifyAmount: number({}),
	currency: text(),
};

export const moneyRequests: MutatedRequest[] = [
	{
		name: 'POST /commissions',
		status: 202,
		base: ({ partner }) => ({ type: 'custom', partnerId: partner, amount: 100 }),
		fields: {
			type,
			partnerId: id({ required: true }),
			amount: [
				...number({ fromText: true, required: true }),
				...special([0, 'invalid'], ['0', 'invalid'], [-1, 'invalid', 'description']),
			],
			date: date({ nullable: true }),
			description: text({ max: 190, nullable: true }),
		},
	},
	{
		name: 'POST /commissions',
		status: 202,
		base: ({ partner }, n) => ({
			type: 'lead',
			partnerId: partner,
			customer: newCustomer(n),
			lead: {},
		}),
		fields: {
			...converted,
			...within('lead.', { eventName: text({ min: 1, max: 255, nullable: true }) }),
			date: date({ nullable: true }),
			leadEventDate: date({ nullable: true }),
			leadEventName: text({ max: 255, nullable: true }),
		},
	},
	{
		name: 'POST /commissions',
		status: 202,
		base: ({ partner }, n) => ({
			type: 'sale',
			partnerId: partner,
			customer: newCustomer(n),
			sale: {},
			saleAmount: 100,
		}),
		fields: {
			...converted,
			// `true` is rejected beside saleAmount.
			...within('sale.', {
				amount: [
					...number({ fromText: true, nullable: true }),
					...special([0, 'invalid'], [-1, 'invalid']),
				],
				currency: text({ min: 1 }),
				eventName: text({ max: 255 }),
				paymentProcessor: choice(['stripe', 'lemonsqueezy', 'custom']),
				invoiceId: text({ nullable: true }),
			}),
			date: date({ nullable: true }),
			importStripeInvoices: flag({ nullable: true }).filter(({ title }) => title !== 'true'),
			saleAmount: [
				...number({ fromText: true, required: true }).filter(
					({ title }) => title !== 'null' && title !== 'absent',
				),
				...special([0, 'invalid'], [-1, 'invalid'], [null, 'invalid'], [undefined, 'invalid']),
			],
			saleEventDate: date({ nullable: true }),
			invoiceId: text({ nullable: true }),
			productId: text({ nullable: true }),
		},
	},
	{
		name: 'PATCH /commissions/{commission}',
		base: () => ({}),
		fields: { ...update, status: [...choice(SETTABLE.slice(1)), ...special(['paid', 'invalid'])] },
		reset: (sandbox, { commission }) =>
			void sandbox.db.run("UPDATE commissions SET status = 'pending' WHERE id = ?", commission),
	},
	{
		name: 'PATCH /commissions/bulk',
		base: ({ commission }) => ({ commissionIds: [commission], status: 'refunded' }),
		fields: {
			status: choice(SETTABLE.slice(1), { required: true }),
			commissionIds: special(
				[undefined, 'malformed'],
				[null, 'malformed'],
				['cm_1', 'malformed'],
				[[7], 'malformed', 'commissionIds[0]'],
				[[], 'invalid'],
				[['cm_1', 'cm_1'], 'invalid'],
				[['cm_unknown'], 404],
				[Array.from({ length: 101 }, (_, n) => `cm_${n}`), 'invalid'],
			),
		},
		reset: (sandbox, { commission }) =>
			void sandbox.db.run("UPDATE commissions SET status = 'pending' WHERE id = ?", commission),
	},
	{
		name: 'GET /commissions',
		fields: {
			...period,
			start: query.date(),
			query: query.text({ max: 10_000 }),
			type: query.text(),
			customerId: query.text(),
			payoutId: query.text(),
			partnerId: query.text(),
			tenantId: query.text(),
			groupId: query.text(),
			partnerTagId: query.text(),
			invoiceId: query.text(),
			status: query.choice([
				...['pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold'],
			]),
			sortBy: query.choice(['createdAt', 'amount']),
			sortOrder: query.choice(['asc', 'desc']),
			startingAfter: special(['', 'invalid', ''], ['unknown', 'invalid', '']),
			endingBefore: special(['', 'invalid', ''], ['unknown', 'invalid', '']),
			page,
			pageSize: query.whole(100),
		},
	},
	{
		name: 'GET /payouts',
		fields: {
			status: query.choice([
				...['pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled'],
			]),
			partnerId: query.text(),
			tenantId: query.text(),
			invoiceId: query.text(),
			groupId: query.text(),
			sortBy: query.choice(['amount', 'initiatedAt', 'paidAt']),
			sortOrder: query.choice(['asc', 'desc']),
			page,
			pageSize: query.whole(100),
		},
	},
	{
		name: 'GET /qr',
		base: () => ({ url: 'https://example.com', size: '25' }),
		fields: {
			url: special(
				['example.com', 'taken'],
				['', 'invalid'],
				['no url', 'invalid'],
				[undefined, 'malformed'],
				[`https://example.com/${'x'.repeat(32_000)}`, 'invalid'],
			),
			logo: query.text(),
			size: special(['50', 'taken'], ['many', 'malformed']),
			level: query.choice(['L', 'M', 'Q', 'H']),
			fgColor: special(['#ff8800', 'taken']),
			bgColor: special(['#ff8800', 'taken']),
			hideLogo: query.flag(),
			margin: special(['0', 'taken'], ['many', 'malformed']),
			includeMargin: query.flag(),
		},
		// The image is for each address ten times in ten seconds.
		reset: ({ clock }) => clock.advance(10_000),
	},
];
