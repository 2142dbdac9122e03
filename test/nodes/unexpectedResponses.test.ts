import { expect, it } from '@jest/globals';
import { useService } from '../support/node/nodeService';
import { contractRows, firstRows } from './contract';

const service = useService();

const rows = firstRows(
	contractRows
		.filter(({ binary }) => !binary)
		.filter(({ parameters }) => parameters.authentication !== 'oAuth2'),
);

const CASES = rows.flatMap((row) =>
	[5, [5], [null]]
		// A count without groups.
		.filter((body) => !(row.operation === 'count' && body === 5))
		.map((body) => [row.resource, row.operation, JSON.stringify(body), body, row] as const),
);

it.each(CASES)('%s · %s fails if the service returns %s', async (...[, , , body, row]) => {
	const { resource, operation, parameters, method, path } = row;
	service.proxy.respond = (request) =>
		request.method === method && request.path === path
			? { status: 200, body: body as object }
			: undefined;
	const error = await service.failure(
		{ resource, operation, ...parameters },
		{ workspace: 'enterprise' },
	);
	expect(error.message).toMatch(/^The response to [A-Z]+ \/\S+ (is not|has an unexpected format)/);
});

it.each([
	['count', { groupBy: 'domain' }, [{ domain: 'go.example.com' }]],
	['deleteMany', { linkIds: 'link_1' }, {}],
])('link · %s fails if the service does not return a number', async (operation, fields, body) => {
	service.proxy.respond = () => ({ status: 200, body });
	const error = await service.failure({ resource: 'link', operation, ...fields });
	expect(error.message).toMatch(/has an unexpected format: \S*[cC]ount: /);
});

it('qrCode · get fails if the service returns no image', async () => {
	service.proxy.respond = ({ path }) =>
		path === '/qr' ? { status: 200, body: { id: 'qr_1' } } : undefined;
	const error = await service.failure({
		...{ resource: 'qrCode', operation: 'get' },
		url: { mode: 'url', value: 'https://go.example.com/summer' },
	});
	expect(error.message).toBe('The response to GET /qr is not an image');
});
