import {
	flag,
	id,
	late,
	linkDate,
	names,
	number,
	query,
	special,
	text,
	url,
	within,
	type Fields,
} from './fields.ts';
import type { MutatedRequest } from './request.ts';

const VARIANT = { url: 'https://example.com/a', percentage: 50 };
const utm = text({ max: 255, nullable: true });

/** Of links and of the links of partners. */
export const linkProps: Fields = {
	externalId: [...text({ min: 1, max: 255, nullable: true }), ...special(['ext_', 'invalid'])],
	tenantId: text({ max: 255, nullable: true }),
	archived: flag(),
	tagIds: names(),
	tagNames: names(),
	comments: text({ nullable: true }),
	expiresAt: linkDate,
	expiredUrl: url({ nullable: true }),
	password: text({ nullable: true }),
	proxy: flag(),
	title: text({ nullable: true }),
	description: text({ nullable: true }),
	image: text({ nullable: true }),
	video: text({ nullable: true }),
	rewrite: flag(),
	doIndex: flag(),
	ios: url({ nullable: true }),
	android: url({ nullable: true }),
	testVariants: special(
		[null, 'taken'],
		[[VARIANT, VARIANT], 'taken'],
		[[VARIANT, VARIANT, VARIANT, VARIANT], 'taken'],
		['text', 'malformed'],
		[VARIANT, 'malformed'],
		[[], 'invalid'],
		[[VARIANT], 'invalid'],
		[[VARIANT, VARIANT, VARIANT, VARIANT, VARIANT], 'invalid'],
	),
	testStartedAt: linkDate,
	testCompletedAt: linkDate,
};

const variant: Fields = {
	'testVariants[0].percentage': number({ min: 10, max: 90, required: true }),
	'testVariants[1].url': special(
		['https://example.com/b', 'taken'],
		['no url', 'invalid'],
		[7, 'malformed'],
		[null, 'malformed'],
		[undefined, 'malformed'],
	),
};

const image = special(
	[null, 'taken'],
	[undefined, 'taken'],
	['https://example.com/i.png', 'taken'],
	['data:image/webp;base64,AAAA', 'taken'],
	// The service ignores what is no image.
	['', 'taken'],
	[7, 'taken'],
	['no url', 'taken'],
	['data:text/html;base64,AAAA', 'taken'],
	['http://localhost/i.png', 'invalid'],
	['http://localhost:5678/i.png', 'invalid'],
	['http://192.0.2.7/i.png', 'invalid'],
	['https://[2001:db8::7]/i.png', 'invalid'],
	['http://', 'invalid'],
	['data:image/png;base64,', 'invalid'],
	['data:image/png;base64,no image', 'invalid'],
);

const bulkImage = special(
	[null, 'taken'],
	['https://example.com/i.png', 'taken'],
	[7, 'malformed'],
	['', 'invalid'],
	['data:image/webp;base64,AAAA', 'invalid'],
);

const destination = (required: boolean) => url({ required });

/** Of every way to create or change a link. */
const COMMON: Fields = {
	...linkProps,
	programId: id({ nullable: true }),
	partnerId: id({ nullable: true }),
	trackConversion: special(
		[true, 'taken'],
		['true', 'malformed'],
		[1, 'malformed'],
		[null, 'malformed'],
		['', 'malformed'],
	),
	folderId: id({ nullable: true }),
	geo: special(
		[null, 'taken'],
		[{}, 'taken'],
		[{ DE: 'https://example.com/de' }, 'taken'],
		['DE', 'malformed'],
		[[], 'malformed'],
		[{ DE: 7 }, 'malformed', 'geo.DE'],
		[{ DE: 'no url' }, 'invalid', 'geo.DE'],
		[{ Germany: 'https://example.com/de' }, 'invalid', 'geo.Germany'],
	),
	...Object.fromEntries(
		['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'ref'].map((name) => [
			name,
			utm,
		]),
	),
	publicStats: flag(),
	tagId: [
		...special([null, 'taken'], ['', 'taken'], [7, 'malformed']),
		...late(special(['tag_x', 'invalid', ''])),
	],
	webhookIds: [
		...special([null, 'taken'], [[], 'taken'], ['wh_x', 'malformed']),
		...special([[7], 'malformed', 'webhookIds[0]']),
		...late(special([['wh_x'], 'invalid', ''])),
	],
};

/** An update in bulk checks the folder for all entries, and leaves each its external ID. */
const CHANGED_IN_BULK: Fields = {
	...Object.fromEntries(Object.entries(COMMON).filter(([name]) => name !== 'externalId')),
	folderId: special([null, 'taken'], ['', 'taken'], ['fold_unknown', 404], [7, 'malformed']),
};

