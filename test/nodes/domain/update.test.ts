import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'domain', operation: 'update' };

const service = useService();

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

describe('Domain · Update', () => {
	it('reads the logo from a binary field', async () => {
		add('binary.example.org');
		const parameters = { ...OPERATION, domain: 'binary.example.org' };
		const updateFields = { logoBinaryPropertyName: 'data' };
		const binary = { data: { data: 'R0lGODlhAQ==', mimeType: 'image/gif' } };
		await service.run({ ...parameters, updateFields }, { binary });
		expect(service.proxy.requests[0].body).toEqual({ logo: 'data:image/gif;base64,R0lGODlhAQ==' });
		const error = await service.failure(
			{ ...parameters, updateFields, fieldsToClear: ['logo'] },
			{ binary },
		);
		expect(error.message).toBe(
			"'Logo' is both set and listed in 'Fields to Clear'. Remove one of them.",
		);
	});
});
