import type { IDataObject } from 'n8n-workflow';
import type { MeasuredNode } from '../n8n.ts';
import type { NodeContestant, Setting } from './types.ts';

type Query = Record<string, string | number>;

interface HttpRequest {
	method: string;
	path: string;
	query?: Query;
	/** An n8n expression. */
	jsonBody?: string;
	options?: IDataObject;
}

/** n8n's HTTP Request node with a bearer credential, as the editor stores it. */
export function httpRequest(
	{ url, credentials: { httpBearerAuth } }: Setting,
	{ method, path, query = {}, jsonBody, options = {} }: HttpRequest,
): MeasuredNode {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method,
			url: path.startsWith('=') ? `=${url}${path.slice(1)}` : url + path,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpBearerAuth',
			sendQuery: true,
			queryParameters: {
				parameters: Object.entries(query).map(([name, value]) => ({ name, value })),
			},
			...(jsonBody !== undefined && { sendBody: true, specifyBody: 'json', jsonBody }),
			options,
		},
		credentials: { httpBearerAuth },
	};
}

/**
 * Pagination by page number, until a page is empty.
 *
 * @param interval between two requests, in milliseconds
 */
export function pagination(interval: number): IDataObject {
	const page = { type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' };
	return {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: { parameters: [page] },
				paginationCompleteWhen: 'responseIsEmpty',
				limitPagesFetched: false,
				requestInterval: interval,
			},
		},
	};
}

/**
 * Sends requests in batches. Without batching, the node sends all requests in parallel.
 *
 * @param batchInterval in milliseconds
 */
export function batching(batchSize: number, batchInterval: number): IDataObject {
	return { batching: { batch: { batchSize, batchInterval } } };
}

/** A list with a known number of pages, with one input item for each page. */
export function pageByPage(
	path: string,
	query: Query,
	options: (setting: Setting) => IDataObject = () => ({}),
): NodeContestant {
	return {
		name: 'http-tuned',
		title: 'HTTP Request by hand: one item per page, known number of pages',
		kind: 'node',
		items: (_input, { pages }) => Array.from({ length: pages }, (_, i) => ({ page: i + 1 })),
		node: (setting) =>
			httpRequest(setting, {
				method: 'GET',
				path,
				query: { ...query, page: '={{ $json.page }}' },
				options: options(setting),
			}),
	};
}
