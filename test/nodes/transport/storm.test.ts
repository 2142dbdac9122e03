import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../../sandbox/app/faults/schema';
import { conversionLink } from '../../support/sandbox/conversions';
import { addLinks } from '../../support/sandbox/links';
import { startService, type NodeService, type ThrownByNode } from '../../support/node/nodeService';
import { addEvents, timesUntil } from '../../support/node/polling';
import type { RecordedRequest } from '../../support/sandbox/recordingProxy';
import { programId, workspaceId } from '../../support/sandbox/rows';
import { passTime, withVirtualWaits } from '../../support/node/virtualWaits';

/** Seconds. */
const TIMEOUT = 10;
const requestOptions = { longestWait: 86_400, timeout: TIMEOUT };

/** Share of the requests that are hit, and the seed that says which. */
const STORMS = [
	[0.1, 1],
	[0.25, 2],
	[0.4, 3],
] as const;

let service: NodeService;

beforeAll(async () => {
	service = await startService({ limits: 'off' });
});
beforeEach(() => {
	service.proxy.reset();
	service.sandbox.faults.set([]);
	service.sandbox.requests.clear();
});
afterAll(() => service.close());

/** All faults, which together hit `share` of the requests. */
function storm(share: number, seed: number): void {
	const notations = ['seconds', 'httpDate', 'epochSeconds', 'epochMilliseconds', 'none'] as const;
	const limited = notations.map(
		(notation) => ({ kind: 'rateLimited', wait: 2000, notation }) as const,
	);
	const statuses = ([500, 502, 503, 504] as const).map(
		(status) => ({ kind: 'status', status }) as const,
	);
	const broken = (['reset', 'truncated', 'html', 'empty'] as const).map((kind) => ({ kind }));
	const slow = { kind: 'slow', stall: 600_000, times: 1 } as const;
	const troubles = [...statuses, ...broken, slow];
	const late = troubles.map((fault) => ({ ...fault, after: 'carriedOut' }) as const);
	const faults: Fault[] = [...limited, ...troubles, ...late];
	service.sandbox.faults.set(
		faults.map((fault, index) => ({
			...fault,
			share: share / faults.length,
			// Similar seeds start with similar random numbers, so that all faults would come together.
			seed: Math.imul(seed * 100 + index, 0x9e3779b1),
		})),
	);
}

function slowHits(): number {
	const slow = service.sandbox.faults.all().filter(({ kind }) => kind === 'slow');
	return slow.reduce((sum, { hits }) => sum + hits, 0);
}

/**
 * Runs `work` without waiting. Requests time out as soon as the only open ones are those that the sandbox stalls.
 */
async function weather<T>(work: () => Promise<T>): Promise<T> {
	const stalledBefore = service.proxy.underWay;
	let stalled = 0;
	let timeouts: AbortController[] = [];
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
		const controller = new AbortController();
		timeouts.push(controller);
		return controller.signal;
	});
	const { result } = await withVirtualWaits(async () => {
		const outcome = { hasEnded: false };
		const working = work().finally(() => (outcome.hasEnded = true));
		while (!outcome.hasEnded) {
			await delay(10);
			const hits = slowHits();
			if (hits === stalled || service.proxy.underWay - stalledBefore > hits) continue;
			stalled = hits;
			passTime(TIMEOUT * 1000);
			for (const each of timeouts) each.abort();
			timeouts = [];
		}
		return await working;
	}).finally(() => timeout.mockRestore());
	return result;
}

async function listed(parameters: INodeParameters): Promise<unknown[]> {
	const result = await weather(() =>
		service.output({ ...parameters, returnAll: true, requestOptions }),
	);
	return result.map(({ id }) => id);
}

function hits(): number {
	return service.sandbox.faults.all().reduce((sum, fault) => sum + fault.hits, 0);
}

describe.each(STORMS)('faults on a share of %d of the requests (seed %i)', (share, seed) => {
	it('lists links, events, and folders completely and in order', async () => {
		const tenantId = `storm-${seed}`;
		const links = addLinks(service.sandbox, 650, tenantId);
		const link = await conversionLink(service.sandbox, { tenantId: `events-${seed}` });
		const times = timesUntil(service.sandbox.clock.now() - 60_000, 3500, 1000);
		const events = addEvents(service, 'click', link, times).reverse();
		const folders = service.sandbox.db.all<{ id: string }>(
			'SELECT id FROM folders WHERE workspace_id = ? ORDER BY created_at, id',
			workspaceId(service.sandbox, 'business'),
		);
		storm(share, seed);
		const filters = { tenantId };
		expect(await listed({ resource: 'link', operation: 'getAll', filters })).toEqual(links);
		const ofLink = { linkId: { __rl: true, mode: 'id', value: link.id } };
		expect(
			await listed({ resource: 'event', operation: 'getAll', interval: 'all', filters: ofLink }),
		).toEqual(events);
		const folderIds = await listed({ resource: 'folder', operation: 'getAll' });
		expect(folderIds).toEqual(folders.map(({ id }) => id));
		expect(hits()).toBeGreaterThan(0);
	}, 120_000);

	it.each([true, false])(
		'deletes every link (bulk: %p)',
		async (bulk) => {
			const links = addLinks(service.sandbox, bulk ? 220 : 25, `deleted-${seed}-${bulk}`);
			storm(share, seed);
			const result = await weather(() =>
				service.output(
					{
						resource: 'link',
						operation: 'delete',
						linkId: '={{ $json.id }}',
						options: { bulk },
						requestOptions,
					},
					{ items: links.map((id) => ({ id })) },
				),
			);
			expect(result.map(({ id }) => id)).toEqual(links);
			for (const item of result) expect(item.deleted).toBe(true);
			const left = service.sandbox.db.all(
				'SELECT id FROM links WHERE tenant_id = ?',
				`deleted-${seed}-${bulk}`,
			);
			expect(left).toEqual([]);
		},
		120_000,
	);
});

