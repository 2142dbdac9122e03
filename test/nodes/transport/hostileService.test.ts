import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { collect } from '../../../nodes/LinkAttribution/pagination/items';
import { HostileService, sendJson, thrownBy } from '../../support/node/hostileService';
import type { ThrownByNode } from '../../support/node/nodeService';
import { runNode, searchList } from '../../support/node/runNode';
import { TriggerNode } from '../../support/node/runTrigger';

const MEGABYTE = 1024 * 1024;
const FOLDERS = { resource: 'folder', operation: 'getAll', returnAll: true };
const BAN = { resource: 'partner', operation: 'ban', partner: 'pn_1', reason: 'fraud' };
const ENDLESS = 'The service returns the same items on every page, so the list never ends';

let service: HostileService;
let other: HostileService;

// New ones for each test, as requests ahead of the end of a list can still be on their way.
beforeEach(async () => {
	service = await HostileService.start();
	other = await HostileService.start();
});
afterEach(async () => {
	await service.close();
	await other.close();
});

const run = async (
	parameters: INodeParameters,
	credential: ICredentialDataDecryptedObject = service.credential(),
) => await runNode({ parameters, credential });

const failure = async (...call: Parameters<typeof run>) =>
	await thrownBy(async () => await run(...call));

describe('a list that never ends', () => {
	/** As many as the largest page has. */
	const items = Array.from({ length: 1000 }, (_, i) => ({
		id: `id_${i}`,
		event: 'click',
		click: { id: `click_${i}` },
		timestamp: new Date(i).toISOString(),
	}));
	const repeatItems = () => {
		service.handle = (_, response, { searchParams }) => {
			const size = Number(searchParams.get('pageSize') ?? searchParams.get('limit') ?? 100);
			sendJson(response, items.slice(0, size));
		};
	};

	it.each([
		['page and pageSize', FOLDERS],
		['page and pageSize', { resource: 'payout', operation: 'getAll', returnAll: true }],
		['a cursor', { resource: 'link', operation: 'getAll', returnAll: true }],
		['a cursor', { resource: 'customer', operation: 'getAll', returnAll: true }],
		[
			'page and limit',
			{ resource: 'event', operation: 'getAll', event: 'clicks', returnAll: true },
		],
		[
			'page and limit, when few events match',
			{
				resource: 'event',
				operation: 'getAll',
				event: 'clicks',
				limit: 2000,
				interval: 'custom',
				start: '2024-01-01',
				end: '2024-01-02',
			},
		],
		['folders', { resource: 'link', operation: 'getAll', returnAll: true, allFolders: true }],
	])('by %s is aborted', async (_, parameters) => {
		repeatItems();
		expect((await failure(parameters)).message).toBe(ENDLESS);
		expect(service.requests.length).toBeLessThan(60);
	});

	it('of folders without links is aborted', async () => {
		service.handle = (_, response, { pathname }) =>
			sendJson(response, pathname === '/folders' ? items.slice(0, 50) : []);
		const parameters = { resource: 'link', operation: 'getAll', returnAll: true, allFolders: true };
		expect((await failure(parameters)).message).toBe(ENDLESS);
		expect(service.requests.length).toBeLessThan(200);
	});

	it('is aborted in the search of a locator', async () => {
		service.always(items.slice(0, 50).map(({ id }) => ({ id, code: id, discountId: 'disc_1' })));
		const search = searchList('searchDiscountCodes', service.credential(), 'nothing like it');
		expect((await thrownBy(async () => await search)).message).toBe(ENDLESS);
		expect(service.requests.length).toBeLessThan(10);
	});

	it.each(['searchLinks', 'searchCustomers'])('is aborted in %s', async (method) => {
		service.always(items.slice(0, 50));
		const { paginationToken } = await searchList(method, service.credential());
		const next = async () =>
			await searchList(method, service.credential(), '', String(paginationToken));
		expect((await thrownBy(next)).message).toBe(ENDLESS);
	});

	it('is aborted after 10,000 pages of new items', async () => {
		let read = 0;
		async function* pages() {
			for (;;) yield [{ id: `id_${read++}` }];
		}
		const { message } = await thrownBy(async () => await collect(pages(), Infinity));
		expect(message).toBe('The list has more than 10,000 pages');
		expect(read).toBe(10_001);
	});

	it.each<[string, number, () => object]>([
		['large texts', 7, () => ({ text: 'x'.repeat(100 * MEGABYTE) })],
		['empty objects', 30_505, () => ({})],
		['empty lists', 15_000, () => ({ lists: Array.from({ length: 200 }, () => []) })],
	])('is aborted when its items take too much memory: %s', async (_, max, itemOf) => {
		let read = 0;
		async function* pages() {
			for (;;) {
				const size = max > 100 ? 20 : 1;
				yield Array.from({ length: size }, () => ({ id: `id_${read++}`, ...itemOf() }));
			}
		}
		const error = await thrownBy(async () => await collect(pages(), Infinity));
		expect(error.message).toMatch(/take more than 640 MB of memory|has more than 10,000 pages/);
		expect(read).toBeLessThan(200_100);
	});

	it('continues if many new items shift a page onto the next one, and returns each once', async () => {
		service.handle = (_, response, { searchParams }) => {
			const page = Number(searchParams.get('page'));
			const first = page < 3 ? 0 : (page - 2) * 50;
			sendJson(response, items.slice(first, Math.min(first + 50, 120)));
		};
		const found = await run(FOLDERS);
		expect(found.map(({ json }) => json.id)).toEqual(items.slice(0, 120).map(({ id }) => id));
	});
});

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])('%i sends no body to another address', async (status) => {
		service.handle = (_, response) => {
			response.writeHead(status, { location: `${other.url}/partners/ban?token=secret` }).end();
		};
		const error = await failure(BAN);
		expect(error.message).toBe(
			`The service redirects to ${other.url}/partners/ban, which was not followed`,
		);
		expect(error.description).toContain("Check 'Base URL' in the credential");
		expect(other.requests).toEqual([]);
		expect(service.requests).toEqual(['POST /partners/ban']);
	});

	it.each([302, 307])('%i sends no GET to another origin', async (status) => {
		service.handle = (_, response) => {
			response.writeHead(status, { location: `${other.url}/folders` }).end();
		};
		expect((await failure(FOLDERS)).message).toContain(`The service redirects to ${other.url}`);
		expect(other.requests).toEqual([]);
	});

	it.each([301, 302, 303, 307, 308])(
		'with status %i is followed for a GET request to the same origin',
		async (status) => {
			service.handle = (_, response, { pathname }) => {
				if (pathname === '/api/folders') sendJson(response, [{ id: 'fold_1', name: 'One' }]);
				else response.writeHead(status, { location: '/api/folders?page=1' }).end('Moved');
			};
			expect(await run(FOLDERS)).toHaveLength(1);
			expect(service.requests).toEqual([
				'GET /folders?page=1&pageSize=50',
				'GET /api/folders?page=1',
			]);
			expect(service.authorizations[1]).toBe(service.authorizations[0]);
		},
	);

	it('in an endless chain is aborted', async () => {
		service.handle = (_, response) => {
			response.writeHead(302, { location: `/folders?${service.requests.length}` }).end();
		};
		expect((await failure(FOLDERS)).message).toContain('The service redirects to /folders');
		expect(service.requests).toHaveLength(6);
	});
});

