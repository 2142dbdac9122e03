import { beforeEach, expect, it } from '@jest/globals';
import type { DiscountCodeRow, DiscountRow } from '../../../sandbox/discountCode/columns.ts';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { listen } from '../../support/sandbox/received.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { programId, row } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandboxForEach();
const api = new Api(sandbox, 'business');
let program: string;
const receiver = useReceiver();

beforeEach(async () => {
	program = programId(sandbox, 'business');
});

function codeOf(provider: DiscountRow['provider'], inProgram = program): DiscountCodeRow {
	return row<DiscountCodeRow>(
		sandbox,
		`SELECT c.* FROM discount_codes c JOIN discounts d ON d.id = c.discount_id
		 WHERE d.provider = ? AND c.program_id = ?`,
		provider,
		inProgram,
	);
}

function all(): DiscountCodeRow[] {
	return sandbox.db.all<DiscountCodeRow>(
		'SELECT * FROM discount_codes WHERE program_id = ? ORDER BY created_at DESC, id DESC',
		program,
	);
}

function notifications() {
	return sandbox.db
		.all<{ provider: string; event: string; payload: string }>(
			'SELECT * FROM provider_notifications ORDER BY id',
		)
		.map(({ provider, event, payload }) => ({
			provider,
			event,
			payload: JSON.parse(payload) as unknown,
		}));
}

