import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sends, type Contract } from './types.ts';

const LINK = { id: 'link_1', shortLink: 'https://dub.sh/a' };
const resource = 'link';

const TEXTS = {
	android: 'https://example.com/android',
	comments: 'for the fair',
	description: 'Preview text',
	expiredUrl: 'https://example.com/over',
	image: 'https://example.com/image.png',
	ios: 'https://example.com/ios',
	password: 'open sesame',
	programId: 'prog_1',
	ref: 'booth',
	tenantId: 'tenant-7',
	title: 'Preview title',
	utm_campaign: 'fair',
	utm_content: 'poster',
	utm_medium: 'print',
	utm_source: 'booth',
	utm_term: 'short links',
	video: 'https://example.com/video.mp4',
};
const FLAGS = { archived: true, doIndex: true, proxy: true, rewrite: true, trackConversion: true };
const VARIANTS = [
	{ url: 'https://example.com/a', percentage: 40 },
	{ url: 'https://example.com/b', percentage: 60 },
];
const DATES = {
	expiresAt: '2030-05-01T10:00:00.000Z',
	testStartedAt: '2030-01-01T00:00:00.000Z',
	testCompletedAt: '2030-02-01T00:00:00.000Z',
};

/** Fields that every form of a link has, but Tag Names, which cannot be together with Tag IDs. */
const COMMON: INodeParameters = {
	...TEXTS,
	...FLAGS,
	...DATES,
	folderId: { __rl: true, mode: 'id', value: 'fold_1' },
	partnerId: { __rl: true, mode: 'list', value: 'pn_1' },
	tagIds: 'tag_1, tag_2',
	geo: { countries: [{ country: 'de', url: 'https://example.com/de' }] },
	testVariants: { variants: VARIANTS },
};
const COMMON_BODY: IDataObject = {
	...TEXTS,
	...FLAGS,
	...DATES,
	folderId: 'fold_1',
	partnerId: 'pn_1',
	tagIds: ['tag_1', 'tag_2'],
	geo: { DE: 'https://example.com/de' },
	testVariants: VARIANTS,
};
const OWN = {
	domain: { __rl: true, mode: 'list', value: 'go.example.com' },
	externalId: 'fair-1',
	key: 'fair',
};
const OWN_BODY = { domain: 'go.example.com', externalId: 'fair-1', key: 'fair' };
/** Every field of a new link. */
const NEW_LINK: INodeParameters = {
	domain: OWN.domain,
	key: OWN.key,
	utm: {
		utm_campaign: TEXTS.utm_campaign,
		utm_content: TEXTS.utm_content,
		utm_medium: TEXTS.utm_medium,
		utm_source: TEXTS.utm_source,
		utm_term: TEXTS.utm_term,
	},
	additionalFields: {
		...Object.fromEntries(Object.entries(COMMON).filter(([name]) => !name.startsWith('utm_'))),
		externalId: OWN.externalId,
		geo: { countries: [{ country: 'DE', url: 'https://example.com/de' }] },
		tagIds: ['tag_1', 'tag_2'],
	},
};
const url = 'https://example.com/landing';
const DESTINATION = `${url}?utm_source=booth&utm_medium=print&utm_campaign=fair&utm_term=short+links&utm_content=poster&ref=booth`;

const FILTERS = {
	domain: { __rl: true, mode: 'id', value: 'go.example.com' },
	folderId: { __rl: true, mode: 'id', value: 'fold_1' },
	search: 'summer',
	showArchived: true,
	tagIds: 'tag_1, tag_2',
	tagNames: ['mail', 'summer'],
	tenantId: 'tenant-7',
	userId: 'user_1',
};
const FILTER_QUERY = {
	domain: 'go.example.com',
	folderId: 'fold_1',
	search: 'summer',
	showArchived: 'true',
	tagIds: 'tag_1,tag_2',
	tagNames: 'mail,summer',
	tenantId: 'tenant-7',
	userId: 'user_1',
};

