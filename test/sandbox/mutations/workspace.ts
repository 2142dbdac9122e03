import {
	anyUrl,
	choice,
	email,
	flag,
	query,
	special,
	text,
	textLike,
	wholeUrl,
	type Fields,
} from './fields.ts';
import type { MutatedRequest } from './request.ts';

const page = query.whole(Number.MAX_SAFE_INTEGER);

const tag: Fields = {
	name: [...text({ min: 1, max: 190, required: true }), ...special([' ', 'invalid'])],
	color: choice(['red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray', 'pink']),
};

const folder: Fields = {
	description: text({ max: 500, nullable: true }),
	accessLevel: choice(['write', 'read'], { nullable: true }),
};

const jsonText = [
	...text({ nullable: true }).filter(({ title }) => !/characters|empty/.test(title)),
	...special(['{}', 'taken'], ['[{"relation": []}]', 'taken'], ['{', 'invalid'], ['', 'invalid']),
];

const domain: Fields = {
	expiredUrl: anyUrl(32_000),
	notFoundUrl: anyUrl(32_000),
	archived: flag(),
	placeholder: anyUrl(100),
	logo: textLike(
		[
			'data:image/png;base64,iVBORw0KGgo=',
			'https://dubassets.com/logo.png',
			'https://www.google.com/s2/favicons?sz=64&domain_url=example.com',
		],
		[
			...['', 'no url', 'https://example.com/logo.png', 'http://dubassets.com/logo.png'],
			...['data:image/svg+xml;base64,iVBORw0KGgo=', 'data:text/html;base64,AAAA'],
			...['data:image/png;base64,', 'data:image/png;base64,A B'],
			'https://www.google.com/s2/favicons?domain_url=example.com',
		],
		{ nullable: true },
	),
	assetLinks: jsonText,
	appleAppSiteAssociation: jsonText,
};

const slug = special(
	['www.example.org', 'invalid'],
	['', 'invalid'],
	['no domain', 'invalid'],
	[`${'x'.repeat(187)}.org`, 'invalid'],
	['dub.sh', 409],
	['go.pro.example.com', 409],
	[7, 'malformed'],
	[null, 'malformed'],
);

const customer: Fields = {
	email: email({ nullable: true }),
	name: text({ nullable: true }),
	avatar: wholeUrl({ nullable: true }),
	externalId: text(),
	stripeCustomerId: text({ nullable: true }),
	country: text(),
};

const expanded: Fields = { includeExpandedFields: query.flag() };

export const workspaceRequests: MutatedRequest[] = [
	{ name: 'POST /tags', status: 201, base: (_ids, n) => ({ name: `Mutated ${n}` }), fields: tag },
	{ name: 'PATCH /tags/{tag}', base: (_ids, n) => ({ name: `Mutated ${n}` }), fields: tag },
	{
		name: 'GET /tags',
		fields: {
			sortBy: query.choice(['name', 'createdAt']),
			sortOrder: query.choice(['asc', 'desc']),
			search: query.text(),
			ids: query.text(),
			page,
			pageSize: query.whole(100),
		},
	},
	{
		name: 'POST /folders',
		status: 201,
		base: (_ids, n) => ({ name: `Mutated ${n}` }),
		fields: { ...folder, name: text({ max: 190, required: true }) },
	},
	{
		name: 'PATCH /folders/{folder}',
		base: (_ids, n) => ({ name: `Mutated ${n}` }),
		fields: { ...folder, name: text({ max: 190, empty: 409 }) },
	},
	{ name: 'GET /folders', fields: { search: query.text(), page, pageSize: query.whole(50) } },
	{
		name: 'POST /domains',
		status: 201,
		base: (_ids, n) => ({ slug: `m${n}.example.org` }),
		fields: { ...domain, slug: [...slug, ...special([undefined, 'malformed'])] },
	},
	{
		name: 'PATCH /domains/{domain}',
		base: () => ({}),
		fields: { ...domain, slug: [...slug, ...special([undefined, 'taken'])] },
	},
	{
		name: 'GET /domains',
		fields: { archived: query.flag(), search: query.text(), page, pageSize: query.whole(50) },
	},
	{
		name: 'POST /domains/register',
		status: 201,
		base: (_ids, n) => ({ domain: `mutated-${n}.link` }),
		fields: {
			domain: special(
				[undefined, 'malformed'],
				[null, 'malformed'],
				[7, 'malformed'],
				['', 'invalid'],
				['example.org', 'invalid'],
				['link', 'invalid'],
			),
		},
	},
	{
		name: 'GET /domains/status',
		base: () => ({ domains: 'one.link' }),
		fields: {
			domains: special(
				['one.link,two.link', 'taken'],
				[undefined, 'malformed'],
				['', 400],
				['example.org', 400],
			),
		},
	},
	{ name: 'PATCH /customers/{customer}', base: () => ({}), fields: customer },
	{ name: 'GET /customers/{customer}', fields: expanded },
	{
		name: 'GET /customers',
		fields: {
			...expanded,
			email: query.text(),
			externalId: query.text(),
			search: query.text(),
			country: query.text(),
			linkId: query.text(),
			programId: query.text(),
			partnerId: query.text(),
			sortBy: query.choice(['createdAt', 'saleAmount', 'firstSaleAt', 'subscriptionCanceledAt']),
			sortOrder: query.choice(['asc', 'desc']),
			startingAfter: special(['', 'invalid', ''], ['unknown', 'invalid', '']),
			endingBefore: special(['', 'invalid', ''], ['unknown', 'invalid', '']),
			page,
			pageSize: query.whole(100),
		},
	},
];
