import { expect, it } from '@jest/globals';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import * as registry from '../../nodes/LinkAttribution/actions/registry';
import type { Resource } from '../../nodes/LinkAttribution/actions/types';
import { useService } from '../support/node/nodeService';
import { contractRows, firstRows } from './contract';

const service = useService();

const resources: Record<string, Resource> = registry;

/** Some groups have few fields, so that there is nothing to simplify. */
const GROUPED: Record<string, IDataObject> = {
	'analytics.get': { groupBy: 'top_links' },
	'partner.getAnalytics': { groupBy: 'top_links' },
};

/** An object of any list. */
const IDENTIFIED = { id: 'id_1', eventId: 'event_1', timestamp: '2026-01-01T00:00:00Z' };

/** The operations that simplify, with the response to their first row and a field that only the service knows. */
const cases = firstRows(contractRows).flatMap((row) => {
	const { resource, operation, response, secondResponse = response } = row;
	const { properties } = resources[resource].operations[operation];
	if (!properties.some(({ name }: INodeProperties) => name === 'simple')) return [];
	const grouped = GROUPED[`${resource}.${operation}`];
	const isList = Array.isArray(response) || grouped !== undefined;
	const sent = [secondResponse].flat().at(-1);
	const object = { ...IDENTIFIED, ...sent, onlyTheServiceKnows: 'this' };
	const parameters = { resource, operation, ...row.parameters, ...grouped };
	return [[resource, operation, parameters, isList ? [object] : object] as const];
});

it.each(cases)(
	'%s · %s returns what the service sent if Simplify is off',
	async (_resource, _operation, parameters, body) => {
		const output = async (simple: boolean) => {
			// Events are read on with larger pages.
			const isEnd = ({ page, limit }: Record<string, string>) => page === '2' || limit === '1000';
			service.proxy.respond = ({ query }) => ({ status: 200, body: isEnd(query) ? [] : body });
			return await service.output({ ...parameters, simple } as never, { workspace: 'enterprise' });
		};
		expect(await output(false)).toEqual([expect.objectContaining({ onlyTheServiceKnows: 'this' })]);
		expect(JSON.stringify(await output(true))).not.toContain('onlyTheServiceKnows');
	},
);

it.each<[string, string, IDataObject, IDataObject, IDataObject]>([
	[
		...(['bountySubmission', 'approve', { bountyId: 'bnty_1', submissionId: 'sub_1' }] as const),
		{ urls: 'https://example.com' },
		{ urls: 'https://example.com' },
	],
	['partner', 'create', { email: 'ada@example.com' }, { links: {} }, { shortLink: null }],
	['partnerApplication', 'getAll', {}, { applicationFormData: 'Hello' }, { answers: '' }],
	[
		...(['partnerApplication', 'getAll', {}] as const),
		{ applicationFormData: [{ label: 'Why?', value: [1, { a: 2 }] }, { value: null }] },
		{ answers: 'Why?: 1, {"a":2}\n: ' },
	],
])(
	'%s · %s outputs what it did, whatever the service sends: %j, %j',
	async (resource, operation, parameters, sent, simplified) => {
		const response = { id: 'id_1', ...sent };
		service.proxy.respond = () => ({
			status: 200,
			body: operation === 'getAll' ? [response] : response,
		});
		const [output] = await service.output({ resource, operation, ...parameters } as never);
		expect(output).toMatchObject(simplified);
	},
);
