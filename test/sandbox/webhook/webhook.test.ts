import { beforeEach, describe, expect, it } from '@jest/globals';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { row, workspaceId } from '../../support/sandbox/rows.ts';
import type { Webhook } from '../../support/sandbox/webhooks.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox();
const api = new Api(sandbox, 'business');

beforeEach(() => {
	sandbox.db.run('DELETE FROM webhooks');
	sandbox.db.run('DELETE FROM outbox');
	// Budgets are back after two windows.
	sandbox.clock.advance(120_000);
});

const TARGET = 'http://127.0.0.1:5678/webhook/1';

function create(fields: Record<string, unknown> = {}) {
	const body = { name: 'n8n', url: TARGET, triggers: ['lead.created'], ...fields };
	return api.post<Webhook>('/webhooks', body);
}

function patch(id: string, body: unknown, caller = api) {
	return caller.send<Webhook>('PATCH', `/webhooks/${id}`, JSON.stringify(body));
}

function ids(table: 'links' | 'folders', workspace = 'business'): string[] {
	return sandbox.db
		.all<{ id: string }>(
			`SELECT id FROM ${table} WHERE workspace_id = ? ORDER BY id LIMIT 3`,
			workspaceId(sandbox, workspace),
		)
		.map(({ id }) => id);
}

/** The sandbox's API key of these scopes. */
function keyOf(scopes: string, userOf = 'owner', workspace = 'business'): Api {
	const name = `${workspace} ${userOf} ${scopes}`;
	const { id, user_id } = row<{ id: string; user_id: string }>(
		sandbox,
		`SELECT w.id, user_id FROM workspaces w JOIN api_keys k ON k.workspace_id = w.id
		 WHERE slug = ? AND k.name = ?`,
		workspace,
		userOf,
	);
	sandbox.db.run(
		`INSERT OR IGNORE INTO api_keys (id, token, name, scopes, workspace_id, user_id, created_at)
		 VALUES (?, ?, ?, ?, ?, ?, 0)`,
		name,
		`dub_${name}`.replaceAll(' ', '_'),
		name,
		scopes,
		id,
		user_id,
	);
	return new Api(sandbox, workspace, name);
}

