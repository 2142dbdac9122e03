import { rejected, SQL_TEXTS, workspaceId, type Row } from './row.ts';

const OWN = `SELECT id FROM customers WHERE workspace_id = ${workspaceId('business')} ORDER BY id`;
const FOREIGN = `SELECT id FROM customers WHERE workspace_id = ${workspaceId('advanced')}`;

function refused(name: string, query: string, message: RegExp): Row {
	return {
		name: `list: ${name}`,
		path: ({ value }) => `/customers?${query.replaceAll('OWN', value(OWN))}`,
		status: 422,
		message,
	};
}

export const customerRows: Row[] = [
	refused('two cursors', 'startingAfter=OWN&endingBefore=OWN', /cannot be combined/),
	refused('a cursor with a page', 'startingAfter=OWN&page=1', /page/),
	refused('a cursor with another sort order', 'startingAfter=OWN&sortBy=saleAmount', /sortBy/),
	refused('an unknown cursor', 'startingAfter=cus_x', /cus_x/),
	refused('a page size above the maximum', 'pageSize=101', /^too_big: pageSize/),
	refused('an unsupported sort key', 'sortBy=name', /^invalid_value: sortBy/),
	refused('a flag that is not true or false', 'includeExpandedFields=1', /^invalid_value: include/),
	{
		name: 'list: a cursor of another workspace',
		path: ({ value }) => `/customers?startingAfter=${value(FOREIGN)}`,
		status: 422,
	},
	...SQL_TEXTS.map((text): Row => {
		const encoded = encodeURIComponent(text);
		return {
			name: `list: SQL is treated as text: ${text}`,
			path: `/customers?search=${encoded}&email=${encoded}&country=${encoded}`,
		};
	}),
	{ name: 'list: with any key', as: 'business/folders', path: '/customers', status: 200 },
	rejected('list: on the Pro plan', '/customers', 403, undefined, { as: 'pro/owner' }),
	...['GET', 'PATCH', 'DELETE'].map((method): Row => ({
		name: `${method}: a customer of another workspace`,
		method,
		path: ({ value }) => `/customers/${value(FOREIGN)}`,
		body: method === 'PATCH' ? {} : undefined,
		status: 404,
	})),
	...['PATCH', 'DELETE'].map((method): Row => ({
		name: `${method}: as a viewer`,
		as: 'business/viewer',
		method,
		path: ({ value }) => `/customers/${value(OWN)}`,
		body: method === 'PATCH' ? {} : undefined,
		status: 403,
	})),
	rejected('get: an unknown external ID', '/customers/ext_nobody', 404, /ext_nobody/),
];
