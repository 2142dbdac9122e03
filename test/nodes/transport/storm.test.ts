import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ThrownByNode } from '../../support/node/nodeService';
import { addLinks } from '../../support/sandbox/links';
import type { RecordedRequest } from '../../support/sandbox/recordingProxy';
import { programId } from '../../support/sandbox/rows';
import { requestOptions, StormBench, STORMS } from './stormBench';

const bench = new StormBench();

describe.each(STORMS)('faults on a share of %d of the requests (seed %i)', (share, seed) => {
	it('deletes every link', async () => {
		const tenantId = `deleted-${seed}`;
		const links = addLinks(bench.service.sandbox, 25, tenantId);
		bench.storm(share, seed);
		const parameters = { resource: 'link', operation: 'delete', linkId: '={{ $json.id }}' };
		const items = links.map((id) => ({ id }));
		const result = await bench.weather(() =>
			bench.service.output({ ...parameters, requestOptions }, { items }),
		);
		expect(result).toEqual(links.map((id) => ({ id, deleted: true })));
		const left = 'SELECT id FROM links WHERE tenant_id = ?';
		expect(bench.service.sandbox.db.all(left, tenantId)).toEqual([]);
	});
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
			bench.service.sandbox.db
				.all<{ id: string }>(
					'SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = ? LIMIT 10',
					programId(bench.service.sandbox, workspace),
					status,
				)
				.map(({ id }) => id);
		const countOf = (sql: string, ...values: string[]) =>
			bench.service.sandbox.db.all(sql, ...values).length;
		const statusOf = (status: string) => (value: string) =>
			countOf(
				'SELECT 1 FROM enrollments WHERE program_id = ? AND partner_id = ? AND status = ?',
				programId(bench.service.sandbox, 'business'),
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
				parameters: {
					resource: 'partner',
					operation: 'ban',
					partner: '={{ $json.value }}',
					reason: 'fraud',
				},
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
				bench.storm(share, seed);
				const run = async (value: string): Promise<ThrownByNode | undefined> => {
					const items = [{ value }];
					try {
						await bench.service.run({ ...parameters, requestOptions }, { workspace, items });
					} catch (error) {
						return error as ThrownByNode;
					}
					return undefined;
				};
				const errors = await bench.weather(() => Promise.all(given.map(run)));
				for (const [index, value] of given.entries()) {
					const requests = bench.service.proxy.requests.filter(
						({ body }) => (body as IDataObject | undefined)?.[field] === value,
					);
					expect(requests.length).toBeGreaterThan(0);
					for (const request of requests.slice(0, -1)) expect(request.status).toBe(429);
					expectHonest(errors[index], requests.at(-1), effects(value));
				}
			},
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
