import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'domain', operation: 'create' };

const service = useService();

/** As another node puts it out. */
const PNG = { data: 'iVBORw0KGgo=', mimeType: 'image/png', fileName: 'logo.png' };

function stored(slug: string) {
	return row(
		service.sandbox,
		`SELECT d.*, a.asset_links, a.apple_app_site_association FROM domains d
		 LEFT JOIN domain_apps a ON a.domain_id = d.id WHERE slug = ?`,
		slug,
	);
}

describe('Domain · Create', () => {
	it('requires only the domain name and returns ten flat fields', async () => {
		expect(await service.output({ ...OPERATION, slug: ' To.Example.org ' })).toEqual([
			{
				id: expect.stringMatching(/^dom_/),
				slug: 'to.example.org',
				verified: false,
				primary: false,
				archived: false,
				expiredUrl: null,
				notFoundUrl: null,
				placeholder: null,
				createdAt: expect.any(String),
				registrationExpiresAt: null,
			},
		]);
		expect(stored('to.example.org').workspace_id).toBe(workspaceId(service.sandbox, 'business'));
	});

	it('stores all fields and returns them when Simplify is off', async () => {
		const fields = {
			archived: true,
			expiredUrl: 'https://example.com/over',
			logo: 'data:image/png;base64,iVBORw0KGgo=',
			notFoundUrl: 'https://example.com/lost',
			placeholder: 'https://example.com/product',
		};
		const [domain] = await service.output({
			...OPERATION,
			slug: 'all.example.org',
			simple: false,
			additionalFields: {
				...fields,
				assetLinks: '[{"relation":["all"]}]',
				appleAppSiteAssociation: '{"applinks":{}}',
			},
		});
		expect(domain).toMatchObject({
			...fields,
			assetLinks: '[{"relation":["all"]}]',
			appleAppSiteAssociation: '{"applinks":{}}',
			registeredDomain: null,
		});
		expect(stored('all.example.org')).toMatchObject({
			archived: 1,
			expired_url: fields.expiredUrl,
			logo: fields.logo,
			not_found_url: fields.notFoundUrl,
			placeholder: fields.placeholder,
			asset_links: '[{"relation":["all"]}]',
			apple_app_site_association: '{"applinks":{}}',
		});
	});

	it.each(['image/png', 'image/jpeg', 'IMAGE/WEBP', 'image/gif; charset=binary'])(
		'reads the logo from a binary field of the type %s',
		async (mimeType) => {
			const slug = `${mimeType.replace(/\W+/g, '-').toLowerCase()}.example.org`;
			await service.run(
				{ ...OPERATION, slug, additionalFields: { logoBinaryPropertyName: ' logo ' } },
				{ binary: { logo: { ...PNG, mimeType } } },
			);
			const type = mimeType.split(';')[0].toLowerCase();
			expect(stored(slug).logo).toBe(`data:${type};base64,${PNG.data}`);
		},
	);

	it.each([
		[
			{ mimeType: 'image/svg+xml' },
			"'Logo Input Binary Field' has a file of the type image/svg+xml. It must be one of: image/png, image/jpeg, image/jpg, image/gif, image/webp.",
		],
		[{ data: '' }, "'Logo Input Binary Field' has an empty file"],
	])('rejects a binary field with %j', async (file, message) => {
		const additionalFields = { logoBinaryPropertyName: 'logo' };
		expect(
			await service.refusal(
				{ ...OPERATION, slug: 'a.example.org', additionalFields },
				{ binary: { logo: { ...PNG, ...file } } },
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
		expect(stored('json.example.org').expired_url).toBe('https://example.com/over');
	});

	const NO_DOMAIN =
		"'Domain Name' must be a domain such as go.example.com, without https:// or a path";
	const NO_PICTURE =
		"'Logo' must be data:image/png;base64,... text, or a URL that starts with https://dubassets.com or https://www.google.com/s2/favicons?sz=64&domain_url=";

	it.each<[INodeParameters, string]>([
		[{ slug: 'https://go.example.com' }, NO_DOMAIN],
		[{ slug: 'go.example.com/a' }, NO_DOMAIN],
		[{ slug: 'localhost' }, NO_DOMAIN],
		[{ slug: 'www.example.com' }, "'Domain Name' must not start with www."],
		[{ slug: `${'x'.repeat(187)}.org` }, "'Domain Name' can have at most 190 characters"],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect((await service.failure({ ...OPERATION, ...parameters })).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it.each<[INodeParameters, string]>([
		[{ assetLinks: '{broken' }, "'Android Asset Links' must be a JSON object or array"],
		[{ assetLinks: '7' }, "'Android Asset Links' must be a JSON object or array"],
		[
			{ appleAppSiteAssociation: 'applinks' },
			"'Apple App Site Association' must be a JSON object or array",
		],
		[
			{ expiredUrl: 'over there' },
			"'Expiration URL' must be a URL such as https://example.com/page",
		],
		[{ notFoundUrl: 'lost' }, "'Not Found URL' must be a URL such as https://example.com/page"],
		[
			{ notFoundUrl: `https://example.com/${'x'.repeat(32_000)}` },
			"'Not Found URL' can have at most 32000 characters",
		],
		[{ logo: 'logo.png' }, NO_PICTURE],
		[{ logo: 'https://example.com/logo.png' }, NO_PICTURE],
		[{ logo: 'https://www.google.com/s2/favicons?domain_url=example.com' }, NO_PICTURE],
		[
			{ logo: 'https://dubassets.com/a.png', logoBinaryPropertyName: 'data' },
			"'Logo' and 'Logo Input Binary Field' are both filled in. Use one of them.",
		],
		[
			{ logoBinaryPropertyName: 'data' },
			"This operation expects the node's input data to contain a binary file 'data', but none was found [item 0]",
		],
		[{ logo: 'data:image/svg+xml;base64,PHN2Zz4=' }, NO_PICTURE],
		[{ placeholder: 'x'.repeat(101) }, "'Placeholder' can have at most 100 characters"],
	])('rejects the field %j before sending a request', async (additionalFields, message) => {
		expect(await service.refusal({ ...OPERATION, slug: 'a.example.org', additionalFields })).toBe(
			message,
		);
	});

	it('names the required plan and permission (Free plan)', async () => {
		const parameters = {
			...OPERATION,
			slug: 'free.example.org',
			additionalFields: { logoBinaryPropertyName: 'data' },
		};
		const binary = { data: PNG };
		const error = await service.failure(parameters, { workspace: 'free', binary });
		expect(error.httpCode).toBe('403');
		expect(error.description).toContain('the Pro plan or higher and the permission domains.write');
	});

	it('reports a role that cannot add domains', async () => {
		const error = await service.failure(
			{ ...OPERATION, slug: 'member.example.org' },
			{ key: 'member' },
		);
		expect(error.httpCode).toBe('403');
		expect(error.description).toContain('the permission domains.write');
		expect(error.description).toContain('the role of its user');
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
