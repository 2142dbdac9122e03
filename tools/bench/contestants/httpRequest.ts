import type { IDataObject } from 'n8n-workflow';
import type { MeasuredNode } from '../n8n.ts';
import type { NodeContestant, Setting } from './types.ts';

type Query = Record<string, string | number>;

interface HttpRequest {
	method: string;
	path: string;
	query?: Query;
	/** An expression. */
	jsonBody?: string;
	options?: IDataObject;
}

/** n8n's HTTP Request node with a Bearer credential, as the editor stores it. */
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

/** Its pagination by page number, until a page is empty; `interval` in milliseconds between two requests. */
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

/** So many requests go out at once, then it waits; without batching all go out at once. */
export function batching(batchSize: number, batchInterval: number): IDataObject {
	return { batching: { batch: { batchSize, batchInterval } } };
}

/** A list read by hand: an input item per page, whose number is known. */
export function pageByPage(
	path: string,
	query: Query,
	options: (setting: Setting) => IDataObject = () => ({}),
): NodeContestant {
	return {
		name: 'http-tuned',
		title: 'HTTP Request by hand: an item per page, number of pages known',
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
