import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'embedToken', operation: 'create' };
const ADVANCED = { workspace: 'advanced' };

const service = useService();

function sentBody(): unknown {
	return service.proxy.requests[0].body;
}

function enrolled(): { partner: string; tenant: string } {
	return row(
		service.sandbox,
		`SELECT partner_id AS partner, tenant_id AS tenant FROM enrollments
		 WHERE program_id = ? AND status = 'approved' AND tenant_id IS NOT NULL`,
		programId(service.sandbox, 'advanced'),
	);
}

function partnerOf(publicToken: unknown): string {
	const sql = 'SELECT partner_id AS id FROM embed_tokens WHERE public_token = ?';
	return row<{ id: string }>(service.sandbox, sql, String(publicToken)).id;
}

describe('Embed Token · Create', () => {
	it.each(['list', 'id'])('finds an enrolled partner by ID (%s)', async (mode) => {
		const { partner } = enrolled();
		const partnerId = { __rl: true, mode, value: partner };
		const [token] = await service.output({ ...OPERATION, partnerId }, ADVANCED);
		expect(token).toEqual({
			publicToken: expect.stringMatching(/^dub_embed_/),
			expires: expect.stringMatching(/^\d{4}-.+Z$/),
		});
		expect(partnerOf(token.publicToken)).toBe(partner);
		expect(service.proxy.requests).toHaveLength(1);
		expect(service.proxy.requests[0]).toMatchObject({
			method: 'POST',
			path: '/tokens/embed/referrals',
			query: {},
			body: { partnerId: partner },
		});
	});

	it('finds an enrolled partner by tenant ID', async () => {
		const { partner, tenant } = enrolled();
		const [token] = await service.output({ ...OPERATION, tenantId: ` ${tenant}` }, ADVANCED);
		expect(sentBody()).toEqual({ tenantId: tenant });
		expect(partnerOf(token.publicToken)).toBe(partner);
	});

	it('enrolls a partner with every field', async () => {
		const { groupId } = row<{ groupId: string }>(
			service.sandbox,
			'SELECT id AS groupId FROM partner_groups WHERE program_id = ? ORDER BY id DESC',
			programId(service.sandbox, 'advanced'),
		);
		const details = {
			description: 'Runs a newsletter about links',
			groupId,
			image: 'https://example.com/ada.png',
			name: 'Ada Example',
			username: 'ada-example',
		};
		const linkTexts = {
			android: 'https://example.com/android',
			comments: 'from the fair',
			description: 'Preview text',
			expiredUrl: 'https://example.com/over',
			externalId: 'partner-link-1',
			image: 'https://example.com/image.png',
			ios: 'https://example.com/ios',
			password: 'open sesame',
			prefix: 'ref',
			tenantId: 'tenant-of-link',
			title: 'Preview title',
			video: 'https://example.com/video.mp4',
			archived: true,
			doIndex: true,
			proxy: true,
			rewrite: true,
		};
		const variants = [
			{ url: 'https://example.com/a', percentage: 90 },
			{ url: 'https://example.com/b', percentage: 10 },
		];
		const { tagId } = row<{ tagId: string }>(
			service.sandbox,
			"SELECT t.id AS tagId FROM tags t JOIN workspaces w ON w.id = workspace_id WHERE slug = 'advanced'",
		);
		const [token] = await service.output(
			{
				...OPERATION,
				email: 'ada@example.com',
				tenantId: 'new-tenant',
				partnerDetails: { ...details, country: 'de' },
				linkProps: {
					...linkTexts,
					expiresAt: '2027-06-01T12:00:00',
					tagIds: tagId,
					testCompletedAt: '2027-02-01',
					testStartedAt: '2027-01-01',
					testVariants: { variants },
				},
			},
			ADVANCED,
		);
		expect(sentBody()).toEqual({
			tenantId: 'new-tenant',
			partner: {
				email: 'ada@example.com',
				tenantId: 'new-tenant',
				...details,
				country: 'DE',
				linkProps: {
					...linkTexts,
					expiresAt: '2027-06-01T10:00:00.000Z',
					tagIds: [tagId],
					testCompletedAt: '2027-01-31T23:00:00.000Z',
					testStartedAt: '2026-12-31T23:00:00.000Z',
					testVariants: variants,
				},
			},
		});
		const partner = partnerOf(token.publicToken);
		expect(row(service.sandbox, 'SELECT * FROM partners WHERE id = ?', partner)).toMatchObject({
			email: 'ada@example.com',
			name: 'Ada Example',
			username: 'ada-example',
			country: 'DE',
		});
		expect(
			row(service.sandbox, 'SELECT * FROM enrollments WHERE partner_id = ?', partner),
		).toMatchObject({ tenant_id: 'new-tenant', group_id: groupId, status: 'approved' });
		expect(
			row(service.sandbox, "SELECT * FROM links WHERE external_id = 'partner-link-1'"),
		).toMatchObject({ partner_id: partner, test_variants: JSON.stringify(variants) });
	});

	it.each<[INodeParameters, string]>([
		[{}, "'Partner', 'Tenant ID', and 'Partner Email' are empty. Fill in at least one of them."],
		[
			{ tenantId: 't', partnerDetails: { name: 'Ada' } },
			"'Partner Email' is required with 'Partner Details' or 'Link Properties', because they apply to a new partner",
		],
		[
			{ tenantId: 't', linkProps: { comments: 'x' } },
			"'Partner Email' is required with 'Partner Details' or 'Link Properties', because they apply to a new partner",
		],
		[
			{ tenantId: 't', partnerDetailsJson: '{ "name": "Ada" }' },
			"'Partner Email' is required with 'Partner Details' or 'Link Properties', because they apply to a new partner",
		],
		[
			{ email: 'a@b.co', partnerDetails: { name: 'Ada' }, partnerDetailsJson: '{ "name": "Bo" }' },
			"'Partner Details' and 'Partner Details (JSON)' are both filled in. Use one of them.",
		],
		[
			{ email: 'a@b.co', partnerDetailsJson: '{ "email": "b@b.co" }' },
			"'Partner Details (JSON)' has the unknown field 'email'. Allowed are: country, description, groupId, image, name, username.",
		],
		[
			{ email: 'a@b.co', partnerDetailsJson: '={{ [] }}' },
			'\'Partner Details (JSON)\' must be a JSON object, e.g. { "key": "value" }',
		],
		[
			{ email: 'a@b.co', linkProps: { comments: 'a' }, linkPropsJson: '{ "comments": "b" }' },
			"'Link Properties' and 'Link Properties (JSON)' are both filled in. Use one of them.",
		],
		[{ email: 'ada' }, "'Partner Email' must be an email address"],
		[{ email: `${'a'.repeat(190)}@b.co` }, "'Partner Email' can have at most 190 characters"],
		[{ tenantId: 'a'.repeat(256) }, "'Tenant ID' can have at most 255 characters"],
		[
			{ email: 'a@b.co', partnerDetails: { country: 'Germany' } },
			"'Country' must be a two-letter ISO 3166-1 code such as US, not 'Germany'",
		],
		[
			{ email: 'a@b.co', partnerDetails: { description: 'a'.repeat(5001) } },
			"'Description' can have at most 5000 characters",
		],
		[
			{ email: 'a@b.co', partnerDetails: { name: 'a'.repeat(101) } },
			"'Name' can have at most 100 characters",
		],
		[
			{ email: 'a@b.co', partnerDetails: { username: 'a'.repeat(101) } },
			"'Username' can have at most 100 characters",
		],
		[
			{ email: 'a@b.co', partnerDetails: { username: 'Ada Example' } },
			"'Username' can contain only letters, digits, hyphens, underscores, dots, and slashes, and must not start with an underscore",
		],
		[
			{ email: 'a@b.co', linkProps: { tagIds: 'a', tagNames: 'b' } },
			"'Tag Names' cannot be combined with 'Tags'. Use one of them.",
		],
		[
			{
				email: 'a@b.co',
				linkProps: { testVariants: { variants: [{ url: 'https://example.com', percentage: 50 }] } },
			},
			"'A/B Test Variants' must have two to four variants",
		],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect(await service.refusal({ ...OPERATION, ...parameters }, ADVANCED)).toBe(message);
	});

	it('enrolls a partner with details and link properties given as objects', async () => {
		const [token] = await service.output(
			{
				...OPERATION,
				email: 'json@example.com',
				partnerDetailsJson: '={{ $json.details }}',
				linkPropsJson: '={{ $json.link }}',
			},
			{
				...ADVANCED,
				items: [
					{
						details: { name: 'Jason Example', country: 'fr', username: null },
						link: { externalId: 'partner-link-2', comments: 'as JSON' },
					},
				],
			},
		);
		const partner = partnerOf(token.publicToken);
		expect(row(service.sandbox, 'SELECT * FROM partners WHERE id = ?', partner)).toMatchObject({
			name: 'Jason Example',
			country: 'FR',
		});
		expect(
			row(service.sandbox, "SELECT * FROM links WHERE external_id = 'partner-link-2'"),
		).toMatchObject({ partner_id: partner, comments: 'as JSON' });
	});

	it('names the nested field that the service rejects', async () => {
		const error = await service.failure(
			{ ...OPERATION, email: 'b@b.co', linkProps: { expiredUrl: 'none', expiresAt: '2030-01-01' } },
			ADVANCED,
		);
		expect(error.message).toMatch(/^'Expiration URL' was not accepted: /);
	});

	it('accepts the status 201 that the public service returns', async () => {
		service.sandbox.quirks.embedTokenStatus = 201;
		const { tenant } = enrolled();
		expect(await service.output({ ...OPERATION, tenantId: tenant }, ADVANCED)).toHaveLength(1);
		service.sandbox.quirks.embedTokenStatus = 200;
	});

	it('creates a token for each item and continues after a partner who is not found', async () => {
		const { tenant } = enrolled();
		const output = await service.run(
			{ ...OPERATION, tenantId: '={{ $json.tenant }}', email: '={{ $json.email }}' },
			{
				...ADVANCED,
				items: [
					{ tenant: 'nobody', email: '' },
					{ tenant, email: '' },
					{ tenant: 'fresh', email: 'fresh@example.com' },
				],
				continueOnFail: true,
			},
		);
		expect(output).toEqual([
			{
				json: {
					error: expect.stringContaining(
						'The partner is not in this program, and partner is not set.',
					),
				},
				pairedItem: { item: 0 },
			},
			{
				json: expect.objectContaining({ publicToken: expect.any(String) }),
				pairedItem: { item: 1 },
			},
			{
				json: expect.objectContaining({ publicToken: expect.any(String) }),
				pairedItem: { item: 2 },
			},
		]);
	});
});
