import { beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { sampleApps, sampleKey } from '../../../sandbox/data/lookup.ts';
import { atDepth } from '../../support/depth.ts';
import { HOSTILE_TEXTS } from '../../support/node/hostileValues.ts';
import { routesOfSandbox } from '../../support/sandbox/sandboxRoutes.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const WORKSPACE = 'enterprise';
const REQUESTS_PER_ROUTE = atDepth(8, 40);
/** They answer pages, or text. */
const FOR_BROWSERS = /^\/(s|oauth\/authorize)(\/|$)/;

/** Names that some route reads, and names that only an attacker sends. */
const NAMES = [
	...['url', 'key', 'domain', 'prefix', 'externalId', 'tenantId', 'tagIds', 'tagNames', 'geo'],
	...['linkIds', 'externalIds', 'data', 'comments', 'expiresAt', 'keyLength', 'testVariants'],
	...['partnerId', 'programId', 'partner', 'email', 'name', 'description', 'groupId', 'reason'],
	...[
		'amount',
		'currency',
		'type',
		'saleAmount',
		'earnings',
		'status',
		'commissionIds',
		'customer',
	],
	...[
		'clickId',
		'eventName',
		'customerExternalId',
		'metadata',
		'mode',
		'eventQuantity',
		'deepLink',
	],
	...['event', 'interval', 'start', 'end', 'timezone', 'groupBy', 'query', 'country', 'region'],
	...[
		'page',
		'pageSize',
		'limit',
		'sortBy',
		'sortOrder',
		'startingAfter',
		'endingBefore',
		'search',
	],
	...['slug', 'color', 'accessLevel', 'domains', 'code', 'size', 'level', 'fgColor', 'logo'],
	...['triggers', 'linkScope', 'folderIds', 'trigger', 'event_id', 'root', 'linkId', 'folderId'],
	...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'code_challenge', 'request'],
	...['grant_type', 'client_secret', 'refresh_token', 'decision', 'user', 'code_verifier'],
	...['__proto__', 'constructor', 'hasOwnProperty', 'a[b]', 'a.b', ''],
];

const CONTENT_TYPES = [
	'application/json',
	'application/json; charset=utf-16',
	'application/x-www-form-urlencoded',
	'text/plain',
	'multipart/form-data; boundary=x',
	'application/json, text/html',
	'',
];

const sandbox = useSandbox({ sampleData: { seed: 1, events: 20 }, limits: 'off' });
let routes: string[];
/** Values that get further than the first check. */
let known: string[];

beforeAll(async () => {
	routes = await routesOfSandbox();
	const ids = ['links', 'partners', 'customers', 'commissions', 'folders', 'tags', 'programs'];
	const { clientId } = sampleApps(sandbox.db).find((app) => app.workspace === WORKSPACE) ?? {};
	known = [
		...ids.map((table) => sandbox.db.get<{ id: string }>(`SELECT id FROM ${table}`)?.id ?? ''),
		...['dub.sh', 'https://127.0.0.1:1/', 'name@example.com', '2026-01-01', 'all', 'usd'],
		...[
			'authorization_code',
			'refresh_token',
			'code',
			'links.read',
			'allow',
			'spam',
			'link.clicked',
		],
		clientId ?? '',
	];
});

const text = () => fc.constantFrom(...HOSTILE_TEXTS, ...known);

function json(depth = 2): fc.Arbitrary<unknown> {
	const leaf = fc.oneof(
		text(),
		fc.constantFrom(null, true, false, 0, -1, 1, 0.1, 100, 1e21, -1e308, 2 ** 53),
	);
	if (depth === 0) return leaf;
	const inner = json(depth - 1);
	return fc.oneof(
		{ weight: 3, arbitrary: leaf },
		{ weight: 1, arbitrary: fc.array(inner, { maxLength: 4 }) },
		{ weight: 1, arbitrary: fields(inner) },
	);
}

const fields = (value: fc.Arbitrary<unknown>) =>
	fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 8 }).map(Object.fromEntries);