describe('a Base URL', () => {
	it.each([
		['60,000 slashes and another character', `${'/'.repeat(60_000)}x`],
		['60,000 slashes', '/'.repeat(60_000)],
	])('with %s is rejected', async (_, slashes) => {
		const { apiKey } = service.credential();
		const error = await failure(FOLDERS, { apiKey, baseUrl: service.url + slashes });
		expect(error.message).toBe(
			"'Base URL' of the credential must not be longer than 2048 characters",
		);
		expect(service.requests).toEqual([]);
	});
});

describe('a service that echoes the secrets of the credential', () => {
	const SECRETS = {
		apiKey: 'dub_keyOfTheVictim0123456789',
		clientSecret: 'dub_app_secret_0123456789',
		access: 'access-token-0123456789',
		refresh: 'refresh-token-0123456789',
		signing: 'signing-secret-1, signing-secret-2',
	};
	const apiKey = () => ({ ...service.credential(), webhookSecret: SECRETS.signing });
	const oAuth2 = () => ({
		grantType: 'authorizationCode',
		clientId: 'client',
		clientSecret: SECRETS.clientSecret,
		accessTokenUrl: `${service.url}/oauth/token`,
		authentication: 'body',
		baseUrl: service.url,
		oauthTokenData: { access_token: SECRETS.access, refresh_token: SECRETS.refresh },
		webhookSecret: SECRETS.signing,
	});
	const echo = Object.values(SECRETS).join(' ');
	const error = {
		error: {
			code: `code ${echo}`,
			message: `Not allowed: ${echo} Bearer abc123def456 whsec_unknownSecret dub_access_token_unknown`,
			doc_url: `https://example.com/?${SECRETS.apiKey}`,
		},
	};
	const leaks = (secrets: string[]) => [
		...secrets.flatMap((secret) => secret.split(', ')),
		'23def456',
		'nownSecret',
		'token_unknown',
	];

	function everythingOf(thrown: ThrownByNode): string {
		const { message, stack, description, context } = thrown;
		return JSON.stringify([thrown, message, stack, description, context, thrown.cause]);
	}

	it.each([
		['API key', 'apiKey', apiKey, [SECRETS.apiKey, SECRETS.signing]],
		['OAuth2', 'oAuth2', oAuth2, Object.values(SECRETS)],
	])('does not expose them in an error: %s', async (_, authentication, credential, secrets) => {
		service.always(error, 403);
		const text = everythingOf(await failure({ ...FOLDERS, authentication }, credential()));
		expect(text).toContain('Not allowed: ***');
		expect(leaks(secrets).filter((leak) => text.includes(leak))).toEqual([]);
		service.handle = (_request, response) => {
			response.writeHead(400, { 'content-type': 'text/plain' }).end(`No ${echo}`);
		};
		const plain = everythingOf(await failure({ ...BAN, authentication }, credential()));
		expect(plain).toContain('No ***');
		expect(leaks(secrets).filter((leak) => plain.includes(leak))).toEqual([]);
	});

	it.each([
		['API key', 'apiKey', apiKey, [SECRETS.apiKey]],
		['OAuth2', 'oAuth2', oAuth2, [SECRETS.access, SECRETS.refresh, SECRETS.clientSecret]],
	])('does not expose them in items: %s', async (_, authentication, credential, secrets) => {
		service.always([{ id: 'fold_1', name: secrets.join() }]);
		const [{ json }] = await run({ ...FOLDERS, authentication }, credential());
		expect(json.name).toBe(secrets.map(() => '***').join());
	});

	it('does not expose them in the error of a trigger', async () => {
		service.always(error, 403);
		const parameters = { delivery: 'webhook', events: ['link.clicked'] };
		const trigger = await TriggerNode.start({ parameters, credential: apiKey() });
		const text = everythingOf(await thrownBy(async () => await trigger.activate()));
		await trigger.close();
		expect(text).toContain('Not allowed: ***');
		const secrets = [SECRETS.apiKey, SECRETS.signing];
		expect(leaks(secrets).filter((leak) => text.includes(leak))).toEqual([]);
	});

	it('can only set an https link in an error', async () => {
		const withLink = (doc_url: string) => ({ error: { code: 'x', message: 'No.', doc_url } });
		service.always(withLink('https://dub.co/docs'), 403);
		expect((await failure(FOLDERS)).description).toContain('https://dub.co/docs');
		for (const link of [
			'http://example.com',
			'javascript:alert(1)',
			`https://${'x'.repeat(400)}`,
		]) {
			service.always(withLink(link), 403);
			expect((await failure(FOLDERS)).description).not.toContain(link);
		}
	});

	it('does not expose a part of them in a truncated error', async () => {
		const { access, refresh } = SECRETS;
		for (const [i, secret] of [access, refresh].entries()) {
			service.always({ error: { code: 'x', message: '.'.repeat(990 + i) + secret } }, 403);
			const text = everythingOf(await failure({ ...FOLDERS, authentication: 'oAuth2' }, oAuth2()));
			expect(text).not.toContain(secret.slice(0, 8));
		}
	});

	it('cannot fill the execution data with a long message', async () => {
		service.always({ error: { code: 'x', message: 'long '.repeat(100_000) } }, 403);
		const thrown = await failure(FOLDERS);
		expect(everythingOf(thrown).length).toBeLessThan(20_000);
	});
});
