import { expect, it } from '@jest/globals';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { row, workspaceId } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Customer {
	id: string;
	name: string;
	email: string | null;
	externalId: string;
	stripeCustomerId: string | null;
	saleAmount: number;
	firstSaleAt: string | null;
	subscriptionCanceledAt: string | null;
	country: string | null;
	link?: { id: string; programId: string | null } | null;
	partner?: { id: string } | null;
	discount?: { id: string } | null;
}

const sandbox = useSandboxForEach({ sampleData: { seed: 1, events: 600 } });
const api = new Api(sandbox, 'business');

function stored(): { id: string; external_id: string | null; name: string | null }[] {
	return sandbox.db.all(
		'SELECT * FROM customers WHERE workspace_id = ? ORDER BY id DESC',
		workspaceId(sandbox, 'business'),
	);
}

/** With a name and an external ID. */
function known() {
	return row<{ id: string; external_id: string; email: string; name: string; link_id: string }>(
		sandbox,
		`SELECT * FROM customers WHERE workspace_id = ? AND external_id IS NOT NULL AND name IS NOT NULL`,
		workspaceId(sandbox, 'business'),
	);
}

async function list(query = ''): Promise<Customer[]> {
	const response = await api.get<Customer[]>(`/customers?${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

const idsOf = (customers: { id: string }[]) => customers.map(({ id }) => id);

it('lists customers newest first, by page and by cursor', async () => {
	const ids = idsOf(stored());
	expect(idsOf(await list())).toEqual(ids.slice(0, 100));
	expect(idsOf(await list('sortOrder=asc&pageSize=3'))).toEqual(ids.toReversed().slice(0, 3));
	expect(idsOf(await list('page=2&pageSize=3'))).toEqual(ids.slice(3, 6));
	expect(idsOf(await list(`startingAfter=${ids[2]}&pageSize=3`))).toEqual(ids.slice(3, 6));
	expect(idsOf(await list(`endingBefore=${ids[6]}&pageSize=3`))).toEqual(ids.slice(3, 6));
	expect(idsOf(await list(`sortOrder=asc&startingAfter=${ids[6]}&pageSize=3`))).toEqual(
		ids.slice(3, 6).reverse(),
	);
	expect(idsOf(await list(`sortOrder=asc&endingBefore=${ids[2]}&pageSize=3`))).toEqual(
		ids.slice(3, 6).reverse(),
	);
});

it('sorts by sale amount, first sale, and subscription cancellation', async () => {
	const amounts = (await list('sortBy=saleAmount')).map(({ saleAmount }) => saleAmount);
	expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
	expect(amounts[0]).toBeGreaterThan(0);
	for (const sortBy of ['firstSaleAt', 'subscriptionCanceledAt'] as const) {
		const times = (await list(`sortBy=${sortBy}&sortOrder=asc`)).map((item) => item[sortBy]);
		const given = times.filter((time) => time !== null);
		expect(given.length).toBeGreaterThan(0);
		expect(times.slice(0, given.length)).toEqual(given.toSorted());
	}
});

it('filters by ID, email, search text, link, country, program, and partner', async () => {
	const { id, email, external_id, name, link_id } = known();
	expect(idsOf(await list(`externalId=${external_id}`))).toEqual([id]);
	expect(await list(`externalId=ext_${external_id}`)).toEqual([]);
	expect(idsOf(await list(`email=${email}`))).toEqual([id]);
	expect(idsOf(await list(`search=${external_id.toUpperCase()}`))).toEqual([id]);
	expect(idsOf(await list(`search=${encodeURIComponent(name)}`))).toContain(id);
	expect(idsOf(await list(`linkId=${link_id}`))).toContain(id);
	for (const { country } of await list('country=US')) expect(country).toBe('US');
	const expanded = await list('includeExpandedFields=true');
	const ofPartner = expanded.filter(({ partner }) => partner);
	const [{ partner, link }] = ofPartner;
	expect(idsOf(await list(`programId=${link?.programId}`))).toEqual(idsOf(ofPartner));
	expect(idsOf(await list(`partnerId=${partner?.id}`))).toEqual(
		idsOf(ofPartner.filter((customer) => customer.partner?.id === partner?.id)),
	);
});

it('includes the link, partner, and discount only if requested', async () => {
	const { link_id } = row<{ link_id: string }>(
		sandbox,
		`SELECT c.link_id FROM customers c JOIN links l ON l.id = c.link_id
		 JOIN enrollments e USING (program_id, partner_id) WHERE e.discount_id IS NOT NULL AND c.workspace_id = ?`,
		workspaceId(sandbox, 'business'),
	);
	const [customer] = await list(`linkId=${link_id}&includeExpandedFields=true&pageSize=1`);
	expect(customer).toMatchObject({
		link: { id: link_id, shortLink: expect.stringMatching(/^https:/) },
		partner: { id: expect.stringMatching(/^pn_/) },
		discount: { id: expect.stringMatching(/^disc_/) },
	});
	const one = await api.get<Customer>(`/customers/${customer.id}`);
	expect(one.body).not.toHaveProperty('link');
	const expanded = await api.get<Customer>(`/customers/${customer.id}?includeExpandedFields=true`);
	expect(expanded.body).toEqual(customer);
});

it('returns different placeholder names for a customer without a name and email', async () => {
	const { id } = stored().find(({ name, external_id }) => !name && !external_id) ?? { id: '' };
	const names = new Set<string>();
	for (let i = 0; i < 20; i++) names.add((await api.get<Customer>(`/customers/${id}`)).body.name);
	expect(names.size).toBeGreaterThan(1);
});

it('updates only the given fields and never the country', async () => {
	const { id, external_id } = known();
	const change = (path: string, body: unknown) =>
		api.send<Customer>('PATCH', `/customers/${path}`, JSON.stringify(body));
	const before = (await api.get<Customer>(`/customers/${id}`)).body;
	const changed = await change(`ext_${external_id}`, {
		name: 'New Name',
		stripeCustomerId: 'cus_stripe',
		country: 'AQ',
	});
	expect([changed.status, changed.body]).toEqual([
		200,
		{ ...before, name: 'New Name', stripeCustomerId: 'cus_stripe' },
	]);
	const cleared = await change(id, { name: null, externalId: 'renamed', stripeCustomerId: null });
	expect(cleared.body).toMatchObject({
		name: before.email,
		externalId: 'renamed',
		stripeCustomerId: null,
	});
	expect((await api.get<Customer>('/customers/ext_renamed')).body).toEqual(cleared.body);
	const other = stored().find((item) => item.external_id !== null && item.id !== id);
	const taken = await change(id, { externalId: other?.external_id });
	expect(outcome(taken)).toBe('409 conflict');
});

it('accepts strings of any length, and any text as the country', async () => {
	const [{ id }, other] = stored();
	const change = (body: unknown) => api.send('PATCH', `/customers/${id}`, JSON.stringify(body));
	const long = 'x'.repeat(40_000);
	const fields = { name: long, externalId: long, avatar: `https://example.com/${long}` };
	expect((await change(fields)).body).toMatchObject(fields);
	expect((await change({ avatar: null, externalId: '' })).body).toMatchObject({ externalId: '' });
	const taken = await api.send('PATCH', `/customers/${other.id}`, '{"externalId":""}');
	expect(outcome(taken)).toBe('409 conflict');
});

it('deletes a customer but keeps their events under a placeholder name', async () => {
	const { customer_id: id } = row<{ customer_id: string }>(
		sandbox,
		`SELECT customer_id FROM events JOIN customers c ON c.id = customer_id
		 JOIN links l ON l.id = events.link_id WHERE kind = 'lead' AND events.workspace_id = ?`,
		workspaceId(sandbox, 'business'),
	);
	expect((await api.delete(`/customers/${id}`)).body).toEqual({ id });
	expect(outcome(await api.delete(`/customers/${id}`))).toBe('404 not_found');
	expect(idsOf(await list())).not.toContain(id);
	const { body } = await api.get<{ customer: { name: string } }[]>(
		`/events?event=leads&interval=all&customerId=${id}`,
	);
	expect(body[0].customer.name).toBe('Deleted Customer');
});
