import { describe, expect, it } from '@jest/globals';
import type { IBinaryData } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'domain', operation: 'create' };

const service = useService();

/** As another node puts it out. */
const PNG = { data: 'iVBORw0KGgo=', mimeType: 'image/png', fileName: 'logo.png' };

describe('Domain · Create', () => {
	it.each(['image/png', 'image/jpeg', 'IMAGE/WEBP', 'image/gif; charset=binary'])(
		'reads the logo from a binary field of the type %s',
		async (mimeType) => {
			const slug = `${mimeType.replace(/\W+/g, '-').toLowerCase()}.example.org`;
			await service.run(
				{ ...OPERATION, slug, additionalFields: { logoBinaryPropertyName: ' logo ' } },
				{ binary: { logo: { ...PNG, mimeType } } },
			);
			const type = mimeType.split(';')[0].toLowerCase();
			const logo = `data:${type};base64,${PNG.data}`;
			expect(service.proxy.requests[0].body).toEqual({ slug, logo });
		},
	);

	it.each([
		[
			{ mimeType: 'image/svg+xml' },
			"'Logo Input Binary Field' has a file of the type image/svg+xml. It must be one of: image/png, image/jpeg, image/jpg, image/gif, image/webp.",
		],
		[
			{ mimeType: undefined },
			"'Logo Input Binary Field' has a file of the type unknown. It must be one of: image/png, image/jpeg, image/jpg, image/gif, image/webp.",
		],
		[{ data: '' }, "'Logo Input Binary Field' has an empty file"],
	])('rejects a binary field with %o', async (file, message) => {
		const additionalFields = { logoBinaryPropertyName: 'logo' };
		expect(
			await service.refusal(
				{ ...OPERATION, slug: 'a.example.org', additionalFields },
				{ binary: { logo: { ...PNG, ...file } as IBinaryData } },
			),
		).toBe(message);
	});

	it('sends objects from expressions as JSON text and omits empty form fields', async () => {
		await service.run(
			{
				...OPERATION,
				slug: 'json.example.org',
				additionalFields: {
					archived: '={{ $json.archived }}',
					assetLinks: '={{ $json.links }}',
					appleAppSiteAssociation: '{}',
					expiredUrl: 'example.com/over',
					placeholder: ' ',
				},
			},
			{ items: [{ archived: 'true', links: [{ relation: ['a'] }] }] },
		);
		expect(service.proxy.requests[0].body).toEqual({
			slug: 'json.example.org',
			archived: true,
			assetLinks: '[{"relation":["a"]}]',
			expiredUrl: 'example.com/over',
		});
	});

	it('shows the plain-text reason why the domain could not be added', async () => {
		const body = 'The domain is used by another project.';
		service.proxy.respondNext({ status: 422, body, headers: { 'content-type': 'text/plain' } });
		const error = await service.failure({ ...OPERATION, slug: 'used.example.org' });
		expect(error.message).toBe(body);
	});

	it('does not show a long text as the reason', async () => {
		const body = 'Sorry. '.repeat(100);
		service.proxy.respondNext({ status: 422, body, headers: { 'content-type': 'text/plain' } });
		const error = await service.failure({ ...OPERATION, slug: 'used.example.org' });
		expect(error.message).not.toContain('Sorry. Sorry.');
	});

	it('leaves names in messages that are not fields as they are', async () => {
		const message = 'The value of someThing is wrong.';
		const body = { error: { code: 'bad_request', message } };
		service.proxy.respondNext({ status: 400, body });
		const parameters = { ...OPERATION, slug: 'used.example.org' };
		const error = await service.failure(parameters);
		expect(error.message).toBe(message);
	});
});
