import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { forModel, forTool } from '../../input/model';
import { readFields } from '../../input/fields';
import { requireNames, toObjects } from '../../input/json';
import { withoutOuterSlashes } from '../../input/text';
import type { Rule } from '../../input/types';
import { batchesInRounds } from '../batches';
import { ApiError } from '../../transport/apiError';
import { apiList } from '../../transport/request';
import { asError } from '../../input/unknown';
import { executeInBulk, sendBatches, type BulkOutcome } from '../bulk';
import { simplify } from '../output';
import type { Outcome, Menu } from '../types';
import { newLink, requireEffect } from './body';
import { inOrderSent, MAX_LINKS, toLinkOutcome } from './bulkResults';
import { linkRules, newDestination, newLinkFields, newLinkNames } from './fields';
import { simplifyLink, linkShape } from './output';

export const menu: Menu = {
	name: 'Create Many',
	description: 'Create short links in batches of 100, without webhook events',
	action: 'Create many links',
};

export const toolDescription = 'Create up to 100 short links at once. Sends no webhook events.';

export const output = linkShape;

export const properties: INodeProperties[] = [
	{
		displayName: 'Links From',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Input Items',
				value: 'items',
				description: 'One link for each input item, from the fields of this form',
			},
			{ name: 'JSON', value: 'json', description: 'An array of links for each input item' },
		],
		...forTool('json'),
		default: 'items',
		description:
			'Where the links to create come from. Links of all input items are created in batches of 100.',
	},
	...updateDisplayOptions({ show: { source: ['items'] } }, [newDestination]),
	{
		displayName: 'Links (JSON)',
		name: 'links',
		type: 'json',
		required: true,
		displayOptions: { show: { source: ['json'] } },
		...forModel('JSON array of links, e.g. [{"url": "https://example.com", "key": "summer"}]'),
		default: '[]',
		placeholder: 'e.g. [{ "url": "https://example.com", "key": "summer" }]',
		description:
			'An array of links with the field names of the API. Each link requires a destination URL.',
	},
	simplify,
	...updateDisplayOptions({ show: { source: ['items'] } }, newLinkFields),
];

const links: Rule = (raw, { label }) =>
	toObjects(raw, label).map((link) => {
		requireNames(Object.keys(link), newLinkNames, label);
		return requireEffect(link);
	});

export async function executeAll(context: IExecuteFunctions): Promise<Outcome[]> {
	const isSimple: boolean[] = [];
	return await executeInBulk(context, {
		entriesOf: (itemIndex) => {
			const form = readFields(context, itemIndex, properties, { ...linkRules, links });
			isSimple[itemIndex] = form.simple;
			return form.source === 'json'
				? (form.links as IDataObject[])
				: [requireEffect(newLink(form))];
		},
		send: async (entries) => await createInBulk(context, entries),
		toOutput: (link, itemIndex) => (isSimple[itemIndex] ? simplifyLink(context, link) : link),
		noun: 'link',
		verb: 'created',
		repeating: 'Retry the execution, or next time, pass on only the others.',
		properties,
	});
}

async function createInBulk(
	context: IExecuteFunctions,
	links: IDataObject[],
): Promise<BulkOutcome[]> {
	// The service creates none of a batch in which two links have the same address.
	const nameOf = context.continueOnFail() ? addressOf : () => undefined;
	const batches = batchesInRounds(links, MAX_LINKS, nameOf);
	return await sendBatches(
		context,
		links,
		batches,
		async (batch) => await createTogether(context, batch),
	);
}

/** The chosen domain and slug; undefined for a random slug. */
function addressOf({ domain = '', key }: IDataObject): string | undefined {
	const slug = withoutOuterSlashes(String(key ?? ''));
	return slug === '' ? undefined : `${String(domain)}/${slug}`.toLowerCase();
}

async function createTogether(
	context: IExecuteFunctions,
	links: IDataObject[],
): Promise<BulkOutcome[]> {
	try {
		const results = await apiList(context, { method: 'POST', path: '/links/bulk', body: links });
		return inOrderSent(links, results).map((result, index) =>
			toLinkOutcome(context, result, links[index]),
		);
	} catch (thrown) {
		const failure = asError(thrown);
		const invalid = indexOfInvalid(thrown, links.length);
		if (invalid === undefined) return links.map(() => ({ failure }));
		if (!context.continueOnFail()) {
			const outcomes: BulkOutcome[] = [];
			outcomes[invalid] = { failure };
			return outcomes;
		}
		// The service creates none of a batch with an invalid link.
		const others = links.filter((_link, index) => index !== invalid);
		const outcomes = others.length > 0 ? await createTogether(context, others) : [];
		return outcomes.toSpliced(invalid, 0, { failure });
	}
}

/** The index of the link that the service calls invalid, in a message such as `custom: [3].url: ...`. */
function indexOfInvalid(thrown: unknown, count: number): number | undefined {
	if (!(thrown instanceof ApiError) || ![400, 422].includes(thrown.failure.status ?? 0)) {
		return undefined;
	}
	const [, index] = /^[a-z_]+: \[(\d+)\]/.exec(thrown.failure.message) ?? [];
	return index !== undefined && Number(index) < count ? Number(index) : undefined;
}