describe('a webhook', () => {
	it('is created with its own secret and an email to its creator', async () => {
		const response = await create({ name: ' n8n ', triggers: ['lead.created', 'lead.created'] });
		expect(response.status).toBe(201);
		expect(response.body).toEqual({
			id: expect.stringMatching(/^wh_[0-9A-Z]{25}$/),
			name: 'n8n',
			url: TARGET,
			secret: expect.stringMatching(/^whsec_[0-9a-f]{32}$/),
			triggers: ['lead.created'],
			linkScope: null,
			disabledAt: null,
			installationId: null,
		});
		const other = await create({ url: `${TARGET}2` });
		expect(other.body.secret).not.toBe(response.body.secret);
		const mail = row(sandbox, 'SELECT * FROM outbox ORDER BY id LIMIT 1');
		expect(mail).toMatchObject({ recipient: 'owner@business.example.com' });
	});

	it('can be read, listed newest first, and deleted once', async () => {
		const { body: one } = await create();
		const { body: two } = await create({ url: `${TARGET}2` });
		expect((await api.get(`/webhooks/${one.id}`)).body).toEqual(one);
		expect((await api.get('/webhooks')).body).toEqual([two, one]);
		expect((await new Api(sandbox, 'advanced').get('/webhooks')).body).toEqual([]);
		const deleted = await api.delete(`/webhooks/${one.id}`);
		expect([deleted.status, deleted.body]).toEqual([200, { id: one.id }]);
		for (const method of ['GET', 'DELETE']) {
			expect(outcome(await api.send(method, `/webhooks/${one.id}`))).toBe('404 not_found');
		}
		expect((await api.get('/webhooks')).body).toEqual([two]);
	});

	it('is not found from another workspace', async () => {
		const { body } = await create();
		const unrelated = new Api(sandbox, 'advanced');
		for (const path of ['', '/links', '/folders', '/events']) {
			expect(outcome(await unrelated.get(`/webhooks/${body.id}${path}`))).toBe('404 not_found');
		}
		expect(outcome(await patch(body.id, { name: 'x' }, unrelated))).toBe('404 not_found');
		expect(outcome(await unrelated.delete(`/webhooks/${body.id}`))).toBe('404 not_found');
	});

	it('requires a URL that is unique in the workspace', async () => {
		const { body } = await create();
		expect(outcome(await create())).toBe('409 conflict');
		const { body: other } = await create({ url: `${TARGET}2` });
		expect(outcome(await patch(other.id, { url: TARGET }))).toBe('409 conflict');
		expect(outcome(await patch(body.id, { url: TARGET }))).toBe('200');
		const unrelated = { name: 'n8n', url: TARGET, triggers: [] };
		expect((await new Api(sandbox, 'advanced').post('/webhooks', unrelated)).status).toBe(201);
	});

	it('adds a missing scheme to the URL and does not require triggers', async () => {
		const response = await create({ url: 'hooks.example.com/in', triggers: [] });
		expect(response.body).toMatchObject({ url: 'https://hooks.example.com/in', triggers: [] });
	});

	const wrong: [string, Record<string, unknown>, string, RegExp][] = [
		['no name', { name: undefined }, '400 bad_request', /invalid_type: name/],
		['an empty name', { name: ' ' }, '422 unprocessable_entity', /too_small: name/],
		[
			'a name that is too long',
			{ name: 'n'.repeat(41) },
			'422 unprocessable_entity',
			/too_big: name/,
		],
		['an invalid URL', { url: 'nonsense' }, '422 unprocessable_entity', /custom: url/],
		['no trigger list', { triggers: undefined }, '400 bad_request', /invalid_type: triggers/],
		[
			'an unknown trigger',
			{ triggers: ['link.opened'] },
			'422 unprocessable_entity',
			/invalid_value: triggers\[0\]/,
		],
		[
			'a payout trigger for internal payouts',
			{ triggers: ['payout.confirmed'] },
			'400 bad_request',
			/payout/,
		],
	];
	it.each(wrong)('is rejected with %s', async (_what, fields, expected, message) => {
		const response = await create(fields);
		expect(outcome(response)).toBe(expected);
		expect(messageOf(response)).toMatch(message);
		expect((await api.get('/webhooks')).body).toEqual([]);
	});

	it('requires a program for payout triggers', async () => {
		const api = new Api(sandbox, 'advanced');
		const id = workspaceId(sandbox, 'advanced');
		const program = 'UPDATE workspaces SET default_program_id = ? WHERE id = ?';
		const before = row<{ id: string }>(
			sandbox,
			'SELECT id FROM programs WHERE workspace_id = ?',
			id,
		);
		sandbox.db.run(program, null, id);
		const body = { name: 'n8n', url: TARGET, triggers: ['payout.confirmed'] };
		expect(outcome(await api.post('/webhooks', body))).toBe('404 not_found');
		sandbox.db.run(program, before.id, id);
	});
});