const domain = [
	...special(['dub.sh', 'taken'], ['', 'taken'], ['x'.repeat(191), 'invalid']),
	...special([7, 'malformed'], [null, 'malformed']),
	...late(special(['unknown.example.org', 403])),
];

const invalidKeys = late(special(['a b', 'invalid'], ['_a', 'invalid'], ['a?b', 'invalid']));

const key = [...text({ max: 190 }), ...invalidKeys];

const created: Fields = {
	...COMMON,
	url: destination(true),
	domain,
	key,
	keyLength: number({ min: 3, max: 190 }),
	prefix: special(['/a/', 'taken'], ['', 'taken'], [7, 'malformed'], [null, 'malformed']),
};

const newLink = (n: number) => ({
	url: `https://example.com/mutated/${n}`,
	trackConversion: true,
	testVariants: [{ ...VARIANT }, { ...VARIANT }],
});

/** A slug that an update can change again and again. */
const changedKey = [
	...special(['mutated', 'taken'], ['x'.repeat(190), 'taken'], ['x'.repeat(191), 'invalid']),
	...special([7, 'malformed'], [null, 'malformed']),
	...invalidKeys,
];

const listOfIds = special(
	[[], 'taken'],
	[undefined, 'taken'],
	[Array.from({ length: 100 }, (_, n) => `unknown_${n}`), 'taken'],
	[Array.from({ length: 101 }, (_, n) => `unknown_${n}`), 'invalid'],
	['link_x', 'malformed'],
	[null, 'malformed'],
);

const filters: Fields = {
	domain: query.text(),
	tagId: query.text(),
	tagIds: query.text(),
	tagNames: query.text(),
	folderId: query.text({ unknown: 404 }),
	search: query.text(),
	userId: query.text(),
	tenantId: query.text(),
	showArchived: query.flag(),
	withTags: query.flag(),
};

export const linkRequests: MutatedRequest[] = [
	{ name: 'POST /links', base: (_ids, n) => newLink(n), fields: { ...created, ...variant, image } },
	{
		name: 'PUT /links/upsert',
		base: (_ids, n) => newLink(n),
		fields: { ...created, ...variant, image },
	},
	{
		name: 'PATCH /links/{link}',
		base: (_ids, n) => newLink(n),
		fields: { ...COMMON, ...variant, image, url: destination(false), key: changedKey },
	},
	{
		name: 'POST /links/bulk',
		base: (_ids, n) => [newLink(n)],
		fields: within('[0].', { ...perEntry(created), ...variant, image: bulkImage }),
	},
	{
		name: 'PATCH /links/bulk',
		base: ({ link }, n) => ({ linkIds: [link], data: newLink(n) }),
		fields: {
			linkIds: listOfIds,
			externalIds: listOfIds,
			data: special([undefined, 'malformed'], [null, 'malformed'], ['text', 'malformed']),
			...within('data.', {
				...perEntry({ ...CHANGED_IN_BULK, url: destination(false) }),
				...variant,
				image: bulkImage,
			}),
		},
	},
	{
		name: 'DELETE /links/bulk',
		base: () => ({ linkIds: 'link_unknown' }),
		fields: {
			linkIds: special(
				['', 400, ''],
				[undefined, 400, ''],
				[',', 400, ''],
				[Array.from({ length: 100 }, (_, n) => `link_${n}`).join(), 'taken'],
				[Array.from({ length: 101 }, (_, n) => `link_${n}`).join(), 'invalid'],
			),
		},
	},
	{
		name: 'GET /links',
		fields: {
			...filters,
			sortBy: query.choice(['createdAt', 'clicks', 'saleAmount', 'lastClicked']),
			startingAfter: special(['', 'invalid', ''], ['unknown', 'invalid', '']),
			endingBefore: special(['', 'invalid', ''], ['unknown', 'invalid', '']),
			page: query.whole(Number.MAX_SAFE_INTEGER),
			pageSize: query.whole(100),
		},
	},
	{
		name: 'GET /links/count',
		fields: { ...filters, groupBy: query.choice(['domain', 'tagId', 'userId', 'folderId']) },
	},
	{
		name: 'GET /links/info',
		base: ({ link }) => ({ linkId: link }),
		fields: {
			domain: special(
				['dub.sh', 'taken'],
				['', 'invalid'],
				['no domain', 'invalid'],
				['localhost', 'invalid'],
				['192.0.2.7', 'invalid'],
				['https://dub.sh', 'invalid'],
			),
			key: query.text({ min: 1 }),
			linkId: special(['link_unknown', 404], [undefined, 400]),
			externalId: query.text(),
		},
	},
];

/** A bulk request succeeds, with an error for each entry that is refused late. */
function perEntry(fields: Fields): Fields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			field.map((entry) => (entry.late ? { ...entry, outcome: 'taken' as const } : entry)),
		]),
	);
}
