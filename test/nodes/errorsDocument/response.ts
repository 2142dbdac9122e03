import type { StubResponse } from '../../support/sandbox/recordingProxy';
import type { ErrorCase } from './types';

const LINK = { resource: 'link', operation: 'create', url: 'https://example.com' };
const LINKS = {
	resource: 'link',
	operation: 'createMany',
	source: 'json',
	links: '[{ "url": "https://example.com" }]',
};
const EVENTS = { resource: 'event', operation: 'getAll', event: 'leads' };
const BAN = { resource: 'partner', operation: 'ban', partner: 'pn_none', reason: 'spam' };
const FOLDERS = { resource: 'folder', operation: 'getAll' };
const OAUTH2 = { ...FOLDERS, authentication: 'oAuth2' };
const TO_FILE = { ...FOLDERS, returnAll: true, returnAs: 'file' };

const refused = (status: number, code: string, message: string): StubResponse => ({
	status,
	body: { error: { code, message, doc_url: `https://dub.co/docs/api-reference/errors#${code}` } },
});
const page = (body: unknown): StubResponse => ({ status: 200, body });
const folders = (first: number) =>
	Array.from({ length: 50 }, (_, n) => ({ id: `fold_${first + n}`, name: 'Summer' }));

export const responseSections: Record<string, ErrorCase[]> = {
	'From the service': [
		{ when: 'A slug that cannot be', parameters: { ...LINK, key: '_x' } },
		{
			when: 'A tag that does not exist',
			parameters: { ...LINK, additionalFields: { tagNames: 'no-such-tag' } },
		},
		{
			when: 'A state that does not allow it',
			parameters: BAN,
			responses: [refused(400, 'bad_request', 'The partner is already banned.')],
		},
		{ when: 'A wrong API key', parameters: FOLDERS, key: 'wrong' },
		{ when: 'OAuth2 that is not connected', parameters: OAUTH2, token: {} },
		{
			when: 'OAuth2 whose access was revoked',
			parameters: OAUTH2,
			token: { access_token: 'dub_access_revoked', refresh_token: 'dub_refresh_revoked' },
		},
		{ when: 'A plan without the feature', parameters: EVENTS, workspace: 'pro' },
		{
			when: 'As many as the plan allows',
			parameters: LINK,
			responses: [refused(403, 'exceeded_limit', 'This workspace can have 25 links at most.')],
		},
		{ when: 'A key without the permission', parameters: LINK, key: 'readonly' },
		{ when: 'A user without the role', parameters: BAN, key: 'viewer' },
		{
			when: 'A domain of another workspace',
			parameters: { ...LINK, domain: 'go.nobody.example.com' },
		},
		{
			when: 'An ID that does not exist',
			parameters: { resource: 'link', operation: 'delete', linkId: 'link_none' },
		},
		{
			when: 'An ID that the service finds only in a list',
			parameters: { resource: 'tag', operation: 'get', tagId: 'tag_none' },
		},
		{
			when: 'A tenant ID that does not exist',
			parameters: {
				resource: 'partner',
				operation: 'upsertLink',
				partner: { mode: 'tenantId', value: 'user_none', __rl: true },
				url: 'https://example.com',
			},
		},
		{
			when: 'An identifier that is taken',
			parameters: { ...LINK, additionalFields: { externalId: 'order-business-0' } },
		},
		{ when: 'One of several links is not accepted', parameters: { ...LINKS, links: TAKEN() } },
		{ when: 'An invitation that is open', parameters: FOLDERS, key: 'open-invite' },
		{ when: 'An invitation that has expired', parameters: FOLDERS, key: 'expired-invite' },
		{
			when: 'Too many requests, for longer than Max Wait',
			parameters: { ...FOLDERS, requestOptions: { longestWait: 0 } },
			responses: [
				{
					...(refused(429, 'rate_limit_exceeded', 'Rate limit exceeded.') as object),
					status: 429,
					headers: { 'retry-after': '30' },
				},
			],
		},
		{
			when: 'Too many requests at the same time for Max Wait',
			parameters: {
				resource: 'event',
				operation: 'getAll',
				event: 'clicks',
				requestOptions: { parallelItems: 50, longestWait: 0 },
			},
			items: Array.from({ length: 50 }, () => ({})),
			responses: Array.from({ length: 50 }, () => ({
				...(page([]) as object),
				status: 200,
				headers: { 'x-ratelimit-limit': '2' },
			})),
		},
		{
			when: 'Trouble in the service, so that the result is unknown',
			parameters: BAN,
			responses: [refused(500, 'internal_server_error', 'An internal server error occurred.')],
		},
		{
			when: 'Trouble in the service while it is read',
			parameters: FOLDERS,
			responses: [refused(503, 'internal_server_error', 'Down for maintenance.')],
		},
		{
			when: 'A gateway that does not reach the service',
			parameters: FOLDERS,
			responses: [{ status: 502, body: '<h1>Bad Gateway</h1>' }],
		},
		{
			when: 'A file that is too large',
			parameters: { ...TO_FILE, fileOptions: { maxFileSize: 1 } },
			responses: [
				page(
					folders(0)
						.slice(5)
						.map((folder) => ({ ...folder, name: 'Summer'.repeat(5000) })),
				),
			],
		},
		{
			when: 'Trouble in the service while a file is written',
			parameters: TO_FILE,
			responses: [
				page(folders(0)),
				refused(500, 'internal_server_error', 'An internal server error occurred.'),
			],
		},
		{ when: 'A response that is lost', parameters: LINK, responses: ['connection reset'] },
		{ when: 'A response that breaks off', parameters: LINK, responses: [page('{ "id": "link_')] },
		{
			when: 'No response in time',
			parameters: { ...FOLDERS, requestOptions: { timeout: 1, longestWait: 0 } },
			server: 'silent',
		},
	],
	'From a service that has changed': [
		{
			when: 'A response with another format',
			parameters: FOLDERS,
			responses: [page({ data: [] })],
		},
		{
			when: 'A response to a change with another format',
			parameters: LINKS,
			responses: [page({ data: [] })],
		},
		{ when: 'A list of something else', parameters: FOLDERS, responses: [page(['Summer'])] },
		{
			when: 'A response that is no object',
			parameters: {
				resource: 'link',
				operation: 'get',
				linkId: { mode: 'url', value: 'https://go.example.com/summer', __rl: true },
			},
			responses: [page([])],
		},
		{ when: 'A link that the response leaves out', parameters: LINKS, responses: [page([])] },
		{
			when: 'A list that never ends',
			parameters: { ...FOLDERS, returnAll: true },
			responses: [page(folders(0))],
		},
		{
			when: 'An event without an ID',
			parameters: { ...EVENTS, returnAll: true },
			responses: [page([{ event: 'lead', timestamp: '2026-03-01T10:00:00Z' }])],
		},
		{
			when: 'An event without a time',
			parameters: { ...EVENTS, returnAll: true },
			responses: [page([{ event: 'lead', eventId: 'e_1', timestamp: 'soon' }])],
		},
		{
			when: 'A response that is too large',
			parameters: FOLDERS,
			responses: [page(' '.repeat(65 * 1024 * 1024))],
		},
		{
			when: 'A response with too many objects',
			parameters: FOLDERS,
			responses: [page(`[${'{},'.repeat(2_000_001)}{}]`)],
		},
	],
	'From something other than the service': [
		{
			when: 'A web page instead of the API',
			parameters: FOLDERS,
			responses: [page('<!doctype html>')],
		},
		{
			when: 'A page that does not exist',
			parameters: FOLDERS,
			responses: [{ status: 404, body: '<h1>Not Found</h1>' }],
		},
		{
			when: 'HTTP where the server wants HTTPS',
			parameters: FOLDERS,
			responses: [{ status: 400, body: '<h1>Plain HTTP request sent to HTTPS port</h1>' }],
		},
		{
			when: 'A redirect to another address',
			parameters: FOLDERS,
			responses: [{ status: 301, headers: { location: 'https://www.example.com/login' } }],
		},
		{ when: 'HTTPS where the server wants HTTP', parameters: FOLDERS, server: 'plain' },
		{ when: 'An address where nothing runs', parameters: FOLDERS, baseUrl: 'http://127.0.0.1:1' },
		{
			when: 'A host that does not exist',
			parameters: FOLDERS,
			baseUrl: 'https://no-such-host.invalid',
		},
		{ when: 'A certificate that n8n does not trust', parameters: FOLDERS, server: 'selfSigned' },
		{ when: 'A certificate for another host', parameters: FOLDERS, server: 'otherHost' },
		{ when: 'A certificate that has expired', parameters: FOLDERS, server: 'expired' },
	],
};

/** Two links with the same slug. */
function TAKEN(): string {
	const link = { url: 'https://example.com', externalId: 'order-business-0' };
	return JSON.stringify([{ url: 'https://example.com' }, link]);
}