describe('the link scope', () => {
	const clicks = { triggers: ['link.clicked'] };
	const wrong: [string, Record<string, unknown>, RegExp][] = [
		['missing', clicks, /custom: linkScope/],
		['null', { ...clicks, linkScope: null }, /custom: linkScope/],
		['set without click triggers', { linkScope: 'workspace' }, /custom: linkScope/],
		['unknown', { ...clicks, linkScope: 'all' }, /invalid_value: linkScope/],
		[
			'set to links without link IDs',
			{ ...clicks, linkScope: 'links', linkIds: [] },
			/custom: linkIds/,
		],
		[
			'set to folders without folder IDs',
			{ ...clicks, linkScope: 'folders', folderIds: [] },
			/folderIds/,
		],
		[
			'set to links with more than 1,000 link IDs',
			{ ...clicks, linkScope: 'links', linkIds: Array(1001).fill('x') },
			/too_big/,
		],
	];
	it.each(wrong)('is rejected with 422 if %s', async (_what, fields, message) => {
		const response = await create(fields);
		expect(outcome(response)).toBe('422 unprocessable_entity');
		expect(messageOf(response)).toMatch(message);
	});

	it('stores links or folders, which have their own endpoints', async () => {
		const linkIds = ids('links');
		const { body: one } = await create({ ...clicks, linkScope: 'links', linkIds });
		expect(one.linkScope).toBe('links');
		expect((await api.get<string[]>(`/webhooks/${one.id}/links`)).body.sort()).toEqual(linkIds);
		expect((await api.get(`/webhooks/${one.id}/folders`)).body).toEqual([]);
		const folderIds = ids('folders');
		const fields = { ...clicks, linkScope: 'folders', folderIds };
		const { body: two } = await create({ ...fields, url: `${TARGET}2` });
		expect((await api.get<string[]>(`/webhooks/${two.id}/folders`)).body.sort()).toEqual(folderIds);
		expect((await api.get(`/webhooks/${two.id}/links`)).body).toEqual([]);
	});

	it('can be set without a list of IDs', async () => {
		for (const linkScope of ['links', 'folders']) {
			const response = await create({ ...clicks, linkScope, url: `${TARGET}${linkScope}` });
			expect(response.body).toMatchObject({ linkScope });
		}
	});

	it('returns 400 for unknown links and folders or those of another workspace, and creates nothing', async () => {
		for (const linkIds of [['link_x'], ids('links', 'advanced'), [...ids('links'), 'link_x']]) {
			const response = await create({ ...clicks, linkScope: 'links', linkIds });
			expect(outcome(response)).toBe('400 bad_request');
		}
		for (const folderIds of [['fold_x'], ids('folders', 'advanced')]) {
			const response = await create({ ...clicks, linkScope: 'folders', folderIds });
			expect(outcome(response)).toBe('400 bad_request');
		}
		expect((await api.get('/webhooks')).body).toEqual([]);
		expect(sandbox.db.all('SELECT * FROM webhook_links')).toEqual([]);
	});
});

describe('updating a webhook', () => {
	it('keeps fields that are not given', async () => {
		const { body } = await create();
		const changed = await patch(body.id, { name: 'new name' });
		expect([changed.status, changed.body]).toEqual([200, { ...body, name: 'new name' }]);
		expect((await patch(body.id, {})).body).toEqual(changed.body);
	});

	it('switches the scope from links to folders and clears it without click triggers', async () => {
		const [linkId] = ids('links');
		const [folderId] = ids('folders');
		const triggers = ['link.clicked', 'sale.created'];
		const { body } = await create({ triggers, linkScope: 'links', linkIds: [linkId] });
		const renamed = await patch(body.id, { name: 'other' });
		expect(renamed.body.linkScope).toBe('links');
		expect((await api.get(`/webhooks/${body.id}/links`)).body).toEqual([linkId]);

		expect(outcome(await patch(body.id, { triggers }))).toBe('422 unprocessable_entity');
		await patch(body.id, { triggers, linkScope: 'folders', folderIds: [folderId] });
		expect((await api.get(`/webhooks/${body.id}/links`)).body).toEqual([]);
		expect((await api.get(`/webhooks/${body.id}/folders`)).body).toEqual([folderId]);

		const { body: rest } = await patch(body.id, { triggers: ['sale.created'] });
		expect(rest).toMatchObject({ triggers: ['sale.created'], linkScope: null });
		expect((await api.get(`/webhooks/${body.id}/folders`)).body).toEqual([]);
	});
});

