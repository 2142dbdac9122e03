import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';

const DOMAINS = { own: 'go.business.example.com', nobodys: 'go.nobody.example.com' };
const TAKEN = 'taken-external-id';

const service = useService({ limits: 'off' });

beforeAll(async () => {
	await create([{ url: 'https://example.com/taken', externalId: TAKEN }]);
});

async function create(links: IDataObject[]) {
	return await service.run(
		{
			resource: 'link',
			operation: 'createMany',
			source: 'json',
			links: '={{ $json.link }}',
			simple: false,
			requestOptions: { parallelItems: 1 },
		},
		{ items: links.map((link) => ({ link })), continueOnFail: true },
	);
}

function seldom<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
	return fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: value },
	);
}

/** Few different values, so that many links of a batch look alike. */
const requested = fc.record({
	url: fc.constantFrom('https://example.com/a', 'https://example.com/b', 'example.com/a'),
	domain: seldom(fc.constantFrom(DOMAINS.own, DOMAINS.nobodys)),
	/** Becomes another one in each place. */
	key: seldom(fc.constantFrom('free', '/free/', '_forbidden')),
	externalId: seldom(fc.constantFrom('1', 'ext_1', '2', TAKEN)),
	tagNames: seldom(fc.constantFrom(['Blog'], ['no such tag'], 'no such tag')),
	comments: seldom(fc.constantFrom('', ' text')),
	trackConversion: seldom(fc.boolean()),
	title: seldom(fc.constant(null)),
});
type Requested = typeof requested extends fc.Arbitrary<infer Value> ? Value : never;

let batches = 0;

/** Links that exist only in this batch. */
function inNewBatch(links: Requested[]): IDataObject[] {
	batches++;
	return links.map((link, place) => ({
		...link,
		...(link.key && { key: link.key.replace(/(\w+)/, `$1-${batches}-${place}`) }),
		...(link.externalId &&
			link.externalId !== TAKEN && { externalId: `${link.externalId}-${batches}` }),
	}));
}

/** Which links the service has to refuse: it takes them one after the other. */
function refused(links: IDataObject[]): boolean[] {
	const externalIds = new Set([TAKEN]);
	return links.map(({ domain, key, externalId, tagNames }) => {
		const id = externalId && String(externalId).replace('ext_', '');
		const bad =
			domain === DOMAINS.nobodys ||
			String(key).startsWith('_') ||
			String(tagNames).startsWith('no') ||
			(id !== undefined && externalIds.has(String(id)));
		if (!bad && id) externalIds.add(String(id));
		return bad;
	});
}

it('pairs each result of Create Many with the item of its link, whatever fails', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(requested, { minLength: 1, maxLength: 130, size: 'max' }),
			async (batch) => {
				const links = inNewBatch(batch);
				const output = await create(links);
				expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
					links.map((_, item) => ({ item })),
				);
				expect(output.map(({ json }) => 'error' in json)).toEqual(refused(links));
				const created = output.flatMap(({ json }, place) =>
					'error' in json ? [] : [{ json, link: links[place] }],
				);
				for (const { json, link } of created) {
					expect(json).toMatchObject({
						url: String(link.url).replace(/^example/, 'https://example'),
						...(link.domain !== undefined && { domain: link.domain }),
						...(link.key !== undefined && { key: String(link.key).replaceAll('/', '') }),
						externalId: String(link.externalId ?? '').replace('ext_', '') || null,
						trackConversion: link.trackConversion ?? false,
					});
				}
				// The service creates them in their order.
				const ids = created.map(({ json }) => json.id);
				const stored = service.sandbox.db.all<{ id: string }>(
					'SELECT id FROM links WHERE id IN (SELECT value FROM json_each(?)) ORDER BY rowid',
					JSON.stringify(ids),
				);
				expect(ids).toEqual(stored.map(({ id }) => id));
			},
		),
		{ seed: 1, numRuns: 40 },
	);
});