const FORM = [
	...['url', 'domain', 'externalId', 'tenantId', 'programId', 'partnerId', 'archived', 'tagIds'],
	...['expiresAt', 'expiredUrl', 'password', 'proxy', 'title', 'description', 'image', 'video'],
	...['rewrite', 'doIndex', 'trackConversion', 'tagNames', 'folderId', 'comments', 'ios'],
	...['android', 'geo', 'geoJson', 'ref', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term'],
	...['utm_content', 'testVariants', 'testVariantsJson', 'testStartedAt', 'testCompletedAt'],
];
const LIST = ['domain', 'folderId', 'search', 'showArchived', 'tagIds', 'tagNames', 'tenantId'];
const DEPRECATED = ['publicStats', 'tagId', 'webhookIds'];

export const link: Contract = {
	rows: [
		...(
			[
				['create', 'POST', '/links'],
				['upsert', 'PUT', '/links/upsert'],
			] as const
		).flatMap(([operation, method, path]) => [
			{
				...{ resource, operation, method, path },
				title: 'minimal',
				parameters: { url },
				response: LINK,
				body: { url },
			},
			{
				...{ resource, operation, method, path },
				title: 'every field',
				parameters: { url, ...NEW_LINK },
				response: LINK,
				body: {
					...{ ...COMMON_BODY, ...OWN_BODY },
					url: operation === 'upsert' ? DESTINATION : url,
				},
			},
			{
				...{ resource, operation, method, path },
				title: 'a menu of tags without a choice',
				parameters: { url, additionalFields: { tagIds: [], comments: 'none' } },
				response: LINK,
				body: { url, comments: 'none' },
			},
		]),
		{
			...{ resource, operation: 'createMany', method: 'POST', path: '/links/bulk' },
			title: 'every field',
			parameters: { url, ...NEW_LINK },
			response: [LINK],
			body: [{ url, ...COMMON_BODY, ...OWN_BODY }],
		},
		{
			...{ resource, operation: 'getAll', method: 'GET', path: '/links' },
			title: 'a folder',
			parameters: { returnAll: true, filters: { folderId: 'fold_1', tagIds: ['tag_1', 'tag_2'] } },
			response: [],
			query: { folderId: 'fold_1', tagIds: 'tag_1,tag_2', pageSize: '100' },
		},
		sends('link.count', 'minimal', 'GET /links/count', {
			parameters: {},
			response: [{ domain: 'go.example.com', _count: 2 }],
		}),
		sends('link.count', 'every field', 'GET /links/count', {
			parameters: { groupBy: 'folderId', filters: FILTERS },
			response: [],
			query: { ...FILTER_QUERY, groupBy: 'folderId' },
		}),
		sends('link.create', 'random slug, tags by name, JSON', 'POST /links', {
			parameters: {
				url,
				additionalFields: {
					keyLength: 9,
					prefix: '/c/',
					tagNames: 'mail',
					trackConversion: true,
					geoJson: '{ "us": "https://example.com/us" }',
					testVariantsJson: JSON.stringify(VARIANTS),
				},
			},
			response: LINK,
			body: {
				url,
				keyLength: 9,
				prefix: '/c/',
				tagNames: ['mail'],
				trackConversion: true,
				geo: { US: 'https://example.com/us' },
				testVariants: VARIANTS,
			},
		}),
		sends('link.createMany', 'minimal', 'POST /links/bulk', {
			parameters: { url },
			response: [{ ...LINK, url }],
			body: [{ url }],
		}),
		sends('link.createMany', 'JSON', 'POST /links/bulk', {
			parameters: { source: 'json', links: JSON.stringify([{ url, key: 'fair' }]) },
			response: [{ ...LINK, url, key: 'fair' }],
			body: [{ url, key: 'fair' }],
		}),
		sends('link.delete', 'by ID', 'DELETE /links/link_1', {
			parameters: { linkId: { __rl: true, mode: 'id', value: 'link_1' } },
			response: { id: 'link_1' },
		}),
		sends('link.delete', 'by external ID', 'DELETE /links/ext_a%2Fb', {
			parameters: { linkId: { __rl: true, mode: 'externalId', value: 'a/b' } },
			response: { id: 'link_1' },
		}),
		sends('link.deleteMany', 'several links', 'DELETE /links/bulk', {
			parameters: { linkIds: 'link_1, link_2' },
			response: { deletedCount: 2 },
			query: { linkIds: 'link_1,link_2' },
		}),
		sends('link.get', 'by ID', 'GET /links/info', {
			parameters: { linkId: { __rl: true, mode: 'id', value: 'link_1' } },
			response: LINK,
			query: { linkId: 'link_1' },
		}),
		sends('link.get', 'by external ID', 'GET /links/info', {
			parameters: { linkId: { __rl: true, mode: 'externalId', value: 'fair-1' } },
			response: LINK,
			query: { externalId: 'ext_fair-1' },
		}),
		sends('link.get', 'by URL', 'GET /links/info', {
			parameters: { linkId: { __rl: true, mode: 'url', value: 'https://go.example.com/a/b' } },
			response: LINK,
			query: { domain: 'go.example.com', key: 'a/b' },
		}),
		sends('link.getAll', 'minimal', 'GET /links', {
			parameters: {},
			response: [],
			query: { pageSize: '50' },
		}),
		sends('link.getAll', 'every field', 'GET /links', {
			parameters: { limit: 7, filters: FILTERS },
			response: [],
			query: { ...FILTER_QUERY, pageSize: '7' },
		}),
		sends('link.update', 'minimal', 'PATCH /links/link_1', {
			parameters: { linkId: 'link_1', updateFields: { url } },
			response: LINK,
			body: { url },
		}),
		sends('link.update', 'every field', 'PATCH /links/link_1', {
			parameters: { linkId: 'link_1', updateFields: { url, ...COMMON, ...OWN } },
			response: LINK,
			body: { url, ...COMMON_BODY, ...OWN_BODY },
		}),
		sends('link.update', 'cleared fields', 'PATCH /links/link_1', {
			parameters: { linkId: 'link_1', fieldsToClear: ['geo', 'tagIds', 'title'] },
			response: LINK,
			body: { geo: null, tagIds: [], title: null },
		}),
		sends('link.updateMany', 'every field', 'PATCH /links/bulk', {
			parameters: { linkIds: 'link_1', updateFields: { url, ...COMMON } },
			response: [LINK],
			body: { linkIds: ['link_1'], data: { ...COMMON_BODY, url: DESTINATION } },
		}),
		sends('link.updateMany', 'by external ID, cleared fields', 'PATCH /links/bulk', {
			parameters: { linkIds: 'ext_fair-1', fieldsToClear: ['expiresAt'] },
			response: [{ ...LINK, externalId: 'fair-1' }],
			body: { externalIds: ['fair-1'], data: { expiresAt: null } },
		}),
		sends('link.upsert', 'cleared fields', 'PUT /links/upsert', {
			parameters: { url, additionalFields: { title: 'New' }, fieldsToClear: ['password'] },
			response: LINK,
			body: { url, title: 'New', password: null },
		}),
	],
	parameters: {
		count: [...LIST, 'userId', 'groupBy'],
		create: [...FORM, 'key', 'keyLength', 'prefix', 'simple'],
		createMany: [...FORM, 'key', 'keyLength', 'prefix', 'source', 'links', 'simple'],
		delete: ['linkId'],
		deleteMany: ['linkIds'],
		get: ['linkId', 'simple'],
		getAll: [...LIST, 'userId', 'allFolders', 'returnAll', 'limit', 'simple'],
		update: [...FORM, 'linkId', 'key', 'fieldsToClear', 'simple'],
		updateMany: [
			...FORM.filter((name) => !['domain', 'externalId'].includes(name)),
			...['linkIds', 'fieldsToClear', 'simple'],
		],
		upsert: [...FORM, 'key', 'keyLength', 'prefix', 'fieldsToClear', 'simple'],
	},
	deprecated: {
		count: ['tagId', 'withTags'],
		create: DEPRECATED,
		getAll: ['tagId', 'withTags', 'page'],
		update: DEPRECATED,
		updateMany: DEPRECATED,
		upsert: DEPRECATED,
	},
};
