import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { enrollments } from '../../support/sandbox/partners';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partner', operation: 'get' };
const ADVICE = /^Check the ID and whether it belongs to the workspace of the credential\./;

const service = useService();

function emailOf(id: string): string {
	return row<{ email: string }>(service.sandbox, 'SELECT email FROM partners WHERE id = ?', id)
		.email;
}

describe('Partner · Get', () => {
	it.each(['approved', 'banned', 'deactivated'] as const)(
		'finds a partner who is %s by each of their IDs',
		async (status) => {
			const [{ partner_id: id, tenant_id: tenantId }] = enrollments(service.sandbox, 1, status);
			for (const partner of [
				id,
				locator('list', id),
				locator('tenantId', String(tenantId)),
				locator('email', emailOf(id).toUpperCase()),
			]) {
				const [found, ...others] = await service.output({ ...OPERATION, partner });
				expect(found).toMatchObject({ id, status, tenantId });
				expect(Object.keys(found)).toHaveLength(13);
				expect(others).toEqual([]);
			}
			expect(service.proxy.requests).toHaveLength(4);
		},
	);

	it.each([
		[locator('id', 'pn_none'), 'ID pn_none'],
		[locator('id', 'pn_'), 'ID pn_'],
		[locator('tenantId', 'nobody'), 'tenant ID nobody'],
		[locator('email', 'nobody@example.com'), 'email nobody@example.com'],
	])('does not find %j', async (partner, what) => {
		const error = await service.failure({ ...OPERATION, partner });
		expect(error.message).toBe(
			`'Partner' was not found: no partner in the program has the ${what}`,
		);
		expect(error.description).toMatch(ADVICE);
	});
});