async function list(query = ''): Promise<{ id: string }[]> {
	const response = await api.get<{ id: string }[]>(`/discount-codes${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

it('lists all codes newest first, including disabled and detached ones', async () => {
	const rows = all();
	expect(await list()).toEqual(
		rows.map((code) => ({
			id: code.id,
			code: code.code,
			discountId: code.discount_id,
			partnerId: code.partner_id,
			linkId: code.link_id,
			disabledAt: code.disabled_at && new Date(code.disabled_at).toISOString(),
		})),
	);
	expect(rows.some((code) => code.discount_id === null && code.disabled_at !== null)).toBe(true);
	const ids = (filter: (code: DiscountCodeRow) => boolean) =>
		rows.filter(filter).map((code) => code.id);
	const found = async (query: string) => (await list(query)).map((code) => code.id);
	const { partner_id, discount_id } = codeOf('stripe');
	expect(await found(`?partnerId=${partner_id}`)).toEqual(ids((c) => c.partner_id === partner_id));
	expect(await found(`?discountId=${discount_id}`)).toEqual(
		ids((c) => c.discount_id === discount_id),
	);
	expect(await found('?pageSize=3&page=2')).toEqual(ids(() => true).slice(3, 6));
});

interface FreeLink {
	partner_id: string;
	link_id: string;
}

/** A link without code, of a partner whose discount is at the provider. */
function freeLink(provider: DiscountRow['provider']): FreeLink {
	return row(
		sandbox,
		`INSERT INTO links (id, workspace_id, domain, key, url, program_id, partner_id, created_at, updated_at)
		 SELECT 'link_free', workspace_id, domain, 'free', url, e.program_id, e.partner_id, 1, 1
		 FROM enrollments e JOIN links l USING (program_id, partner_id) JOIN discounts d ON d.id = discount_id
		 WHERE e.program_id = ? AND e.status = 'approved' AND provider = ? LIMIT 1
		 RETURNING partner_id, id AS link_id`,
		program,
		provider,
	);
}

const create = (body: unknown) => api.post<DiscountCodeRow>('/discount-codes', body);

it.each(['stripe', 'shopify', 'custom'] as const)(
	'creates a code at the provider %s',
	async (provider) => {
		const received = await listen(sandbox, receiver, ['discount_code.created']);
		const { partner_id: partnerId, link_id: linkId } = freeLink(provider);
		const response = await create({ partnerId, linkId, code: 'Spring_26' });
		expect([response.status, response.body]).toEqual([
			200,
			{
				id: expect.stringMatching(/^dcode_/),
				code: 'Spring_26',
				discountId: expect.stringMatching(/^disc_/),
				partnerId,
				linkId,
				disabledAt: null,
			},
		]);
		const [{ event, data }] = await received();
		expect(event).toBe('discount_code.created');
		expect(data).toMatchObject({ id: response.body.id, linkId, discount: { provider } });
		const [notification] = notifications();
		expect(notification).toMatchObject({
			provider,
			event,
			payload: provider === 'custom' ? { data } : { code: 'Spring_26', active: true },
		});
		expect((await list())[0]).toEqual(response.body);
	},
);

it('generates a code if none is given', async () => {
	const { partner_id: partnerId, link_id: linkId } = freeLink('stripe');
	const { body } = await create({ partnerId, linkId });
	expect(body.code).toMatch(/^[A-Z0-9]{8,}$/);
});

it('rejects a code or link that is taken, and partners without a discount', async () => {
	const { partner_id: partnerId, link_id: linkId } = freeLink('stripe');
	const taken = codeOf('shopify');
	const refused = async (fields: Record<string, unknown>) =>
		outcome(await create({ partnerId, linkId, ...fields }));
	expect(await refused({ linkId: taken.link_id })).toBe('400 bad_request');
	expect(await refused({ code: taken.code })).toBe('409 conflict');
	const coded = { partnerId: taken.partner_id, linkId: taken.link_id };
	expect(outcome(await create(coded))).toBe('400 bad_request');
	sandbox.db.run('UPDATE enrollments SET discount_id = NULL WHERE partner_id = ?', partnerId);
	expect(await refused({})).toBe('400 bad_request');
});

it('deletes a code by ID and returns 404 for it afterward', async () => {
	const { id } = codeOf('stripe');
	const response = await api.delete(`/discount-codes/${id}`);
	expect([response.status, response.body]).toEqual([200, { id }]);
	expect((await list()).map((code) => code.id)).not.toContain(id);
	const again = await api.delete(`/discount-codes/${id}`);
	expect(outcome(again)).toBe('404 not_found');
	expect(messageOf(again)).toContain(id);
});

it('deletes a code by its text, which is case-sensitive', async () => {
	const { id, code } = codeOf('stripe');
	const swapped = code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase();
	expect(outcome(await api.delete(`/discount-codes/${swapped}`))).toBe('404 not_found');
	expect((await api.delete(`/discount-codes/${code}`)).body).toEqual({ id });
});

it.each(['stripe', 'shopify'] as const)(
	'disables the code at the provider %s',
	async (provider) => {
		const { id, code } = codeOf(provider);
		await api.delete(`/discount-codes/${id}`);
		expect(notifications()).toEqual([
			{ provider, event: 'discount_code.disabled', payload: { code, active: false } },
		]);
	},
);

it.each(['disccount.deleted', 'discount_code.deleted'] as const)(
	'notifies a custom provider with the webhook event %s',
	async (event) => {
		sandbox.quirks.discountDeletedEvent = event;
		const code = codeOf('custom');
		const discount = row<DiscountRow>(
			sandbox,
			'SELECT * FROM discounts WHERE id = ?',
			code.discount_id ?? '',
		);
		await api.delete(`/discount-codes/${code.id}`);
		expect(notifications()).toEqual([
			{
				provider: 'custom',
				event,
				payload: {
					id: expect.stringMatching(/^evt_[0-9A-Za-z]{25}$/),
					event,
					createdAt: expect.stringMatching(/Z$/),
					data: {
						id: code.id,
						code: code.code,
						partnerId: code.partner_id,
						linkId: code.link_id,
						disabledAt: code.disabled_at && new Date(code.disabled_at).toISOString(),
						discount: {
							id: discount.id,
							amount: discount.amount,
							type: discount.type,
							maxDuration: discount.max_duration,
							provider: 'custom',
						},
					},
				},
			},
		]);
	},
);

it('returns 404 for codes that are unknown, detached, or of another program', async () => {
	const detached = all().find((code) => code.discount_id === null);
	const unrelated = codeOf('stripe', programId(sandbox, 'advanced'));
	for (const idOrCode of [
		'dcode_x',
		'NOPE',
		detached?.id,
		detached?.code,
		unrelated.id,
		unrelated.code,
	]) {
		const response = await api.delete(`/discount-codes/${idOrCode}`);
		expect([idOrCode, outcome(response)]).toEqual([idOrCode, '404 not_found']);
	}
	sandbox.db.run(`UPDATE workspaces SET default_program_id = NULL WHERE slug = 'business'`);
	expect(outcome(await api.delete(`/discount-codes/${all()[0].id}`))).toBe('404 not_found');
});