describe.each(STORMS)(
	'operations that must not run twice, with faults on a share of %d (seed %i)',
	(share, seed) => {
		interface Case {
			parameters: INodeParameters;
			workspace: string;
			/** The value of each item. */
			values: () => string[];
			/** How often it took effect for a value; undefined if unknown. */
			effects: (value: string) => number | undefined;
			/** Of the request's body, where the value stands. */
			field: string;
		}

		const enrolled = (workspace: string, status: string) =>
			service.sandbox.db
				.all<{ id: string }>(
					'SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = ? LIMIT 10',
					programId(service.sandbox, workspace),
					status,
				)
				.map(({ id }) => id);
		const countOf = (sql: string, ...values: string[]) =>
			service.sandbox.db.all(sql, ...values).length;
		const statusOf = (status: string) => (value: string) =>
			countOf(
				'SELECT 1 FROM enrollments WHERE program_id = ? AND partner_id = ? AND status = ?',
				programId(service.sandbox, 'business'),
				value,
				status,
			);

		const CASES: Record<string, Case> = {
			'Link · Create': {
				parameters: { resource: 'link', operation: 'create', url: '={{ $json.value }}' },
				workspace: 'business',
				values: () =>
					Array.from({ length: 25 }, (_, n) => `https://example.com/storm/${seed}/${n}`),
				effects: (url) => countOf('SELECT 1 FROM links WHERE url = ?', url),
				field: 'url',
			},
			'Partner · Ban': {
				parameters: { resource: 'partner', operation: 'ban', partner: '={{ $json.value }}' },
				workspace: 'business',
				values: () => enrolled('business', 'approved').slice(0, 4),
				effects: statusOf('banned'),
				field: 'partnerId',
			},
			'Partner Application · Reject': {
				parameters: {
					resource: 'partnerApplication',
					operation: 'reject',
					partnerId: '={{ $json.value }}',
				},
				workspace: 'business',
				values: () => enrolled('business', 'pending').slice(0, 2),
				effects: statusOf('rejected'),
				field: 'partnerId',
			},
			'Embed Token · Create': {
				parameters: {
					resource: 'embedToken',
					operation: 'create',
					partnerId: '={{ $json.value }}',
				},
				workspace: 'advanced',
				values: () => enrolled('advanced', 'approved'),
				effects: () => undefined,
				field: 'partnerId',
			},
		};

		it.each(Object.entries(CASES))(
			'%s',
			async (_, { parameters, workspace, values, effects, field }) => {
				const given = values();
				expect(given.length).toBeGreaterThan(0);
				storm(share, seed);
				const run = async (value: string): Promise<ThrownByNode | undefined> => {
					const items = [{ value }];
					try {
						await service.run({ ...parameters, requestOptions }, { workspace, items });
					} catch (error) {
						return error as ThrownByNode;
					}
					return undefined;
				};
				const errors = await weather(() => Promise.all(given.map(run)));
				for (const [index, value] of given.entries()) {
					const requests = service.proxy.requests.filter(
						({ body }) => (body as IDataObject)[field] === value,
					);
					expect(requests.length).toBeGreaterThan(0);
					for (const request of requests.slice(0, -1)) expect(request.status).toBe(429);
					expectHonest(errors[index], requests.at(-1), effects(value));
				}
			},
			60_000,
		);
	},
);

/** That the outcome says what is known of a request that must not be sent again. */
function expectHonest(
	error: ThrownByNode | undefined,
	last: RecordedRequest | undefined,
	effects: number | undefined,
): void {
	if (!error) {
		expect(last?.status).toBeLessThan(300);
		if (effects !== undefined) expect(effects).toBe(1);
		return;
	}
	expect(error.description).toMatch(
		/^(The request may have succeeded, so it was not retried|The request succeeded, but its response was lost)/,
	);
	expect(`${error.message} ${error.description}`).not.toMatch(/retry/i);
	if (effects !== undefined) expect(effects).toBeLessThanOrEqual(1);
}
