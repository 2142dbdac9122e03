import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'domain', operation: 'update' };

const service = useService();

function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
}

function stored(slug: string) {
	return row(
		service.sandbox,
		`SELECT d.*, a.asset_links, a.apple_app_site_association FROM domains d
		 LEFT JOIN domain_apps a ON a.domain_id = d.id WHERE slug = ?`,
		slug,
	);
}

/** Adds a domain with everything set. */
function add(slug: string): void {
	const { db } = service.sandbox;
	db.insert('domains', {
		id: `dom_${slug}`,
		slug,
		workspace_id: workspaceId(service.sandbox, 'business'),
		placeholder: 'https://example.com/product',
		expired_url: 'https://example.com/over',
		not_found_url: 'https://example.com/lost',
		logo: 'https://example.com/logo.png',
		created_at: 0,
		updated_at: 0,
	});
	db.insert('domain_apps', {
		domain_id: `dom_${slug}`,
		asset_links: '[{"relation":[]}]',
		apple_app_site_association: '{"applinks":{}}',
	});
}

const CLEARED = {
	placeholder: null,
	expired_url: null,
	not_found_url: null,
	logo: null,
	asset_links: null,
	apple_app_site_association: null,
};

describe('Domain · Update', () => {
	it.each<[string, (slug: string) => INodeParameters]>([
		['chosen from the list', (slug) => ({ domain: locator('list', slug) })],
		['by name', (slug) => ({ domain: locator('id', ` ${slug.toUpperCase()} `) })],
		['by a bare name', (slug) => ({ domain: slug })],
	])('changes a domain %s and keeps fields that are not set', async (_, give) => {
		const slug = 'try.business.example.com';
		const before = stored(slug);
		const [domain] = await service.output({
			...OPERATION,
			...give(slug),
			updateFields: { placeholder: 'https://example.com/p', expiredUrl: '', assetLinks: '[]' },
		});
		expect(domain).toMatchObject({ slug, placeholder: 'https://example.com/p' });
		expect(Object.keys(domain)).toHaveLength(10);
		expect(stored(slug)).toMatchObject({
			placeholder: 'https://example.com/p',
			expired_url: before.expired_url,
			not_found_url: before.not_found_url,
			archived: before.archived,
		});
		expect(service.proxy.requests[0].body).toEqual({ placeholder: 'https://example.com/p' });
	});

	it('changes every field', async () => {
		add('settings.example.org');
		const [domain] = await service.output({
			...OPERATION,
			domain: 'settings.example.org',
			simple: false,
			updateFields: {
				archived: true,
				expiredUrl: 'https://example.com/2',
				notFoundUrl: 'https://example.com/3',
				logo: 'https://www.google.com/s2/favicons?sz=64&domain_url=example.com',
				placeholder: 'https://example.com/5',
				assetLinks: '[{"relation":["6"]}]',
				appleAppSiteAssociation: '{"applinks":{"7":1}}',
			},
		});
		expect(domain).toMatchObject({
			archived: true,
			logo: 'https://www.google.com/s2/favicons?sz=64&domain_url=example.com',
		});
		expect(stored('settings.example.org')).toMatchObject({
			archived: 1,
			expired_url: 'https://example.com/2',
			not_found_url: 'https://example.com/3',
			logo: 'https://www.google.com/s2/favicons?sz=64&domain_url=example.com',
			placeholder: 'https://example.com/5',
			asset_links: '[{"relation":["6"]}]',
			apple_app_site_association: '{"applinks":{"7":1}}',
		});
	});

	it('reads the logo from a binary field', async () => {
		add('binary.example.org');
		const parameters = { ...OPERATION, domain: 'binary.example.org' };
		const updateFields = { logoBinaryPropertyName: 'data' };
		const binary = { data: { data: 'R0lGODlhAQ==', mimeType: 'image/gif' } };
		await service.run({ ...parameters, updateFields }, { binary });
		expect(stored('binary.example.org').logo).toBe('data:image/gif;base64,R0lGODlhAQ==');
		const error = await service.failure(
			{ ...parameters, updateFields, fieldsToClear: ['logo'] },
			{ binary },
		);
		expect(error.message).toBe(
			"'Logo' is both set and listed in 'Fields to Clear'. Remove one of them.",
		);
	});

	it('clears fields', async () => {
		add('empty.example.org');
		await service.run({
			...OPERATION,
			domain: 'empty.example.org',
			fieldsToClear: [
				...['placeholder', 'expiredUrl', 'notFoundUrl', 'logo', 'assetLinks'],
				'appleAppSiteAssociation',
			],
		});
		expect(stored('empty.example.org')).toMatchObject(CLEARED);
	});

	it('renames a domain and moves its links', async () => {
		add('before.example.org');
		const links = 'SELECT id FROM links WHERE domain = ?';
		const { id } = row<{ id: string }>(
			service.sandbox,
			`SELECT id FROM links WHERE domain = 'try.business.example.com' AND key <> '_root'`,
		);
		service.sandbox.db.run('UPDATE links SET domain = ? WHERE id = ?', 'before.example.org', id);
		const [domain] = await service.output({
			...OPERATION,
			domain: 'before.example.org',
			updateFields: { slug: 'After.example.org' },
		});
		expect(domain).toMatchObject({ id: 'dom_before.example.org', slug: 'after.example.org' });
		expect(service.sandbox.db.all(links, 'before.example.org')).toEqual([]);
		expect(service.sandbox.db.all(links, 'after.example.org')).toEqual([{ id }]);
	});

	it.each<[INodeParameters, string]>([
		[{}, "'Update Fields' is empty. Add at least one field to change."],
		[
			{ updateFields: { assetLinks: '[]', logo: ' ' } },
			"'Update Fields' is empty. Add at least one field to change.",
		],
		[
			{ updateFields: { logo: 'https://dubassets.com/a.png' }, fieldsToClear: ['logo'] },
			"'Logo' is both set and listed in 'Fields to Clear'. Remove one of them.",
		],
		[
			{ domain: locator('list', ''), updateFields: { archived: true } },
			"'Domain' is empty. Choose one from the list or enter its ID.",
		],
		[
			{ domain: 'https://go.example.com', updateFields: { archived: true } },
			"'Domain' must be a domain such as go.example.com, without https:// or a path",
		],
		[{ updateFields: { slug: 'www.example.com' } }, "'Domain Name' must not start with www."],
		[
			{ updateFields: { assetLinks: 'text' } },
			"'Android Asset Links' must be a JSON object or array",
		],
		[
			{ updateFields: { expiredUrl: 'over' } },
			"'Expiration URL' must be a URL such as https://example.com/page",
		],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect(await service.refusal({ ...OPERATION, domain: 'go.example.org', ...parameters })).toBe(
			message,
		);
	});

	it('names the required plan and permission (Free plan)', async () => {
		const error = await service.failure(
			{
				...OPERATION,
				domain: 'go.free.example.com',
				updateFields: { notFoundUrl: 'https://example.com' },
			},
			{ workspace: 'free' },
		);
		expect(error.description).toContain('the Pro plan or higher and the permission domains.write');
	});
});
