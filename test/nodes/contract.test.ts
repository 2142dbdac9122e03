import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type NodeService } from '../support/nodeService';
import { contracts } from './contract';

const rows = Object.values(contracts).flatMap((contract) => contract.rows);

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.proxy.reset());
afterAll(() => service.close());

/** An OAuth2 credential as n8n keeps it. */
function connected() {
	return {
		baseUrl: service.proxy.url,
		grantType: 'authorizationCode',
		clientId: 'client',
		clientSecret: 'secret',
		accessTokenUrl: `${service.proxy.url}/oauth/token`,
		oauthTokenData: { access_token: 'token', token_type: 'Bearer' },
	};
}

describe('what is sent', () => {
	it.each(rows.map((row) => [row.resource, row.operation, row.title, row] as const))(
		'%s · %s: %s',
		async (resource, operation, _title, row) => {
			service.proxy.answerNext({ status: 200, body: row.answer });
			await service.run(
				{ resource, operation, ...row.parameters },
				row.parameters.authentication === 'oAuth2' ? { credential: connected() } : {},
			);
			const { method, path, query, body } = service.proxy.requests[0];
			expect({ method, path, query, body }).toEqual({
				method: row.method,
				path: row.path,
				query: row.query ?? {},
				body: row.body,
			});
		},
	);

	it.each(Object.entries(contracts))('is told of every operation of %s', (resource, contract) => {
		expect(new Set(contract.rows.map((row) => row.operation))).toEqual(
			new Set(Object.keys(contract.parameters)),
		);
		expect(contract.rows.every((row) => row.resource === resource)).toBe(true);
	});
});
