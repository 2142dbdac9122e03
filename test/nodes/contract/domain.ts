import type { Contract, ContractRow } from './types';

const resource = 'domain';
const domainName = { __rl: true, mode: 'id', value: 'go.example.com' };
const response = { id: 'dom_1', slug: 'go.example.com' };

/** As the forms have them. */
const fields = {
	archived: true,
	appleAppSiteAssociation: { applinks: { details: [] } },
	assetLinks: '[{ "relation": [] }]',
	expiredUrl: 'https://example.com/over',
	logo: 'https://dubassets.com/domains/logo.png',
	notFoundUrl: 'https://example.com/lost',
	placeholder: 'https://example.com/product',
};
/** As the service takes them. */
const body = {
	...fields,
	appleAppSiteAssociation: '{"applinks":{"details":[]}}',
};
const clearable = [
	...['appleAppSiteAssociation', 'assetLinks', 'expiredUrl', 'logo', 'notFoundUrl', 'placeholder'],
];

const rows: ContractRow[] = [
	{
		resource,
		operation: 'checkStatus',
		title: 'minimal',
		parameters: { domains: 'example.link' },
		response: [],
		method: 'GET',
		path: '/domains/status',
		query: { domains: 'example.link' },
	},
	{
		resource,
		operation: 'checkStatus',
		title: 'every field',
		parameters: { domains: '={{ ["example.link", "Other.link"] }}' },
		response: [],
		method: 'GET',
		path: '/domains/status',
		query: { domains: 'example.link,other.link' },
	},
	{
		resource,
		operation: 'create',
		title: 'minimal',
		parameters: { slug: 'go.example.com' },
		response,
		method: 'POST',
		path: '/domains',
		body: { slug: 'go.example.com' },
	},
	{
		resource,
		operation: 'create',
		title: 'every field',
		parameters: { slug: 'go.example.com', additionalFields: fields },
		response,
		method: 'POST',
		path: '/domains',
		body: { slug: 'go.example.com', ...body },
	},
	{
		resource,
		operation: 'create',
		title: 'the logo of a binary field',
		parameters: { slug: 'go.example.com', additionalFields: { logoBinaryPropertyName: 'image' } },
		binary: { image: { data: 'iVBORw0KGgo=', mimeType: 'image/png' } },
		response,
		method: 'POST',
		path: '/domains',
		body: { slug: 'go.example.com', logo: 'data:image/png;base64,iVBORw0KGgo=' },
	},
	{
		resource,
		operation: 'delete',
		title: 'minimal',
		parameters: { domain: domainName },
		response: { slug: 'go.example.com' },
		method: 'DELETE',
		path: '/domains/go.example.com',
	},
	{
		resource,
		operation: 'get',
		title: 'minimal',
		parameters: { domain: domainName },
		response: [response],
		method: 'GET',
		path: '/domains',
		query: { page: '1', pageSize: '50', search: 'go.example.com', archived: 'false' },
	},
	{
		resource,
		operation: 'get',
		title: 'every field',
		parameters: { domain: { ...domainName, value: ' Go.example.com ' }, simple: false },
		response: [response],
		method: 'GET',
		path: '/domains',
		query: { page: '1', pageSize: '50', search: 'go.example.com', archived: 'false' },
	},
	{
		resource,
		operation: 'getAll',
		title: 'minimal',
		parameters: {},
		response: [],
		method: 'GET',
		path: '/domains',
		query: { page: '1', pageSize: '50' },
	},
	{
		resource,
		operation: 'getAll',
		title: 'every field',
		parameters: { limit: 7, simple: false, filters: { archived: true, search: 'example' } },
		response: [],
		method: 'GET',
		path: '/domains',
		query: { page: '1', pageSize: '7', archived: 'true', search: 'example' },
	},
	{
		resource,
		operation: 'register',
		title: 'minimal',
		parameters: { domain: 'example.link' },
		response: { domain: 'example.link', status: 'SUCCESS' },
		method: 'POST',
		path: '/domains/register',
		body: { domain: 'example.link' },
	},
	{
		resource,
		operation: 'update',
		title: 'minimal',
		parameters: { domain: domainName, updateFields: { archived: false } },
		response,
		method: 'PATCH',
		path: '/domains/go.example.com',
		body: { archived: false },
	},
	{
		resource,
		operation: 'update',
		title: 'every field',
		parameters: { domain: domainName, updateFields: { slug: 'to.example.com', ...fields } },
		response,
		method: 'PATCH',
		path: '/domains/go.example.com',
		body: { slug: 'to.example.com', ...body },
	},
	{
		resource,
		operation: 'update',
		title: 'the logo of a binary field',
		parameters: { domain: domainName, updateFields: { logoBinaryPropertyName: 'image' } },
		binary: { image: { data: 'iVBORw0KGgo=', mimeType: 'image/png' } },
		response,
		method: 'PATCH',
		path: '/domains/go.example.com',
		body: { logo: 'data:image/png;base64,iVBORw0KGgo=' },
	},
	{
		resource,
		operation: 'update',
		title: 'every field cleared',
		parameters: { domain: domainName, fieldsToClear: clearable },
		response,
		method: 'PATCH',
		path: '/domains/go.example.com',
		body: Object.fromEntries(clearable.map((name) => [name, null])),
	},
];

const settings = [...clearable, 'logoBinaryPropertyName', 'archived', 'slug', 'simple'];

export const domain: Contract = {
	rows,
	parameters: {
		checkStatus: ['domains'],
		create: settings,
		delete: ['domain'],
		get: ['domain', 'simple'],
		getAll: ['archived', 'search', 'returnAll', 'limit', 'simple'],
		register: ['domain'],
		update: ['domain', ...settings],
	},
};
