import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HostileService, sendJson } from '../../support/node/hostileService';
import { runNode } from '../../support/node/runNode';

let service: HostileService;

beforeAll(async () => {
	service = await HostileService.start();
});
afterAll(() => service.close());

it('requests wait for the first one with a token, and no longer once the service has accepted it', async () => {
	const waiting: ServerResponse[] = [];
	let sentBefore = 0;
	const notFound = (response: ServerResponse) => sendJson(response, { error: {} }, 404);
	service.handle = (_, response) => {
		if (service.requests.length === 1) {
			setTimeout(() => {
				sentBefore = service.requests.length;
				notFound(response);
			}, 50);
			return;
		}
		waiting.push(response);
		// The others come together.
		if (waiting.length === 3) waiting.forEach(notFound);
	};
	const items = await runNode({
		parameters: {
			resource: 'link',
			operation: 'get',
			authentication: 'oAuth2',
			linkId: 'link_1',
			requestOptions: { parallelItems: 4 },
		},
		credential: {
			grantType: 'pkce',
			clientId: 'client',
			accessTokenUrl: `${service.url}/oauth/token`,
			baseUrl: service.url,
			oauthTokenData: { access_token: 'access-token', refresh_token: 'refresh-token' },
		},
		items: [{}, {}, {}, {}],
		continueOnFail: true,
	});
	expect(items.map(({ json }) => json.error)).toEqual(
		Array(4).fill(expect.stringContaining('404')),
	);
	expect(sentBefore).toBe(1);
	expect(service.authorizations).toEqual(Array(4).fill('Bearer access-token'));
});
