import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../n8n/client';
import { items, nodeError, outputItems } from '../../n8n/execution';
import { N8nStack, NODE, type Authentication } from '../support/n8nStack';
import { programId, row, workspaceId } from '../support/rows';

/** The plan that allows every operation. */
const WORKSPACE = 'advanced';

let stack: N8nStack;

beforeAll(async () => {
	stack = await N8nStack.start();
}, 120_000);

afterAll(async () => await stack?.stop());

/** The value of one column of one row. */
function value<T>(sql: string, ...params: string[]): T {
	return row<{ value: T }>(stack.sandbox, sql, ...params).value;
}

function partnerIn(status: string, condition = '1'): string {
	return value(
		`SELECT partner_id AS value FROM enrollments e WHERE program_id = ? AND status = ? AND ${condition} LIMIT 1`,
		programId(stack.sandbox, WORKSPACE),
		status,
	);
}

function linkIds(count: number): string[] {
	return stack.sandbox.db
		.all<{ id: string }>(
			'SELECT id FROM links WHERE workspace_id = ? AND partner_id IS NULL AND folder_id IS NULL ORDER BY id LIMIT ?',
			workspaceId(stack.sandbox, WORKSPACE),
			count,
		)
		.map(({ id }) => id);
}

function exists(table: 'links' | 'discount_codes', id: string): boolean {
	return stack.sandbox.db.get(`SELECT 1 FROM ${table} WHERE id = ?`, id) !== undefined;
}

const byId = (id: string) => ({ __rl: true, mode: 'id', value: id });

