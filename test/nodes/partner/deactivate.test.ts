import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { enrollmentOf, enrollments, linksOf } from '../../support/sandbox/partners';

const OPERATION = { resource: 'partner', operation: 'deactivate' };

const service = useService();

describe('Partner · Deactivate', () => {
	it('deactivates a partner and expires their links', async () => {
		const [{ partner_id: partner }] = enrollments(service.sandbox);
		expect(await service.output({ ...OPERATION, partner: locator('list', partner) })).toMatchObject(
			[
				{
					partnerId: partner,
					status: 'deactivated',
					changed: true,
					effect: expect.stringMatching(/^\d+ links? expired/),
				},
			],
		);
		expect(enrollmentOf(service.sandbox, partner).status).toBe('deactivated');
		const links = linksOf(service.sandbox, partner);
		expect(links.length).toBeGreaterThan(0);
		expect(links.every((link) => link.expires_at !== null)).toBe(true);
	});
});
