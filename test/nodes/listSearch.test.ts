import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type NodeService } from '../support/nodeService';
import { programId, workspaceId } from '../support/rows';
import { searchList } from '../support/runNode';

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.proxy.reset());
afterAll(() => service.close());

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

	it('are listed by their short link, page by page', async () => {
		const { results, paginationToken } = await search('searchLinks');
		expect(results).toHaveLength(50);
		expect(results[0].name).toMatch(/^https:\/\/\w+\.business\.example\.com\//);
		expect(results[0].url).toBe(results[0].name);
		expect(paginationToken).toBe(results[49].value);
		service.proxy.reset();
		expect((await all('searchLinks')).sort()).toEqual(
			ids(`${STORED} folder_id IS NULL`, workspaceId(service.sandbox, 'business')).sort(),
		);
		expect(queries()[1].startingAfter).toBe(paginationToken);
	});

	it('are searched by the service', async () => {
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
	it('are listed by name, page by page', async () => {
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

	it('are searched by the service', async () => {
		const { results } = await search('searchFolders', 'Marketing');
		expect(results.length).toBeGreaterThan(0);
		for (const { name } of results) expect(name).toContain('Marketing');
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

	it('are searched by the service', async () => {
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

	it('are found by name or email, whatever the case', async () => {
		const { results } = await search('searchApplicants');
		const [name] = results[2].name.split(' (');
		expect((await search('searchApplicants', name.toUpperCase())).results).toContainEqual(
			results[2],
		);
		expect((await search('searchApplicants', 'nobody at all')).results).toEqual([]);
	});

	it('are searched on later pages, too', async () => {
		const page = (from: number) =>
			Array.from({ length: 50 }, (_, n) => ({
				partner: { id: `pn_${from + n}`, name: `Partner ${from + n}`, email: null },
			}));
		service.proxy.answerNext(
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

	it('are found by a part of the code', async () => {
		const { results } = await search('searchDiscountCodes');
		const [{ name }] = results;
		const part = name.slice(0, -1).toLowerCase();
		expect((await search('searchDiscountCodes', part)).results).toContainEqual(results[0]);
	});
});

it('a list that the service refuses is an error and not an empty list', async () => {
	const credential = service.credential('pro');
	await expect(searchList('searchPartners', credential)).rejects.toThrow(/plan/);
	await expect(
		searchList('searchFolders', { apiKey: 'k', baseUrl: 'http://example.com' }),
	).rejects.toThrow("'Base URL' of the credential must start with https://");
});