describe('permissions', () => {
	const calls = async (caller: Api) => ({
		read: outcome(await caller.get('/webhooks')),
		write: outcome(
			await caller.post('/webhooks', { name: 'n', url: `${TARGET}${Math.random()}`, triggers: [] }),
		),
	});

	it('depend on the webhooks.* scopes, which apis.all does not include', async () => {
		const none = { read: '403 forbidden', write: '403 forbidden' };
		expect(await calls(keyOf('apis.all'))).toEqual(none);
		expect(await calls(keyOf('apis.read'))).toEqual(none);
		expect(await calls(keyOf('links.write analytics.read'))).toEqual(none);
		expect(await calls(keyOf('webhooks.read'))).toEqual({ read: '200', write: '403 forbidden' });
		expect(await calls(keyOf('webhooks.write'))).toEqual({ read: '200', write: '201' });
		expect(await calls(keyOf('apis.all webhooks.write'))).toEqual({ read: '200', write: '201' });
		const refusal = await keyOf('apis.all').get('/webhooks');
		expect(messageOf(refusal)).toContain('webhooks.read');
	});

	it('allow only owners to write', async () => {
		const member = new Api(sandbox, 'business', 'member');
		expect(await calls(member)).toEqual({ read: '200', write: '403 forbidden' });
		const scoped = keyOf('webhooks.write', 'member');
		expect(await calls(scoped)).toEqual({ read: '200', write: '403 forbidden' });
	});

	it('require the Business plan', async () => {
		for (const plan of ['free', 'pro']) {
			const responses = await calls(new Api(sandbox, plan));
			expect(responses).toEqual({ read: '403 forbidden', write: '403 forbidden' });
		}
	});
});

it('attaches a webhook to a new link through webhookIds', async () => {
	const fields = { triggers: ['link.clicked'], linkScope: 'links' };
	const { body: webhook } = await create(fields);
	const body = { url: 'https://example.com', webhookIds: [webhook.id] };
	const link = await api.post<{ id: string; webhookIds: string[] }>('/links', body);
	expect(link.body.webhookIds).toEqual([webhook.id]);
	expect((await api.get(`/webhooks/${webhook.id}/links`)).body).toEqual([link.body.id]);
});

describe('the delivery log', () => {
	it('counts toward the analytics rate limit', async () => {
		const { body } = await create();
		const path = `/webhooks/${body.id}/events`;
		const response = await api.get(path);
		expect([response.status, response.body]).toEqual([200, []]);
		expect(response.headers.get('x-ratelimit-limit')).toBe('4');
		sandbox.limits = { analytics: 0 };
		try {
			expect(outcome(await api.get(path))).toBe('429 rate_limit_exceeded');
		} finally {
			sandbox.limits = {};
		}
	});

	it('requires webhooks.read and the Business plan', async () => {
		const { body } = await create();
		const path = `/webhooks/${body.id}/events`;
		expect(outcome(await keyOf('webhooks.read').get(path))).toBe('200');
		for (const scopes of ['apis.all', 'links.write analytics.read']) {
			const response = await keyOf(scopes).get(path);
			expect(outcome(response)).toBe('403 forbidden');
			expect(messageOf(response)).toContain('webhooks.read');
		}
		expect(outcome(await new Api(sandbox, 'pro').get(path))).toBe('403 forbidden');
	});

	it('returns 404 for an unknown or deleted webhook', async () => {
		const { body } = await create();
		expect(outcome(await api.get('/webhooks/wh_unknown/events'))).toBe('404 not_found');
		await api.delete(`/webhooks/${body.id}`);
		expect(outcome(await api.get(`/webhooks/${body.id}/events`))).toBe('404 not_found');
	});

	it('returns 404 to every caller if the service does not support it', async () => {
		const { body } = await create();
		const path = `/webhooks/${body.id}/events`;
		sandbox.quirks.deliveryLog = false;
		try {
			const unknown = await api.get('/nowhere');
			for (const caller of [api, keyOf('apis.all'), new Api(sandbox, 'free')]) {
				const response = await caller.get(path);
				expect([response.status, response.body]).toEqual([404, unknown.body]);
				expect(response.headers.get('x-ratelimit-limit')).toBeNull();
			}
			expect(outcome(await api.get(`/webhooks/${body.id}`))).toBe('200');
		} finally {
			sandbox.quirks.deliveryLog = true;
		}
	});
});
