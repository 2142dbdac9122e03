import { sends, type Contract, type ContractRow } from './types.ts';

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
const body = { ...fields, appleAppSiteAssociation: '{"applinks":{"details":[]}}' };
const clearable = [
	...['appleAppSiteAssociation', 'assetLinks', 'expiredUrl', 'logo', 'notFoundUrl', 'placeholder'],
];

const rows: ContractRow[] = [
	sends('domain.checkStatus', 'minimal', 'GET /domains/status', {
		parameters: { domains: 'example.link' },
		response: [],
		query: { domains: 'example.link' },
	}),
	sends('domain.checkStatus', 'every field', 'GET /domains/status', {
		parameters: { domains: '={{ ["example.link", "Other.link"] }}' },
		response: [],
		query: { domains: 'example.link,other.link' },
	}),
	sends('domain.create', 'minimal', 'POST /domains', {
		parameters: { slug: 'go.example.com' },
		response,
		body: { slug: 'go.example.com' },
	}),
	sends('domain.create', 'every field', 'POST /domains', {
		parameters: { slug: 'go.example.com', additionalFields: fields },
		response,
		body: { slug: 'go.example.com', ...body },
	}),
	sends('domain.create', 'the logo of a binary field', 'POST /domains', {
		parameters: { slug: 'go.example.com', additionalFields: { logoBinaryPropertyName: 'image' } },
		binary: { image: { data: 'iVBORw0KGgo=', mimeType: 'image/png' } },
		response,
		body: { slug: 'go.example.com', logo: 'data:image/png;base64,iVBORw0KGgo=' },
	}),
	sends('domain.delete', 'minimal', 'DELETE /domains/go.example.com', {
		parameters: { domain: domainName },
		response: { slug: 'go.example.com' },
	}),
	sends('domain.get', 'minimal', 'GET /domains', {
		parameters: { domain: domainName },
		response: [response],
		query: { page: '1', pageSize: '50', search: 'go.example.com', archived: 'false' },
	}),
	sends('domain.get', 'every field', 'GET /domains', {
		parameters: { domain: { ...domainName, value: ' Go.example.com ' }, simple: false },
		response: [response],
		query: { page: '1', pageSize: '50', search: 'go.example.com', archived: 'false' },
	}),
	sends('domain.getAll', 'minimal', 'GET /domains', {
		parameters: {},
		response: [],
		query: { page: '1', pageSize: '50' },
	}),
	sends('domain.getAll', 'every field', 'GET /domains', {
		parameters: { limit: 7, simple: false, filters: { archived: true, search: 'example' } },
		response: [],
		query: { page: '1', pageSize: '7', archived: 'true', search: 'example' },
	}),
	sends('domain.register', 'minimal', 'POST /domains/register', {
		parameters: { domain: 'example.link' },
		response: { domain: 'example.link', status: 'SUCCESS' },
		body: { domain: 'example.link' },
	}),
	sends('domain.update', 'minimal', 'PATCH /domains/go.example.com', {
		parameters: { domain: domainName, updateFields: { archived: false } },
		response,
		body: { archived: false },
	}),
	sends('domain.update', 'every field', 'PATCH /domains/go.example.com', {
		parameters: { domain: domainName, updateFields: { slug: 'to.example.com', ...fields } },
		response,
		body: { slug: 'to.example.com', ...body },
	}),
	sends('domain.update', 'the logo of a binary field', 'PATCH /domains/go.example.com', {
		parameters: { domain: domainName, updateFields: { logoBinaryPropertyName: 'image' } },
		binary: { image: { data: 'iVBORw0KGgo=', mimeType: 'image/png' } },
		response,
		body: { logo: 'data:image/png;base64,iVBORw0KGgo=' },
	}),
	sends('domain.update', 'every field cleared', 'PATCH /domains/go.example.com', {
		parameters: { domain: domainName, fieldsToClear: clearable },
		response,
		body: Object.fromEntries(clearable.map((name) => [name, null])),
	}),
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
