import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'embedToken', operation: 'create' };
const ADVANCED = { workspace: 'advanced' };

const service = useService();

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
