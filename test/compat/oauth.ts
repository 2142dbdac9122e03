import { beforeAll, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../tools/n8n/client';
import { items, nodeError } from '../../tools/n8n/execution';
import { addLinks } from '../support/sandbox/links';
import { NODE, type N8nStack } from '../support/n8n/n8nStack';
import { locator } from '../support/node/locator';

const TWO_HOURS = 2 * 60 * 60 * 1000;

/**
 * The OAuth2 credential, and many simultaneous requests with an expired access token: n8n before 2.30
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

	/** Makes a workflow that gives the links. */
	async function workflow(
		parameters: IDataObject,
		links: string[],
		input?: IDataObject[],
	): Promise<() => Promise<void>> {
		const { id } = await stack().createWorkflow(
			{ resource: 'link', ...parameters },
			{ credential, authentication: 'oAuth2', input },
		);
		return async () => {
			const execution = await stack().n8n.client.runAndWait(id, { trigger: 'Start' });
			expect(nodeError(execution)).toBeUndefined();
			expect(execution.status).toBe('success');
			expect(items(execution, NODE).map((link) => link.id)).toEqual(links);
		};
	}

	const getLinks = async (parallelItems: number) => {
		const chosen = ids.slice(0, 20);
		const linkId = locator('id', '={{ $json.id }}');
		return await workflow(
			{ operation: 'get', linkId, requestOptions: { parallelItems } },
			chosen,
			chosen.map((id) => ({ id })),
		);
	};

	const getAllLinks = async () =>
		await workflow({ operation: 'getAll', returnAll: true, filters: { tenantId: 'oauth' } }, ids);

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

	it('connects and runs an operation', async () => await (await getLinks(5))());

	// Right after a successful request, the node sends several at the same time.
	it('handles an expired token with 20 parallel items', async () => {
		const run = await getLinks(20);
		await run();
		await expired('20 items', run);
	});

	it('handles an expired token with Return All', async () => {
		const run = await getAllLinks();
		await run();
		await expired('Return All', run);
	});

	it('handles an expired token in parallel executions', async () => {
		// One after another: n8n 1 stores workflows on one connection, where transactions cannot overlap.
		const runs = [await getLinks(20), await getLinks(20), await getAllLinks()];
		await runs[0]();
		await expired('3 executions', async () => await Promise.all(runs.map((run) => run())));
	});
}
