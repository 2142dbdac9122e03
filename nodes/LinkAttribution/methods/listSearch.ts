import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { apiRequest } from '../transport/request';

type Page = IDataObject[];

const PAGE_SIZE = 50;

export async function searchLinks(
	this: ILoadOptionsFunctions,
	search?: string,
	startingAfter?: string,
): Promise<INodeListSearchResult> {
	const links = (await apiRequest.call(this, {
		method: 'GET',
		path: '/links',
		query: { search, startingAfter, pageSize: PAGE_SIZE },
		needs: { scope: 'links.read' },
	})) as Page;
	return {
		results: links.map(({ id, shortLink }) => ({
			name: String(shortLink),
			value: String(id),
			url: String(shortLink),
		})),
		paginationToken: links.length === PAGE_SIZE ? String(links.at(-1)?.id) : undefined,
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

/** The service cannot search applications, so their pages are searched here. */
export async function searchApplicants(
	this: ILoadOptionsFunctions,
	search = '',
	page = '1',
): Promise<INodeListSearchResult> {
	const applications = await numberedPage.call(this, '/partners/applications', page);
	const results = applications.map(({ partner }) => {
		const { id, name, email } = partner as IDataObject;
		return { name: withDetail(name, email), value: String(id) };
	});
	return { results: matching(results, search), paginationToken: nextPage(applications, page) };
}

/** The service cannot search discount codes, so their pages are searched here. */
export async function searchDiscountCodes(
	this: ILoadOptionsFunctions,
	search = '',
	page = '1',
): Promise<INodeListSearchResult> {
	const codes = await numberedPage.call(this, '/discount-codes', page);
	const results = codes
		.filter(({ discountId }) => discountId !== null)
		.map(({ id, code }) => ({ name: String(code), value: String(id) }));
	return { results: matching(results, search), paginationToken: nextPage(codes, page) };
}

async function numberedPage(
	this: ILoadOptionsFunctions,
	path: string,
	page: string,
	query: IDataObject = {},
): Promise<Page> {
	return (await apiRequest.call(this, {
		method: 'GET',
		path,
		query: { ...query, page, pageSize: PAGE_SIZE },
		needs: path === '/folders' ? { scope: 'folders.read' } : { plan: 'Business' },
	})) as Page;
}

function nextPage(items: Page, page: string): string | undefined {
	return items.length === PAGE_SIZE ? String(Number(page) + 1) : undefined;
}

function matching<Result extends { name: string }>(results: Result[], search: string): Result[] {
	const wanted = search.toLowerCase();
	return results.filter(({ name }) => name.toLowerCase().includes(wanted));
}

function withDetail(name: unknown, detail: unknown): string {
	return detail ? `${String(name)} (${String(detail)})` : String(name);
}
