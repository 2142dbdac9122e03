import { beforeAll, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../n8n/client';
import { items, nodeError } from '../../n8n/execution';
import { addLinks } from '../support/links';
import { NODE, type N8nStack } from '../support/n8nStack';
import { locator } from '../support/partners';

const TWO_HOURS = 2 * 60 * 60 * 1000;

/**
 * The OAuth2 credential, and many requests at once with an expired access token: n8n before 2.30
 * lets each of them renew it, and the service takes a refresh token only once.
 */
export function oauthChecks(stack: () => N8nStack): void {
	let credential: CredentialReference;
	let ids: string[];

	beforeAll(async () => {
		credential = await stack().oauthCredential(stack().app('business', true));
		await stack().connect(credential);
		ids = addLinks(stack().sandbox, 450, 'oauth');
	});

	async function run(parameters: IDataObject, input?: IDataObject[]): Promise<IDataObject[]> {
		const execution = await stack().run(parameters, {
			credential,
			authentication: 'oAuth2',
			input,
		});
		expect(nodeError(execution)).toBeUndefined();
		expect(execution.status).toBe('success');
		return items(execution, NODE);
	}

	const getLinks = async (parallelItems: number) => {
		const input = ids.slice(0, 20).map((id) => ({ id }));
		const linkId = locator('id', '={{ $json.id }}');
		const requestOptions = { parallelItems };
		const links = await run({ resource: 'link', operation: 'get', linkId, requestOptions }, input);
		expect(links.map(({ id }) => id)).toEqual(ids.slice(0, 20));
	};

	const getAllLinks = async () => {
		const filters = { tenantId: 'oauth' };
		const links = await run({ resource: 'link', operation: 'getAll', returnAll: true, filters });
		expect(links.map(({ id }) => id)).toEqual(ids);
	};

	/** Lets the access token expire, and counts how often it is renewed meanwhile. */
	async function expired(what: string, work: () => Promise<unknown>): Promise<void> {
		const { limits } = stack().sandbox;
		stack().sandbox.limits = 'off';
		stack().sandbox.clock.advance(TWO_HOURS + 1000);
		stack().proxy.reset();
		try {
			await work();
		} finally {
			stack().sandbox.limits = limits;
		}
		const renewals = stack().proxy.requests.filter(({ path }) => path === '/oauth/token');
		const refused = renewals.filter(({ status }) => status !== 200).length;
		process.stdout.write(`${what}: ${renewals.length} renewals, ${refused} of them refused\n`);
		expect(renewals.length - refused).toBeGreaterThan(0);
	}

	it('connects, and is used', async () => await getLinks(5));

	// Right after a request that got through the node sends several at once.
	it('survives an expired token with 20 items at once', async () => {
		await getLinks(20);
		await expired('20 items', async () => await getLinks(20));
	});

	it('survives an expired token in Return All', async () => {
		await getAllLinks();
		await expired('Return All', getAllLinks);
	});

	it('survives an expired token in several executions at once', async () => {
		await getLinks(20);
		await expired('3 executions', async () => {
			await Promise.all([getLinks(20), getLinks(20), getAllLinks()]);
		});
	});
}
