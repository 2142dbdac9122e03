import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { programId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'discountCode', operation: 'delete' };

const service = useService();

interface StoredCode {
	id: string;
	code: string;
}

/** Codes that are still attached to a discount of the provider. */
function codes(provider: string, count = 1): StoredCode[] {
	return service.sandbox.db.all<StoredCode>(
		`SELECT c.id, c.code FROM discount_codes c JOIN discounts d ON d.id = c.discount_id
		 WHERE c.program_id = ? AND provider = ? LIMIT ?`,
		programId(service.sandbox, 'business'),
		provider,
		count,
	);
}

function isAttached(id: string): boolean {
	const sql = 'SELECT 1 FROM discount_codes WHERE id = ? AND discount_id IS NOT NULL';
	return service.sandbox.db.get(sql, id) !== undefined;
}

function notifications(provider: string): string[] {
	return service.sandbox.db
		.all<{ payload: string }>(
			'SELECT payload FROM provider_notifications WHERE provider = ?',
			provider,
		)
		.map(({ payload }) => payload);
}

function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
}

describe('Discount Code · Delete', () => {
	it.each([
		['list', 'stripe', ({ id }: StoredCode) => id],
		['id', 'shopify', ({ id }: StoredCode) => id],
		['code', 'custom', ({ code }: StoredCode) => code],
		['id', 'stripe', ({ code }: StoredCode) => code],
	])(
		'deletes a code given in mode %s and notifies the provider %s',
		async (mode, provider, choose) => {
			const [stored] = codes(provider);
			const value = choose(stored);
			expect(await service.output({ ...OPERATION, discountCode: locator(mode, value) })).toEqual([
				{ id: stored.id, deleted: true },
			]);
			expect(isAttached(stored.id)).toBe(false);
			expect(notifications(provider).join()).toContain(stored.code);
			expect(service.proxy.requests).toHaveLength(1);
			expect(service.proxy.requests[0]).toMatchObject({
				method: 'DELETE',
				path: `/discount-codes/${value}`,
				query: {},
				body: undefined,
			});
		},
	);

	it('encodes the code in the path', async () => {
		await service.failure({ ...OPERATION, discountCode: locator('code', 'A B/50%?') });
		expect(service.proxy.requests[0].path).toBe('/discount-codes/A%20B%2F50%25%3F');
	});
});