const rawBody = () =>
	fc.oneof(
		{ weight: 6, arbitrary: fields(json()).map((value) => JSON.stringify(value)) },
		{ weight: 1, arbitrary: json().map((value) => JSON.stringify(value)) },
		{
			weight: 1,
			arbitrary: fc
				.array(fc.tuple(fc.constantFrom(...NAMES), text()), { maxLength: 8 })
				.map((pairs) => pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')),
		},
		{
			weight: 1,
			arbitrary: fc.constantFrom(
				'{"__proto__":{"url":"https://example.com/"},"constructor":{"prototype":{"a":1}}}',
				`${'['.repeat(20_000)}${']'.repeat(20_000)}`,
				`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
				'{"url":',
				'\ufeff{}',
				'x'.repeat(1_100_000),
			),
		},
	);

function encode(value: string): string {
	return encodeURIComponent(wellFormed(value));
}

/** Half a surrogate pair cannot be sent in an address. */
function wellFormed(value: string): string {
	return Buffer.from(value).toString();
}

const requestTo = (route: string) => {
	const [method, path] = route.split(' ');
	const names = path.match(/\{\w+\}|\*/g) ?? [];
	return fc.record({
		method: fc.constant(method),
		path: fc
			.array(fc.tuple(text(), fc.boolean()), { minLength: names.length, maxLength: names.length })
			.map((values) =>
				values.reduce(
					(filled, [value, raw]) =>
						filled.replace(/\{\w+\}|\*/, () =>
							raw ? encodeURI(wellFormed(value)) : encode(value),
						),
					path,
				),
			),
		query: fc
			.array(fc.tuple(fc.constantFrom(...NAMES), text()), { maxLength: 5 })
			.map((pairs) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')),
		body: fc.option(rawBody(), { nil: undefined }),
		contentType: fc.oneof(
			{ weight: 4, arbitrary: fc.constant('application/json') },
			{ weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
		),
		authorization: fc.oneof(
			{ weight: 8, arbitrary: fc.constant(`Bearer ${sampleKey(sandbox.db, WORKSPACE)}`) },
			{
				weight: 1,
				arbitrary: fc.constantFrom('', 'Bearer', 'Bearer x', 'Basic Og==', 'Bearer __proto__'),
			},
		),
	});
};

interface Sent {
	method: string;
	path: string;
	query: string;
	body?: string;
	contentType: string;
	authorization: string;
}

async function send({ method, path, query, body, contentType, authorization }: Sent) {
	const response = await fetch(`${sandbox.url}${path}?${query}`, {
		method,
		headers: {
			...(authorization && { authorization }),
			...(contentType && { 'content-type': contentType }),
		},
		body: method === 'GET' ? undefined : body,
		redirect: 'manual',
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
}

function check(path: string, { status, headers, text }: Awaited<ReturnType<typeof send>>): void {
	expect(status).toBeLessThan(500);
	expect(headers.get('set-cookie')).toBeNull();
	if (FOR_BROWSERS.test(path)) {
		expect(text).not.toMatch(/<script|<img/i);
	} else if (status >= 400) {
		expect(JSON.parse(text)).toEqual({
			error: {
				code: expect.stringMatching(/^[a-z_]+$/),
				message: expect.any(String),
				doc_url: expect.stringMatching(/^https:/),
			},
		});
	}
}

it('every route responds to malformed input with a documented error, never with a 500', async () => {
	const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
	const statuses = new Map<number, number>();
	for (const route of routes) {
		await fc.assert(
			fc.asyncProperty(requestTo(route), async (request) => {
				const answer = await send(request);
				check(request.path, answer);
				statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
			}),
			{ seed: 1, numRuns: REQUESTS_PER_ROUTE },
		);
	}
	expect(logged).not.toHaveBeenCalled();
	logged.mockRestore();
	// It got past the first checks, and did not only fail at them.
	expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 422]));
	process.stdout.write(
		`${routes.length} routes: ${JSON.stringify(Object.fromEntries(statuses))}\n`,
	);
});

it('malformed input leaves the data and other requests intact', async () => {
	// One of the sandbox's objects, since jest gives those of a test another prototype.
	const object = sandbox.quirks as unknown as Record<string, unknown>;
	expect([object.url, object.a]).toEqual([undefined, undefined]);
	const request = {
		path: '/links/count',
		query: '',
		contentType: '',
		authorization: `Bearer ${sampleKey(sandbox.db, 'business')}`,
	};
	expect(await send({ method: 'GET', ...request })).toMatchObject({ status: 200 });
	expect(sandbox.db.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
	expect(sandbox.db.all('PRAGMA foreign_key_check')).toEqual([]);
});
