import {
	UserError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { money } from '../input/amounts';
import { finitePages, endlessListError } from '../pagination/items';
import type { Page } from '../pagination/pages';
import { path } from '../transport/path';
import { apiList } from '../transport/request';
import { at } from '../input/unknown';
import { readLocator, requireId } from '../input/locators';

const PAGE_SIZE = 50;

type Search = (
	this: ILoadOptionsFunctions,
	search?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

type ToResult = (item: IDataObject) => INodeListSearchItems;

/** @returns undefined for an item that cannot be chosen */
type ToOptionalResult = (item: IDataObject) => INodeListSearchItems | undefined;

export const searchLinks = linkSearch('id');

export const searchShortLinks = linkSearch('shortLink');

/** The links of the partner in the parameter 'Partner'. */
export async function searchPartnerLinks(
	this: ILoadOptionsFunctions,
	search = '',
): Promise<INodeListSearchResult> {
	const { text: partnerId } = readLocator(this.getCurrentNodeParameter('partnerId'), 'Partner');
	if (partnerId === '') throw new UserError("'Partner' is empty. Choose one first.");
	const links = await apiList(this, {
		method: 'GET',
		path: '/partners/links',
		query: { partnerId },
	});
	const results = links.map((link) => linkResult(link, 'id'));
	return {
		results: results.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())),
	};
}

export const searchCustomers = cursorSearch('/customers', (customer) => {
	const { id, name, email, externalId } = customer;
	return { name: withDetail(name ?? email ?? id, email ?? externalId), value: String(id) };
});

export const searchFolders = pageSearch('/folders', idByName);

export const searchTags = pageSearch('/tags', idByName);

export const searchDomains = pageSearch('/domains', ({ slug }) => ({
	name: String(slug),
	value: String(slug),
}));

export const searchPartners = pageSearch('/partners', ({ id, name, email, status }) => ({
	name: withDetail(name, email ?? status),
	value: String(id),
}));

export const searchApplicants = filterSearch('/partners/applications', ({ partner }) => {
	// An applicant who deleted their account cannot be chosen.
	if (!partner) return undefined;
	const { id, name, email } = partner as IDataObject;
	return { name: withDetail(name, email), value: String(id) };
});

export const searchDiscountCodes = filterSearch('/discount-codes', ({ id, code, discountId }) =>
	discountId === null ? undefined : { name: String(code), value: String(id) },
);

export const searchCommissions = filterSearch('/commissions', (commission) => {
	const { id, type, earnings, currency, status, partner } = commission;
	const name = `${nameOf(partner)}: ${money(earnings, currency)}, ${String(type)}`;
	return { name: withDetail(name, status), value: String(id) };
});

export const searchPayouts = filterSearch('/payouts', (payout) => {
	const { id, amount, currency, status, partner } = payout;
	const name = `${nameOf(partner)}: ${money(amount, currency)}`;
	return { name: withDetail(name, status), value: String(id) };
});

/** The submissions for the bounty in the parameter 'Bounty ID'. */
export async function searchSubmissions(
	this: ILoadOptionsFunctions,
	search?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	const bountyId = String(this.getCurrentNodeParameter('bountyId') ?? '').trim();
	if (bountyId === '') throw new UserError("'Bounty ID' is empty. Enter it first.");
	requireId(bountyId, 'Bounty ID');
	const submissions = path`/bounties/${bountyId}/submissions`;
	const searchBounty = filterSearch(submissions, ({ id, status, partner }) => ({
		name: withDetail(nameOf(partner), status),
		value: String(id),
	}));
	return await searchBounty.call(this, search, page);
}

function idByName({ id, name }: IDataObject): INodeListSearchItems {
	return { name: String(name), value: String(id) };
}

function linkSearch(valueKey: 'id' | 'shortLink'): Search {
	return cursorSearch('/links', (link) => linkResult(link, valueKey));
}

function linkResult(link: IDataObject, valueKey: 'id' | 'shortLink'): INodeListSearchItems {
	return {
		// Without the protocol, so that the field shows more of the slug.
		name: String(link.shortLink).replace(/^https?:\/\//, ''),
		value: String(link[valueKey]),
		url: String(link.shortLink),
	};
}

/** Searches a list whose cursor is the ID of the last item. */
function cursorSearch(list: string, toResult: ToResult): Search {
	return async function (search, startingAfter) {
		const query = { search, startingAfter, pageSize: PAGE_SIZE };
		const items = await apiList(this, { method: 'GET', path: list, query });
		return { results: items.map(toResult), paginationToken: nextCursor(items, startingAfter) };
	};
}

/** Searches a list with numbered pages. */
function pageSearch(list: string, toResult: ToResult): Search {
	return async function (search, page = '1') {
		const items = await numberedPage(this, list, page, { search });
		return { results: items.map(toResult), paginationToken: nextPage(items, page) };
	};
}

/**
 * Searches a list that the service cannot search. Reads on to the first page with a match, because the editor treats an
 * empty page as the end of the list.
 */
function filterSearch(list: string, toResult: ToOptionalResult): Search {
	return async function (search = '', firstPage = '1') {
		const needle = search.toLowerCase();
		let page = firstPage;
		for await (const items of finitePages(pagesFrom(this, list, firstPage))) {
			const results = items
				.map(toResult)
				.filter((result) => result !== undefined)
				.filter(({ name }) => name.toLowerCase().includes(needle));
			const paginationToken = nextPage(items, page);
			if (results.length > 0 || paginationToken === undefined) return { results, paginationToken };
			page = paginationToken;
		}
		return { results: [] };
	};
}

async function* pagesFrom(
	context: ILoadOptionsFunctions,
	list: string,
	firstPage: string,
): AsyncGenerator<Page> {
	for (let page = Number(firstPage); ; page++) {
		yield await numberedPage(context, list, String(page));
	}
}

async function numberedPage(
	context: ILoadOptionsFunctions,
	list: string,
	page: string,
	query: IDataObject = {},
): Promise<Page> {
	return await apiList(context, {
		method: 'GET',
		path: list,
		query: { ...query, page, pageSize: PAGE_SIZE },
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
