import { beforeEach, describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partnerApplication', operation: 'getAll' };

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

/** IDs of pending applications, newest first. */
function stored(condition = 'TRUE', ...params: string[]): string[] {
	return service.sandbox.db
		.all<{ id: string }>(
			`SELECT a.id FROM applications a JOIN enrollments e ON e.application_id = a.id
			 JOIN partners p ON p.id = e.partner_id
			 WHERE e.program_id = ? AND e.status = 'pending' AND ${condition}
			 ORDER BY a.created_at DESC, a.id DESC`,
			programId(service.sandbox, 'business'),
			...params,
		)
		.map(({ id }) => id);
}

function queries() {
	return service.proxy.requests.map(({ query }) => query);
}

describe('Partner Application · Get Many', () => {
	it('lists pending applications with ten flat fields', async () => {
		const items = await service.output(OPERATION);
		expect(items.map(({ applicationId }) => applicationId)).toEqual(stored());
		const { id, label } = row<{ id: string; label: string }>(
			service.sandbox,
			`SELECT id, json_extract(form_data, '$[0].label') AS label FROM applications
			 WHERE form_data <> '[]' AND id IN (SELECT value FROM json_each(?))`,
			JSON.stringify(stored()),
		);
		for (const item of items) {
			expect(Object.keys(item)).toEqual([
				'applicationId',
				'createdAt',
				'partnerId',
				'name',
				'email',
				'country',
				'website',
				'description',
				'groupId',
				'answers',
			]);
			expect(item.partnerId).toMatch(/^pn_/);
		}
		const application = items.find(({ applicationId }) => applicationId === id);
		expect(String(application?.answers)).toContain(`${label}: `);
		expect(queries()).toEqual([{ page: '1', pageSize: '50' }]);
	});
});