describe.each<[string, Authentication]>([
	['an API key', 'apiKey'],
	['OAuth2', 'oAuth2'],
])('every operation with %s', (_, authentication) => {
	let credential: CredentialReference;

	beforeAll(async () => {
		if (authentication === 'apiKey') {
			credential = await stack.apiKeyCredential(WORKSPACE);
		} else {
			credential = await stack.oauthCredential(stack.app(WORKSPACE, true));
			await stack.connect(credential);
		}
	});

	async function output(parameters: IDataObject): Promise<IDataObject[]> {
		const execution = await stack.run(parameters, { credential, authentication });
		expect(nodeError(execution)).toBeUndefined();
		expect(execution.status).toBe('success');
		return items(execution, NODE);
	}

	it('Event · Get Many', async () => {
		const events = await output({
			resource: 'event',
			operation: 'getAll',
			event: 'sales',
			interval: 'all',
			returnAll: true,
			simple: false,
		});
		const stored = stack.sandbox.db.all<{ id: string }>(
			`SELECT event_id AS id FROM events WHERE workspace_id = ? AND kind = 'sale'
			 AND link_id IN (SELECT id FROM links)`,
			workspaceId(stack.sandbox, WORKSPACE),
		);
		expect(events.map(({ eventId }) => eventId).sort()).toEqual(stored.map(({ id }) => id).sort());
	});

	it('Embed Token · Create', async () => {
		const partnerId = partnerIn('approved');
		const [token] = await output({
			resource: 'embedToken',
			operation: 'create',
			partnerId: byId(partnerId),
		});
		expect(
			value(
				'SELECT partner_id AS value FROM embed_tokens WHERE public_token = ?',
				String(token.publicToken),
			),
		).toBe(partnerId);
	});

	it('Partner Application · Reject', async () => {
		const partnerId = partnerIn('pending');
		const answer = await output({
			resource: 'partnerApplication',
			operation: 'reject',
			partnerId: byId(partnerId),
			additionalFields: {
				rejectionReason: 'notTheRightFit',
				rejectionNote: 'Come back with an audience.',
				reapplicationTimeframe: 'never',
				flagForFraud: true,
				flagForFraudReason: 'The site is a copy.',
			},
		});
		expect(answer).toEqual([{ partnerId }]);
		expect(
			row(
				stack.sandbox,
				`SELECT status, reapply_after, rejection_reason, rejection_note, reapplication_timeframe
				 FROM enrollments JOIN applications ON applications.id = application_id
				 WHERE enrollments.partner_id = ?`,
				partnerId,
			),
		).toMatchObject({
			status: 'rejected',
			reapply_after: null,
			rejection_reason: 'notTheRightFit',
			rejection_note: 'Come back with an audience.',
			reapplication_timeframe: 'never',
		});
		expect(value('SELECT reason AS value FROM fraud_alerts WHERE partner_id = ?', partnerId)).toBe(
			'The site is a copy.',
		);
		expect(
			value(
				'SELECT body AS value FROM outbox JOIN partners ON recipient = email WHERE partners.id = ?',
				partnerId,
			),
		).toContain('Come back with an audience.');
	});

	it('Partner · Ban', async () => {
		const partnerId = partnerIn('approved', 'tenant_id IS NOT NULL');
		const tenantId = value<string>(
			'SELECT tenant_id AS value FROM enrollments WHERE partner_id = ?',
			partnerId,
		);
		const answer = await output({
			resource: 'partner',
			operation: 'ban',
			partner: { __rl: true, mode: 'tenantId', value: tenantId },
			reason: 'fake_traffic',
		});
		expect(answer).toEqual([{ partnerId }]);
		expect(
			row(
				stack.sandbox,
				`SELECT status, banned_reason,
					(SELECT count(*) FROM links WHERE partner_id = e.partner_id AND disabled_at IS NULL) AS working,
					(SELECT count(*) FROM commissions WHERE partner_id = e.partner_id AND status <> 'canceled') AS due
				 FROM enrollments e WHERE partner_id = ?`,
				partnerId,
			),
		).toMatchObject({ status: 'banned', banned_reason: 'fake_traffic', working: 0, due: 0 });
	});

	it('Link · Delete Many', async () => {
		const ids = linkIds(2);
		const answer = await output({
			resource: 'link',
			operation: 'deleteMany',
			linkIds: [...ids, 'link_that_does_not_exist'].join(', '),
		});
		expect(answer).toMatchObject([{ deletedCount: 2 }]);
		expect(ids.filter((id) => exists('links', id))).toEqual([]);
	});

	it('Link · Create, Get Many, Delete', async () => {
		const externalId = `order-${authentication}`;
		const [created] = await output({
			resource: 'link',
			operation: 'create',
			url: 'https://www.example.com/landing',
			additionalFields: { externalId, comments: 'From a workflow' },
		});
		const id = String(created.id);
		expect(
			row(stack.sandbox, 'SELECT url, external_id, comments FROM links WHERE id = ?', id),
		).toMatchObject({
			url: 'https://www.example.com/landing',
			external_id: externalId,
			comments: 'From a workflow',
		});

		const links = await output({
			resource: 'link',
			operation: 'getAll',
			returnAll: true,
			filters: { search: 'landing' },
		});
		expect(links).toContainEqual(expect.objectContaining({ id }));

		const locator = { __rl: true, mode: 'externalId', value: externalId };
		expect(await output({ resource: 'link', operation: 'delete', linkId: locator })).toEqual([
			{ id, deleted: true },
		]);
		expect(exists('links', id)).toBe(false);
	});

	it('Folder · Get Many', async () => {
		const folders = await output({ resource: 'folder', operation: 'getAll', returnAll: true });
		const count = value<number>(
			'SELECT count(*) AS value FROM folders WHERE workspace_id = ?',
			workspaceId(stack.sandbox, WORKSPACE),
		);
		expect(folders).toHaveLength(count);
		expect(folders[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
	});

	it('Discount Code · Delete', async () => {
		const { id, code } = row<{ id: string; code: string }>(
			stack.sandbox,
			`SELECT id, code FROM discount_codes
			 WHERE program_id = ? AND discount_id IS NOT NULL AND disabled_at IS NULL LIMIT 1`,
			programId(stack.sandbox, WORKSPACE),
		);
		const answer = await output({
			resource: 'discountCode',
			operation: 'delete',
			discountCode: { __rl: true, mode: 'code', value: code },
		});
		expect(answer).toEqual([{ id, deleted: true }]);
		expect(
			stack.sandbox.db.get(
				'SELECT 1 FROM discount_codes WHERE id = ? AND discount_id IS NOT NULL',
				id,
			),
		).toBeUndefined();
		const [{ payload }] = stack.sandbox.db.all<{ payload: string }>(
			'SELECT payload FROM provider_notifications ORDER BY id DESC LIMIT 1',
		);
		expect(payload).toContain(code);
	});

	it('Partner Application · Get Many', async () => {
		const applications = await output({
			resource: 'partnerApplication',
			operation: 'getAll',
			returnAll: true,
		});
		const pending = stack.sandbox.db.all<{ id: string }>(
			`SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = 'pending'`,
			programId(stack.sandbox, WORKSPACE),
		);
		expect(applications.map(({ partnerId }) => partnerId).sort()).toEqual(
			pending.map(({ id }) => id).sort(),
		);
	});

	it('User · Get Info', async () => {
		const run = stack.run(
			{ resource: 'user', operation: 'getInfo' },
			{ credential, authentication },
		);
		if (authentication === 'apiKey') {
			expect(nodeError(await run)?.message).toContain('must be OAuth2');
		} else {
			expect(items(await run, NODE)).toMatchObject([
				{ name: 'Owner of advanced', workspace: { slug: 'advanced', name: 'Advanced Workspace' } },
			]);
		}
	});
});

describe('items', () => {
	let credential: CredentialReference;

	beforeAll(async () => {
		credential = await stack.apiKeyCredential(WORKSPACE);
	});

	const createLink = {
		resource: 'link',
		operation: 'create',
		url: '={{ $json.url }}',
		additionalFields: { key: '={{ $json.slug }}' },
	};
	const input = [
		{ url: 'https://www.example.com/a', slug: 'expression-a' },
		{ url: 'not an address', slug: 'expression-b' },
		{ url: 'https://www.example.com/c', slug: 'expression-c' },
	];

	it('evaluates expressions for every item and links what comes out to what went in', async () => {
		const domains = ['AF', 'EU', 'SA'];
		const execution = await stack.run(
			{
				resource: 'event',
				operation: 'getAll',
				interval: 'all',
				limit: 2,
				simple: false,
				filters: { continent: '={{ [$json.continent] }}' },
			},
			{ credential, input: domains.map((continent) => ({ continent })) },
		);
		expect(nodeError(execution)).toBeUndefined();
		const out = outputItems(execution, NODE);
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 2, 2].map((item) => ({ item })),
		);
		expect(out.map(({ json }) => (json.click as IDataObject).continent)).toEqual([
			'AF',
			'AF',
			'EU',
			'EU',
			'SA',
			'SA',
		]);
	});

	it('stops at the first item that fails, naming it', async () => {
		const execution = await stack.run(createLink, { credential, input });
		expect(execution.status).toBe('error');
		expect(nodeError(execution)).toMatchObject({
			message: expect.stringContaining("'Destination URL'"),
			description: expect.stringContaining('unprocessable_entity'),
			context: { itemIndex: 1 },
		});
	});

	it('goes on after an error if it should', async () => {
		const execution = await stack.run(createLink, {
			credential,
			input: input.map((item) => ({ ...item, slug: `${item.slug}-2` })),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(execution.status).toBe('success');
		const out = outputItems(execution, NODE);
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(out[0].json).toMatchObject({ key: 'expression-a-2' });
		expect(out[1].json.error).toContain('Destination URL');
		expect(out[2].json).toMatchObject({ key: 'expression-c-2' });
	});

	it('puts items that fail into the error output', async () => {
		const execution = await stack.run(createLink, {
			credential,
			input: input.map((item) => ({ ...item, slug: `${item.slug}-3` })),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(execution.status).toBe('success');
		expect(items(execution, NODE).map(({ key }) => key)).toEqual([
			'expression-a-3',
			'expression-c-3',
		]);
		const failed = outputItems(execution, NODE, 1);
		expect(failed).toHaveLength(1);
		expect(failed[0].json).toMatchObject({ error: expect.stringContaining('Destination URL') });
		expect(failed[0].pairedItem).toEqual({ item: 1 });
	});
});
