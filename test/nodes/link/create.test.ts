import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { LinkRow } from '../../../sandbox/link/columns';
import { linkForm } from '../../support/node/linkForm';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'link', operation: 'create', url: 'https://example.com/landing' };

const service = useService();

async function create(additionalFields: INodeParameters): Promise<IDataObject> {
	const [link] = await service.output({
		...OPERATION,
		simple: false,
		...linkForm(additionalFields),
	});
	return link;
}

function sentBody(): unknown {
	return service.proxy.requests[0].body;
}

function storedLink(id: unknown): LinkRow {
	return row<LinkRow>(service.sandbox, 'SELECT * FROM links WHERE id = ?', String(id));
}

describe('Link · Create', () => {
	it('requires only a destination URL', async () => {
		const [link] = await service.output({ ...OPERATION, url: '  https://example.com/landing ' });
		expect(sentBody()).toEqual({ url: 'https://example.com/landing' });
		expect(link.key).toMatch(/^[0-9A-Za-z]{7}$/);
		expect(storedLink(link.id)).toMatchObject({ url: link.url, key: link.key });
		expect(Object.keys(link)).toHaveLength(10);
	});

	it('returns all fields when Simplify is off', async () => {
		expect(Object.keys(await create({})).length).toBeGreaterThan(40);
	});

	it('sends every field under its API name', async () => {
		const { folder } = row<{ folder: string }>(
			service.sandbox,
			"SELECT f.id AS folder FROM folders f JOIN workspaces w ON w.id = workspace_id WHERE slug = 'business'",
		);
		const { partner, program } = row<{ partner: string; program: string }>(
			service.sandbox,
			`SELECT e.partner_id AS partner, e.program_id AS program FROM enrollments e
			 JOIN workspaces w ON w.default_program_id = e.program_id WHERE slug = 'business' AND status = 'approved'`,
		);
		const texts = {
			android: 'https://example.com/android',
			comments: 'for the fair',
			description: 'Preview text',
			domain: 'try.business.example.com',
			expiredUrl: 'https://example.com/over',
			externalId: 'fair-1',
			image: 'https://example.com/image.png',
			ios: 'https://example.com/ios',
			key: 'fair',
			password: 'open sesame',
			programId: program,
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
		const flags = {
			archived: true,
			doIndex: true,
			proxy: true,
			rewrite: true,
			trackConversion: true,
		};
		const variants = [
			{ url: 'https://example.com/a', percentage: 60 },
			{ url: 'https://example.com/b', percentage: 40 },
		];
		const link = await create({
			...texts,
			...flags,
			expiresAt: '2027-01-31T10:30:00',
			folderId: { __rl: true, mode: 'list', value: folder },
			partnerId: { __rl: true, mode: 'id', value: partner },
			geo: { countries: [{ country: 'DE', url: 'https://example.com/de' }] },
			tagNames: 'Blog, Events',
			testCompletedAt: '2026-12-31',
			testStartedAt: '2026-12-01T00:00:00Z',
			testVariants: { variants },
		});
		expect(sentBody()).toEqual({
			...texts,
			...flags,
			url: OPERATION.url,
			// Without an offset it is in the workflow's time zone, Europe/Berlin.
			expiresAt: '2027-01-31T09:30:00.000Z',
			folderId: folder,
			partnerId: partner,
			geo: { DE: 'https://example.com/de' },
			tagNames: ['Blog', 'Events'],
			testCompletedAt: '2026-12-30T23:00:00.000Z',
			testStartedAt: '2026-12-01T00:00:00.000Z',
			testVariants: variants,
		});
		expect(storedLink(link.id)).toMatchObject({
			key: 'fair',
			domain: 'try.business.example.com',
			external_id: 'fair-1',
			folder_id: folder,
			partner_id: partner,
			expires_at: Date.UTC(2027, 0, 31, 9, 30),
			test_started_at: Date.UTC(2026, 11, 1),
			password: 'open sesame',
			archived: 1,
			track_conversion: 1,
			geo: JSON.stringify({ DE: 'https://example.com/de' }),
			test_variants: JSON.stringify(variants),
		});
		expect(link).toMatchObject({ ...flags, externalId: 'fair-1', utm_term: 'short links' });
		expect((link.tags as IDataObject[]).map(({ name }) => name).sort()).toEqual(['Blog', 'Events']);
	});

	it('creates a random slug of the given length with a prefix', async () => {
		const { key } = await create({ keyLength: 12, prefix: '/c/' });
		expect(sentBody()).toEqual({ url: OPERATION.url, keyLength: 12, prefix: '/c/' });
		expect(key).toMatch(/^c\/[0-9A-Za-z]{12}$/);
	});

	it('stores an external ID without its prefix', async () => {
		const { externalId } = await create({ externalId: 'ext_order-77' });
		expect(externalId).toBe('order-77');
	});

	it.each([
		['comma-separated text', 'a, b,,c '],
		['an array', ['a', 'b', 'c']],
		['JSON text', '["a","b","c"]'],
	])('accepts tag IDs as %s', async (_, tagIds) => {
		service.proxy.respondNext({ status: 200, body: { id: 'link_1' } });
		await create({ tagIds });
		expect(sentBody()).toEqual({ url: OPERATION.url, tagIds: ['a', 'b', 'c'] });
	});

	it('omits fields that were added but left empty', async () => {
		await create({ comments: '', title: '  ', expiresAt: '', tagIds: '', folderId: '' });
		expect(sentBody()).toEqual({ url: OPERATION.url });
	});

	it('converts numbers and booleans from expressions to the types of the API', async () => {
		service.proxy.respondNext({ status: 200, body: { id: 'link_1' } });
		await service.run(
			{
				...OPERATION,
				additionalFields: {
					archived: '={{ $json.yes }}',
					comments: '={{ $json.number }}',
					externalId: '={{ $json.number }}',
					password: '={{ $json.number }}',
					keyLength: '={{ $json.length }}',
				},
			},
			{ items: [{ yes: 'true', number: 1234, length: '9' }] },
		);
		expect(sentBody()).toEqual({
			url: OPERATION.url,
			archived: true,
			comments: '1234',
			externalId: '1234',
			password: '1234',
			keyLength: 9,
		});
	});

	const variant = { url: 'https://example.com/a', percentage: 50 };
	it.each<[string, INodeParameters, string]>([
		[
			'Tag Names',
			{ tagIds: 'a', tagNames: 'b' },
			"cannot be combined with 'Tags'. Use one of them.",
		],
		[
			'Slug Length',
			{ key: 'a', keyLength: 9 },
			"applies only to random slugs. Remove it or 'Slug'.",
		],
		['Prefix', { key: 'a', prefix: 'c' }, "applies only to random slugs. Remove it or 'Slug'."],
		['Slug', { key: 'a'.repeat(191) }, 'can have at most 190 characters'],
		['Domain', { domain: 'a'.repeat(191) }, 'can have at most 190 characters'],
		['Prefix', { prefix: 'a'.repeat(191) }, 'can have at most 190 characters'],
		['External ID', { externalId: 'a'.repeat(256) }, 'can have at most 255 characters'],
		['Tenant ID', { tenantId: 'a'.repeat(256) }, 'can have at most 255 characters'],
		['Expiration URL', { expiredUrl: 'a'.repeat(32_001) }, 'can have at most 32000 characters'],
		['iOS URL', { ios: 'a'.repeat(32_001) }, 'can have at most 32000 characters'],
		['Android URL', { android: 'a'.repeat(32_001) }, 'can have at most 32000 characters'],
		['UTM Source', { utm_source: 'a'.repeat(256) }, 'can have at most 255 characters'],
		['UTM Medium', { utm_medium: 'a'.repeat(256) }, 'can have at most 255 characters'],
		['UTM Campaign', { utm_campaign: 'a'.repeat(256) }, 'can have at most 255 characters'],
		['UTM Term', { utm_term: 'a'.repeat(256) }, 'can have at most 255 characters'],
		['UTM Content', { utm_content: 'a'.repeat(256) }, 'can have at most 255 characters'],
		['Referral Parameter', { ref: 'a'.repeat(256) }, 'can have at most 255 characters'],
		[
			'A/B Test Variants',
			{ trackConversion: true, testVariants: { variants: [variant] } },
			'must have two to four variants',
		],
		[
			'A/B Test Variants',
			{ trackConversion: true, testVariants: { variants: Array(5).fill(variant) } },
			'must have two to four variants',
		],
		[
			'A/B Test Variants',
			{ testVariants: { variants: [variant, variant] } },
			"requires 'Track Conversions' to be on",
		],
		[
			'Country',
			{ geo: { countries: [{ country: 'Germany', url: 'https://example.com' }] } },
			"must be a two-letter ISO 3166-1 code such as US, not 'Germany'",
		],
		...['Title', 'Description', 'Image', 'Video'].map(
			(part) =>
				[
					`Preview: ${part}`,
					{ [part.toLowerCase()]: 'https://example.com/a' },
					"requires 'Preview: Custom' to be on",
				] as [string, INodeParameters, string],
		),
		['Preview: Title', { title: 'New', proxy: false }, "requires 'Preview: Custom' to be on"],
	])(
		"rejects an invalid '%s' before sending a request: %j",
		async (label, additionalFields, text) => {
			expect(await service.refusal({ ...OPERATION, ...linkForm(additionalFields) })).toBe(
				`'${label}' ${text}`,
			);
		},
	);

	it.each([['a'.repeat(32_001), "'Destination URL' can have at most 32000 characters"]])(
		'rejects an invalid destination URL before sending a request',
		async (url, message) => {
			expect((await service.failure({ ...OPERATION, url })).message).toBe(message);
			expect(service.proxy.requests).toEqual([]);
		},
	);

	it('rejects an image that the service would discard', async () => {
		for (const image of ['no image', 'example.com/a.png', 'data:text/html;base64,AAAA']) {
			const error = await service.failure({ ...OPERATION, additionalFields: { image } });
			expect(error.message).toMatch(/^'Preview: Image' must be a URL such as /);
		}
		expect(service.proxy.requests).toEqual([]);
	});

	it('names the field that the service rejects', async () => {
		const image = 'http://localhost/image.png';
		const error = await service.failure({ ...OPERATION, additionalFields: { image, proxy: true } });
		expect(error.message).toMatch(/^'Preview: Image' was not accepted: .+$/);
	});
});
