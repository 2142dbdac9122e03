import {
	UserError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import type { Needs } from '../transport/types';
import { finitePages, endlessListError, type Page } from '../transport/pages';
import { path } from '../transport/path';
import { apiList } from '../transport/request';
import { at } from '../transport/unknown';

const PAGE_SIZE = 50;

/** For the lists that every plan has. */
const NEEDS: Record<string, Needs> = {
	'/commissions': {},
	'/domains': { scope: 'domains.read' },
	'/folders': { scope: 'folders.read' },
	'/tags': { scope: 'tags.read' },
};

export async function searchLinks(
	this: ILoadOptionsFunctions,
	search?: string,
	startingAfter?: string,
): Promise<INodeListSearchResult> {
	const links = await apiList.call(this, {
		method: 'GET',
		path: '/links',
		query: { search, startingAfter, pageSize: PAGE_SIZE },
		needs: { scope: 'links.read' },
	});
	return {
		results: links.map(({ id, shortLink }) => ({
			// Without the protocol, so that the field shows more of the slug.
			name: String(shortLink).replace(/^https?:\/\//, ''),
			value: String(id),
			url: String(shortLink),
		})),
		paginationToken: nextCursor(links, startingAfter),
	};
}

/** Links whose value is the short link itself. */
export async function searchShortLinks(
	this: ILoadOptionsFunctions,
	search?: string,
	startingAfter?: string,
): Promise<INodeListSearchResult> {
	const { results, paginationToken } = await searchLinks.call(this, search, startingAfter);
	return {
		results: results.map(({ name, value, url = String(value) }) => ({ name, value: url, url })),
		paginationToken,
	};
}

export async function searchFolders(
	this: ILoadOptionsFunctions,
	search?: string,
	page = '1',
): Promise<INodeListSearchResult> {
	const folders = await numberedPage.call(this, '/folders', page, { search });
	return {
		results: folders.map(({ id, name }) => ({ name: String(name), value: String(id) })),
		paginationToken: nextPage(folders, page),
	};
}

export async function searchTags(
	this: ILoadOptionsFunctions,
	search?: string,
	page = '1',
): Promise<INodeListSearchResult> {
	const tags = await numberedPage.call(this, '/tags', page, { search });
	return {
		results: tags.map(({ id, name }) => ({ name: String(name), value: String(id) })),
		paginationToken: nextPage(tags, page),
	};
}

export async function searchDomains(
	this: ILoadOptionsFunctions,
	search?: string,
	page = '1',
): Promise<INodeListSearchResult> {
	const domains = await numberedPage.call(this, '/domains', page, { search });
	return {
		results: domains.map(({ slug }) => ({ name: String(slug), value: String(slug) })),
		paginationToken: nextPage(domains, page),
	};
}

export async function searchCustomers(
	this: ILoadOptionsFunctions,
	search?: string,
	startingAfter?: string,
): Promise<INodeListSearchResult> {
	const customers = await apiList.call(this, {
		method: 'GET',
		path: '/customers',
		query: { search, startingAfter, pageSize: PAGE_SIZE },
		needs: { plan: 'Business' },
	});
	return {
		results: customers.map(({ id, name, email, externalId }) => ({
			name: withDetail(name ?? email ?? id, email ?? externalId),
			value: String(id),
		})),
		paginationToken: nextCursor(customers, startingAfter),
	};
}

export async function searchPartners(
	this: ILoadOptionsFunctions,
	search?: string,
	page = '1',
): Promise<INodeListSearchResult> {
	const partners = await numberedPage.call(this, '/partners', page, { search });
	return {
		results: partners.map(({ id, name, email, status }) => ({
			name: withDetail(name, email ?? status),
			value: String(id),
		})),
		paginationToken: nextPage(partners, page),
	};
}

export async function searchApplicants(
	this: ILoadOptionsFunctions,
	search?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	return await searchPages.call(this, '/partners/applications', search, page, ({ partner }) => {
		// An applicant who deleted their account cannot be chosen.
		if (!partner) return undefined;
		const { id, name, email } = partner as IDataObject;
		return { name: withDetail(name, email), value: String(id) };
	});
}

export async function searchDiscountCodes(
	this: ILoadOptionsFunctions,
	search?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	return await searchPages.call(
		this,
		'/discount-codes',
		search,
		page,
		({ id, code, discountId }) =>
			discountId === null ? undefined : { name: String(code), value: String(id) },
	);
}

export async function searchCommissions(
	this: ILoadOptionsFunctions,
	search?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	return await searchPages.call(this, '/commissions', search, page, (commission) => {
		const { id, type, earnings, currency, status, partner } = commission;
		const amount = `${(Number(earnings) / 100).toFixed(2)} ${String(currency).toUpperCase()}`;
		const name = `${nameOf(partner)}: ${amount}, ${String(type)}`;
		return { name: withDetail(name, status), value: String(id) };
	});
}

/** The submissions for the bounty in the parameter 'Bounty ID'. */
export async function searchSubmissions(
	this: ILoadOptionsFunctions,
	search?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	const bountyId = String(this.getCurrentNodeParameter('bountyId') ?? '').trim();
	if (bountyId === '') throw new UserError("'Bounty ID' is empty. Enter it first.");
	const submissions = path`/bounties/${bountyId}/submissions`;
	return await searchPages.call(this, submissions, search, page, ({ id, status, partner }) => ({
		name: withDetail(nameOf(partner), status),
		value: String(id),
	}));
}

/**
 * Searches a list that the service cannot search. Reads on to the first page with a match, because the editor treats an
 * empty page as the end of the list.
 *
 * @param toResult returns undefined for what cannot be chosen
 */
async function searchPages(
	this: ILoadOptionsFunctions,
	list: string,
	search = '',
	firstPage = '1',
	toResult: (item: IDataObject) => INodeListSearchItems | undefined,
): Promise<INodeListSearchResult> {
	const needle = search.toLowerCase();
	let page = firstPage;
	for await (const items of finitePages(pagesFrom.call(this, list, firstPage))) {
		const results = items
			.map(toResult)
			.filter((result) => result !== undefined)
			.filter(({ name }) => name.toLowerCase().includes(needle));
		const paginationToken = nextPage(items, page);
		if (results.length > 0 || paginationToken === undefined) return { results, paginationToken };
		page = paginationToken;
	}
	return { results: [] };
}

async function* pagesFrom(
	this: ILoadOptionsFunctions,
	list: string,
	firstPage: string,
): AsyncGenerator<Page> {
	for (let page = Number(firstPage); ; page++) {
		yield await numberedPage.call(this, list, String(page));
	}
}

async function numberedPage(
	this: ILoadOptionsFunctions,
	list: string,
	page: string,
	query: IDataObject = {},
): Promise<Page> {
	return await apiList.call(this, {
		method: 'GET',
		path: list,
		query: { ...query, page, pageSize: PAGE_SIZE },
		needs: NEEDS[list] ?? { plan: 'Business' },
	});
}

function nextPage(items: Page, page: string): string | undefined {
	return items.length === PAGE_SIZE ? String(Number(page) + 1) : undefined;
}

/** @throws UserError if the service returned the same page again */
function nextCursor(items: Page, startingAfter?: string): string | undefined {
	if (items.length !== PAGE_SIZE) return undefined;
	const cursor = String(items.at(-1)?.id);
	if (cursor === startingAfter) throw endlessListError();
	return cursor;
}

function nameOf(partner: unknown): string {
	return String(at(partner, 'name') ?? 'Unknown partner');
}

function withDetail(name: unknown, detail: unknown): string {
	return detail && detail !== name ? `${String(name)} (${String(detail)})` : String(name);
}
