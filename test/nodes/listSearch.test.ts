import { describe, expect, it } from '@jest/globals';
import { useService } from '../support/node/nodeService';
import { programId, workspaceId } from '../support/sandbox/rows';
import { searchList } from '../support/node/runNode';

const service = useService();

async function search(method: string, text?: string, token?: string) {
	return await searchList(method, service.credential(), text, token);
}

/** Follows the list to its end, as scrolling in the editor does. */
async function all(method: string, text?: string): Promise<string[]> {
	const values: string[] = [];
	let token: string | undefined;
	do {
		const page = await search(method, text, token);
		values.push(...page.results.map(({ value }) => String(value)));
		token = page.paginationToken;
	} while (token !== undefined);
	return values;
}

function ids(sql: string, ...params: string[]): string[] {
	return service.sandbox.db.all<{ id: string }>(sql, ...params).map(({ id }) => id);
}

function queries() {
	return service.proxy.requests.map(({ query }) => query);
}

describe('links', () => {
	const STORED = 'SELECT id FROM links WHERE workspace_id = ? AND archived = 0 AND';

	it('are listed by short link and paginated', async () => {
		const { results, paginationToken } = await search('searchLinks');
		expect(results).toHaveLength(50);
		expect(results[0].name).toMatch(/^\w+\.business\.example\.com\//);
		expect(results[0].url).toBe(`https://${results[0].name}`);
		expect(paginationToken).toBe(results[49].value);
		service.proxy.reset();
		expect((await all('searchLinks')).sort()).toEqual(
			ids(`${STORED} folder_id IS NULL`, workspaceId(service.sandbox, 'business')).sort(),
		);
		expect(queries()[1].startingAfter).toBe(paginationToken);
	});

	it('are filtered by the service', async () => {
		expect((await all('searchLinks', 'campaign-')).sort()).toEqual(
			ids(
				`${STORED} (key LIKE '%campaign-%' OR url LIKE '%campaign-%')`,
				workspaceId(service.sandbox, 'business'),
			).sort(),
		);
		expect(queries()[0].search).toBe('campaign-');
	});
});

describe('folders', () => {
	it('are listed by name and paginated', async () => {
		const { results, paginationToken } = await search('searchFolders');
		expect(results[0]).toEqual({ name: 'Marketing 1', value: expect.stringMatching(/^fold_/) });
		expect(paginationToken).toBe('2');
		expect((await all('searchFolders')).sort()).toEqual(
			ids(
				'SELECT id FROM folders WHERE workspace_id = ?',
				workspaceId(service.sandbox, 'business'),
			).sort(),
		);
	});

	it('are filtered by the service', async () => {
		const { results } = await search('searchFolders', 'Marketing');
		expect(results.length).toBeGreaterThan(0);
		for (const { name } of results) expect(name).toContain('Marketing');
	});
});

describe('tags', () => {
	const STORED = 'SELECT id FROM tags WHERE workspace_id = ?';

	it('are listed by name and paginated', async () => {
		const workspace = workspaceId(service.sandbox, 'business');
		for (let n = 0; n < 50; n++) {
			const tag = { id: `tag_list${n}`, name: `List ${n}`, color: 'red', created_at: n };
			service.sandbox.db.insert('tags', { ...tag, workspace_id: workspace });
		}
		const { results, paginationToken } = await search('searchTags');
		expect(results[0]).toEqual({ name: 'Black Friday', value: expect.stringMatching(/^tag_/) });
		expect(results).toHaveLength(50);
		expect(paginationToken).toBe('2');
		expect(await all('searchTags')).toEqual(ids(`${STORED} ORDER BY lower(name), id`, workspace));
	});

	it('are filtered by the service', async () => {
		const { results } = await search('searchTags', 'pod');
		expect(results.map(({ name }) => name)).toEqual(['Podcast']);
		expect(queries()[0].search).toBe('pod');
	});
});

describe('domains', () => {
	it('are listed by name, paginated, and without archived domains', async () => {
		for (let n = 0; n < 60; n++) {
			service.sandbox.db.insert('domains', {
				...{ id: `dom_list${n}`, slug: `list${n}.example.org`, created_at: n, updated_at: n },
				...{ archived: n % 10 === 0 ? 1 : 0 },
				workspace_id: workspaceId(service.sandbox, 'business'),
			});
		}
		const { results, paginationToken } = await search('searchDomains');
		expect(results[0]).toEqual({ name: 'list1.example.org', value: 'list1.example.org' });
		expect(paginationToken).toBe('2');
		expect((await all('searchDomains')).sort()).toEqual(
			ids(
				'SELECT slug AS id FROM domains WHERE workspace_id = ? AND archived = 0 ORDER BY slug',
				workspaceId(service.sandbox, 'business'),
			),
		);
	});

	it('are filtered by the service', async () => {
		const { results } = await search('searchDomains', 'TRY');
		expect(results.map(({ value }) => value)).toEqual(['try.business.example.com']);
	});
});

describe('customers', () => {
	it('are listed by name and email, external ID, or whatever is available', async () => {
		const customer = { workspace_id: workspaceId(service.sandbox, 'business') };
		const add = (fields: Record<string, string | number | null>) =>
			service.sandbox.db.insert('customers', { ...customer, ...fields });
		add({ id: 'cus_a', name: 'Ada', email: 'ada@example.net', created_at: 0 });
		add({ id: 'cus_b', name: 'Bob', external_id: 'user_2', created_at: 0 });
		add({ id: 'cus_c', email: 'cy@example.net', created_at: 0 });
		add({ id: 'cus_d', name: 'Di', created_at: 0 });
		const { results } = await search('searchCustomers');
		expect(results).toEqual(
			expect.arrayContaining([
				{ name: 'Ada (ada@example.net)', value: 'cus_a' },
				{ name: 'Bob (user_2)', value: 'cus_b' },
				{ name: 'cy@example.net', value: 'cus_c' },
				{ name: 'Di', value: 'cus_d' },
			]),
		);
	});

	it('are paginated', async () => {
		const workspace = workspaceId(service.sandbox, 'business');
		for (let n = 0; n < 60; n++) {
			const customer = { id: `cus_list${100 + n}`, name: `Customer ${n}`, created_at: n };
			service.sandbox.db.insert('customers', { ...customer, workspace_id: workspace });
		}
		const { results, paginationToken } = await search('searchCustomers');
		expect(results).toHaveLength(50);
		expect(paginationToken).toBe(results[49].value);
		expect((await all('searchCustomers')).sort()).toEqual(
			ids('SELECT id FROM customers WHERE workspace_id = ? ORDER BY id', workspace),
		);
	});

	it('are filtered by the service', async () => {
		const [{ name, email }] = service.sandbox.db.all<{ name: string; email: string }>(
			'SELECT name, email FROM customers WHERE workspace_id = ? AND click_id IS NOT NULL AND email IS NOT NULL',
			workspaceId(service.sandbox, 'business'),
		);
		const { results } = await search('searchCustomers', email);
		expect(results.map((result) => result.name)).toEqual([`${name} (${email})`]);
	});
});

describe('partners', () => {
	it('are listed by name and email', async () => {
		expect((await all('searchPartners')).sort()).toEqual(
			ids(
				'SELECT partner_id AS id FROM enrollments WHERE program_id = ?',
				programId(service.sandbox, 'business'),
			).sort(),
		);
		const { results } = await search('searchPartners');
		expect(results.some(({ name }) => /^.+ \(.+@.+\)$/.test(name))).toBe(true);
	});

	it('are filtered by the service', async () => {
		const { results } = await search('searchPartners');
		const email = String(/\((.+@.+)\)$/.exec(results[3].name)?.[1]);
		const found = await search('searchPartners', email);
		expect(found.results).toEqual([results[3]]);
	});
});

describe('applicants', () => {
	const STORED = `SELECT partner_id AS id FROM enrollments
		WHERE program_id = ? AND status = 'pending' AND application_id IS NOT NULL`;

	it('are the partners with a pending application', async () => {
		expect((await all('searchApplicants')).sort()).toEqual(
			ids(STORED, programId(service.sandbox, 'business')).sort(),
		);
	});

	it('are found by name regardless of case', async () => {
		const { results } = await search('searchApplicants');
		const [name] = results[2].name.split(' (');
		expect((await search('searchApplicants', name.toUpperCase())).results).toContainEqual(
			results[2],
		);
		expect((await search('searchApplicants', 'nobody at all')).results).toEqual([]);
	});

	it('are also found on later pages', async () => {
		const page = (from: number) =>
			Array.from({ length: 50 }, (_, n) => ({
				partner: { id: `pn_${from + n}`, name: `Partner ${from + n}`, email: null },
			}));
		service.proxy.respondNext(
			{ status: 200, body: page(0) },
			{ status: 200, body: page(50) },
			{ status: 200, body: [] },
		);
		expect(await search('searchApplicants', 'partner 77')).toEqual({
			results: [{ name: 'Partner 77', value: 'pn_77' }],
			paginationToken: '3',
		});
		expect(await search('searchApplicants', 'partner 77', '3')).toEqual({
			results: [],
			paginationToken: undefined,
		});
		expect(queries().map(({ page: number }) => number)).toEqual(['1', '2', '3']);
	});
});

describe('discount codes', () => {
	const STORED = 'SELECT id FROM discount_codes WHERE program_id = ? AND discount_id IS NOT NULL';

	it('are those that can be deleted', async () => {
		expect((await all('searchDiscountCodes')).sort()).toEqual(
			ids(STORED, programId(service.sandbox, 'business')).sort(),
		);
	});

	it('are found by part of the code', async () => {
		const { results } = await search('searchDiscountCodes');
		const [{ name }] = results;
		const part = name.slice(0, -1).toLowerCase();
		expect((await search('searchDiscountCodes', part)).results).toContainEqual(results[0]);
	});
});

describe('payouts', () => {
	const STORED = 'SELECT id FROM payouts WHERE program_id = ?';

	it('are listed with their partner, amount, and status', async () => {
		const { results } = await search('searchPayouts');
		expect(results[0].name).toMatch(/^.+: \d+\.\d\d USD \([a-z]+\)$/);
		expect((await all('searchPayouts')).sort()).toEqual(
			ids(STORED, programId(service.sandbox, 'business')).sort(),
		);
	});

	it('are found by their status', async () => {
		expect((await all('searchPayouts', '(failed)')).sort()).toEqual(
			ids(`${STORED} AND status = 'failed'`, programId(service.sandbox, 'business')).sort(),
		);
	});
});

it('throws an error instead of returning an empty list when a request fails', async () => {
	const credential = service.credential('pro');
	await expect(searchList('searchPartners', credential)).rejects.toThrow(/plan/);
	await expect(searchList('searchCustomers', credential)).rejects.toThrow(/plan/);
	await expect(
		searchList('searchFolders', { apiKey: 'k', baseUrl: 'http://example.com' }),
	).rejects.toThrow("'Base URL' of the credential must start with https://");
});

describe('an unexpected response', () => {
	const partner = { id: 'pn_1', name: 'Ada', email: 'ada@example.com' };

	it('omits an application without a partner', async () => {
		const body = [{ id: 'app_1', partner: null }, { id: 'app_2' }, { id: 'app_3', partner }];
		service.proxy.respondNext({ status: 200, body });
		const { results } = await search('searchApplicants');
		expect(results).toEqual([{ name: 'Ada (ada@example.com)', value: 'pn_1' }]);
	});

	it('lists a commission without a partner', async () => {
		const commission = { id: 'cm_1', type: 'sale', earnings: 150, currency: 'usd', partner: null };
		service.proxy.respondNext({ status: 200, body: [{ ...commission, status: 'pending' }] });
		const { results } = await search('searchCommissions');
		expect(results).toEqual([{ name: 'Unknown partner: 1.50 USD, sale (pending)', value: 'cm_1' }]);
	});

	it.each([
		['searchTags', {}],
		['searchLinks', { links: [] }],
		['searchCustomers', [null]],
	])('throws an error if the response is not a list of objects: %s', async (method, body) => {
		service.proxy.respondNext({ status: 200, body });
		await expect(search(method)).rejects.toThrow(/^The response to GET \/\w+ is not a list/);
	});
});
