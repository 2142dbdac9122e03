import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { linkForm } from '../../support/node/linkForm';
import { useService } from '../../support/node/nodeService';

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

describe('Link · Create', () => {
	it('requires only a destination URL', async () => {
		const [link] = await service.output({ ...OPERATION, url: '  https://example.com/landing ' });
		expect(sentBody()).toEqual({ url: 'https://example.com/landing' });
		expect(Object.keys(link)).toHaveLength(10);
	});

	it('returns all fields when Simplify is off', async () => {
		expect(Object.keys(await create({})).length).toBeGreaterThan(40);
	});

	it('takes dates without an offset as in the time zone of the workflow', async () => {
		for (const [expiresAt, sent] of [
			['2027-01-31T10:30:00', '2027-01-31T09:30:00.000Z'],
			['2026-12-31', '2026-12-30T23:00:00.000Z'],
		]) {
			service.proxy.reset();
			await create({ expiresAt });
			expect(sentBody()).toEqual({ url: OPERATION.url, expiresAt: sent });
		}
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
		['Domain', { domain: 'a'.repeat(191) }, 'can have at most 190 characters'],
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
