import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IDataObject, INodeListSearchResult, INodeTypeDescription } from 'n8n-workflow';
import type { CredentialReference } from '../../tools/n8n/client';
import { N8nStack, NODE_TYPE, type Authentication } from '../support/n8n/n8nStack';
import { programId, workspaceId } from '../support/sandbox/rows';

const WORKSPACE = 'business';

/** As n8n sends it to the editor, which adds what the codex file says. */
type NodeType = INodeTypeDescription & { codex?: { alias?: string[]; categories?: string[] } };

/** n8n's own search, as its editor and its workflow builder use it. */
const requireOfN8n = createRequire(join(__dirname, '../../tools/n8n/package.json'));
const { sublimeSearch } = requireOfN8n('@n8n/utils/search/sublime-search') as {
	sublimeSearch: (words: string, types: NodeType[], keys: object[]) => { item: NodeType }[];
};
const { NodeSearchEngine } = requireOfN8n('@n8n/ai-utilities/node-catalog') as {
	NodeSearchEngine: new (types: NodeType[]) => {
		searchByName(query: string, limit: number): INodeTypeDescription[];
	};
};

let stack: N8nStack;
const credentials: Record<string, CredentialReference> = {};

beforeAll(async () => {
	stack = await N8nStack.start();
	credentials.linkAttributionApi = await stack.apiKeyCredential(WORKSPACE);
	const oauth = await stack.oauthCredential(stack.app(WORKSPACE, true));
	await stack.connect(oauth);
	credentials.linkAttributionOAuth2Api = oauth;
});

afterAll(async () => await stack?.stop());

describe('the node panel', () => {
	let types: NodeType[];

	beforeAll(async () => {
		types = (await (await stack.n8n.client.fetch('GET', '/types/nodes.json')).json()) as NodeType[];
	});

	it('lists the node with its name, icons, and search terms', () => {
		const [type, ...others] = types.filter(({ name }) => name === NODE_TYPE);
		expect(others).toEqual([]);
		expect(type).toMatchObject({
			displayName: 'Link Attribution (Dub)',
			iconUrl: { light: expect.any(String), dark: expect.any(String) },
			codex: {
				alias: expect.arrayContaining([
					'Dub',
					'Short Link',
					'URL Shortener',
					'Affiliate',
					'Referral',
					'Attribution',
				]),
			},
		});
	});

	it.each([
		...['dub', 'link attribution', 'Dub short links', 'affiliate partners in dub'],
		...['dub webhook', 'short link analytics dub'],
	])('is what n8n finds for builders with AI: %s', (query) => {
		const found = new NodeSearchEngine(types).searchByName(query, 10);
		expect(found.map(({ displayName }) => displayName)).toContainEqual(
			expect.stringMatching(/^Link Attribution \(Dub\)/),
		);
	});

	it.each([
		...['promo code', 'tracking link', 'short link', 'affiliate', 'coupon', 'referral'],
		...['url shortener', 'partner program', 'conversion', 'vanity url', 'branded link'],
	])('is found in the editor with the words: %s', (words) => {
		const found = sublimeSearch(words, types, [
			{ key: 'displayName', weight: 1.3 },
			{ key: 'codex.alias', weight: 1 },
		]).slice(0, 8);
		expect(found.map(({ item }) => item.name)).toContain(NODE_TYPE);
	});

	it('serves the icons', async () => {
		const { iconUrl } = types.find(({ name }) => name === NODE_TYPE) ?? {};
		const urls = typeof iconUrl === 'object' ? Object.values(iconUrl) : [];
		expect(urls).toHaveLength(2);
		for (const url of urls) {
			const icon = await stack.n8n.client.fetch('GET', `/${url}`);
			expect(icon.status).toBe(200);
			expect(await icon.text()).toContain('<svg');
		}
	});

	it('offers the node as a tool for AI agents', () => {
		expect(types).toContainEqual(
			expect.objectContaining({ name: `${NODE_TYPE}Tool`, outputs: ['ai_tool'] }),
		);
	});

	it('serves the output schemas', async () => {
		const path = `/schemas/${NODE_TYPE}/1.0.0/link/getAll.json`;
		const schema = await (await stack.n8n.client.fetch('GET', path)).json();
		expect(schema).toMatchObject({ properties: { shortLink: { type: 'string' } } });
	});

	it('lists both credentials', async () => {
		const response = await stack.n8n.client.fetch('GET', '/types/credentials.json');
		const names = ((await response.json()) as Array<{ name: string }>).map(({ name }) => name);
		expect(names).toEqual(
			expect.arrayContaining(['linkAttributionApi', 'linkAttributionOAuth2Api']),
		);
	});
});

