import { rejected, type Row } from './row.ts';

const REJECT = '/partners/applications/reject';
const BAN = '/partners/ban';
const EMBED = '/tokens/embed/referrals';
const LINKS = '/links';

const malformed = { method: 'POST', status: 400 };

/** Bodies that are refused wherever JSON is taken. */
const BODIES: [name: string, raw: Row['raw']][] = [
	['broken JSON', { body: '{"partnerId": ' }],
	['text after the JSON', { body: '{} {}' }],
	['single quotes', { body: `{'partnerId': 'pn_1'}` }],
	['an empty body', { body: '' }],
	['an array', { body: '[]' }],
	['null', { body: 'null' }],
	['a number', { body: '12' }],
	['a text', { body: '"pn_1"' }],
	['a prototype', { body: '{"__proto__": {"partnerId": "pn_1"}}' }],
	['a body of more than 1 MB', { body: JSON.stringify({ partnerId: 'x'.repeat(1_100_000) }) }],
	[
		'a form',
		{ contentType: 'application/x-www-form-urlencoded', body: 'partnerId=pn_1&reason=spam' },
	],
	['plain text', { contentType: 'text/plain', body: '{"partnerId":"pn_1","reason":"spam"}' }],
	['XML', { contentType: 'application/xml', body: '<partnerId>pn_1</partnerId>' }],
];

const bodyRows = [REJECT, BAN, EMBED, LINKS].flatMap((path) =>
	BODIES.map(([name, raw]): Row => ({
		name: `POST ${path} with ${name}`,
		as: path === EMBED ? 'advanced/owner' : 'business/owner',
		path,
		raw,
		...malformed,
	})),
);

const ABSENT: [method: string, path: string][] = [
	['GET', '/'],
	['GET', '/v1/events'],
	['GET', '/event'],
	['GET', '/events/evt_1'],
	['POST', '/events'],
	['POST', '/folders/fold_1'],
	['PUT', '/folders'],
	['DELETE', '/folders'],
	['DELETE', '/links'],
	['PUT', '/links/bulk'],
	['GET', '/partners/ban'],
	['DELETE', '/partners/ban'],
	['GET', '/partners/applications/reject'],
	['GET', '/tokens/embed/referrals'],
	['PUT', '/discount-codes/dcode_1'],
	['GET', '/oauth/token'],
	['POST', '/oauth/userinfo'],
	['GET', '/folders%00'],
	['GET', '/../../etc/passwd'],
];

const absentRows = ABSENT.map(([method, path]): Row => ({
	name: `${method} ${path} does not exist`,
	method,
	path,
	status: 404,
}));

export const inputRows: Row[] = [
	...bodyRows,
	...absentRows,
	{
		...malformed,
		name: 'a NUL character in the body',
		path: REJECT,
		body: { partnerId: 'pn_\0' },
		status: 422,
	},
	{
		...malformed,
		name: 'a lone surrogate in the body',
		path: BAN,
		raw: { body: '{"tenantId":"\\ud800","reason":"spam"}' },
		status: 422,
	},
	{
		...malformed,
		name: 'a number that exceeds the numeric range',
		path: REJECT,
		raw: { body: '{"partnerId":1e999}' },
	},
	{
		...malformed,
		name: 'a deeply nested body',
		path: REJECT,
		raw: { body: `{"partnerId":${'['.repeat(5000)}${']'.repeat(5000)}}` },
	},
	{
		...malformed,
		name: 'a repeated field: the last one is used',
		path: BAN,
		raw: { body: '{"reason":"spam","reason":7,"partnerId":"pn_1"}' },
	},
	{
		...malformed,
		name: 'a constructor field is ignored',
		path: REJECT,
		body: { partnerId: 'pn_unknown', constructor: { prototype: { x: 1 } } },
	},
	{ name: 'the body of a GET request is ignored', path: '/folders?pageSize=1', status: 200 },
	{
		name: 'a method override is ignored',
		path: '/folders?_method=DELETE',
		headers: { 'x-http-method-override': 'DELETE' },
	},
	{
		name: 'a forwarded host and client are ignored',
		path: '/folders',
		headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': `' OR 1=1 --` },
	},
	{
		name: 'an unsupported Accept header is ignored',
		path: '/folders',
		headers: { accept: 'application/xml' },
	},
	{
		name: 'a prototype key in the query is ignored',
		path: '/folders?__proto__=1&constructor=2',
	},
	{
		name: 'a query with malformed percent encoding',
		path: '/folders?search=%E0%A4%A',
	},
	rejected('a trailing slash makes a different path', '/folders/', 404),
];