describe.each<[string, Authentication]>([
	['an API key', 'apiKey'],
	['OAuth2', 'oAuth2'],
])('resource locator lists with %s', (_, authentication) => {
	async function search(
		methodName: string,
		path: string,
		query: { filter?: string; paginationToken?: string } = {},
	): Promise<INodeListSearchResult> {
		const type = authentication === 'apiKey' ? 'linkAttributionApi' : 'linkAttributionOAuth2Api';
		return await stack.n8n.client.request(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			{
				path: `parameters.${path}`,
				methodName,
				nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
				currentNodeParameters: { authentication } satisfies IDataObject,
				credentials: { [type]: credentials[type] },
				...query,
			},
		);
	}

	async function everything(methodName: string, path: string): Promise<string[]> {
		const values: string[] = [];
		let paginationToken: string | undefined;
		do {
			const page = await search(methodName, path, { paginationToken });
			values.push(...page.results.map(({ value }) => String(value)));
			paginationToken = page.paginationToken;
		} while (paginationToken);
		return values.sort();
	}

	function stored(sql: string, id: string): string[] {
		return stack.sandbox.db
			.all<{ id: string }>(sql, id)
			.map((row) => row.id)
			.sort();
	}

	const workspace = () => workspaceId(stack.sandbox, WORKSPACE);
	const program = () => programId(stack.sandbox, WORKSPACE);

	it('lists and searches folders', async () => {
		expect(await everything('searchFolders', 'folderId')).toEqual(
			stored('SELECT id FROM folders WHERE workspace_id = ?', workspace()),
		);
		const [{ name, value }] = (await search('searchFolders', 'folderId')).results;
		const { results } = await search('searchFolders', 'folderId', { filter: name.slice(1) });
		expect(results).toContainEqual(expect.objectContaining({ name, value }));
		expect(
			(await search('searchFolders', 'folderId', { filter: 'no such folder' })).results,
		).toEqual([]);
	});

	it('lists and searches partners', async () => {
		const partners = await everything('searchPartners', 'partner');
		expect(partners).toEqual(
			expect.arrayContaining(
				stored(
					`SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = 'approved'`,
					program(),
				),
			),
		);
		const { results } = await search('searchPartners', 'partner', {
			filter: 'Approved Partner 12',
		});
		expect(results).toMatchObject([
			{ name: 'Approved Partner 12 (business-approved-12@partners.example.com)' },
		]);
	});

	it('lists and searches applicants', async () => {
		expect(await everything('searchApplicants', 'partnerId')).toEqual(
			stored(
				`SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = 'pending'`,
				program(),
			),
		);
		const { results } = await search('searchApplicants', 'partnerId', { filter: 'copy cat' });
		expect(results).toMatchObject([{ name: expect.stringContaining('Copy Cat') }]);
	});

	it('lists discount codes', async () => {
		const codes = await everything('searchDiscountCodes', 'discountCode');
		expect(codes).toEqual(
			stored(
				'SELECT id FROM discount_codes WHERE program_id = ? AND discount_id IS NOT NULL',
				program(),
			),
		);
	});

	it('paginates and searches links', async () => {
		const first = await search('searchLinks', 'linkId');
		expect(first.paginationToken).toEqual(expect.any(String));
		const second = await search('searchLinks', 'linkId', {
			paginationToken: first.paginationToken as string,
		});
		const values = [...first.results, ...second.results].map(({ value }) => value);
		expect(second.results.length).toBeGreaterThan(0);
		expect(new Set(values).size).toBe(values.length);

		const [{ name, value }] = second.results;
		const slug = name.slice(name.lastIndexOf('/') + 1);
		const found = await search('searchLinks', 'linkId', { filter: slug });
		expect(found.results).toContainEqual(expect.objectContaining({ name, value }));
	});
});
