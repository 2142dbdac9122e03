import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import * as registry from '../../nodes/LinkAttribution/actions/registry';
import type { Operation } from '../../nodes/LinkAttribution/actions/types';
import { isObject } from '../../nodes/LinkAttribution/input/json';
import { useService } from '../support/node/nodeService';
import { withVirtualWaits } from '../support/node/virtualWaits';
import { contractRows, contracts } from './contract';
import { requestOf, type ContractRow } from './contract/types';

const service = useService();

/** What the editor takes no expression for, or what says how a locator is meant. */
const FIXED = ['__rl', 'authentication', 'mode', 'source'];

/**
 * The parameters with every value replaced by one that an AI agent fills in.
 *
 * @param filledIn takes what it fills in, by name: several values as text with commas
 */
function fromAI(parameters: unknown, filledIn: IDataObject): unknown {
	if (Array.isArray(parameters) && parameters.every((entry) => typeof entry === 'object')) {
		return parameters.map((entry) => fromAI(entry, filledIn));
	}
	if (typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters)) {
		return Object.fromEntries(
			Object.entries(parameters).map(([name, value]) => [
				name,
				FIXED.includes(name) ? (value as unknown) : fromAI(value, filledIn),
			]),
		);
	}
	if (typeof parameters === 'string' && parameters.startsWith('=')) return parameters;
	const name = `argument_${Object.keys(filledIn).length}`;
	filledIn[name] = Array.isArray(parameters) ? parameters.join(', ') : (parameters as string);
	const type = ['number', 'boolean'].find((candidate) => candidate === typeof parameters);
	return `={{ $fromAI('${name}', '', '${type ?? 'string'}') }}`;
}

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

/** Input item of the examples. */
const ITEM = {
	...{
		id: 'sub_1',
		linkId: 'link_1',
		bountyId: 'bnty_1',
		partnerId: 'pn_1',
		userId: 'user_1',
		invoiceId: 'in_1',
	},
	...{ url: 'https://example.com', shortLink: 'https://go.example.com/summer' },
	...{ email: 'ada@example.com', name: 'Ada' },
};

async function expectSent(
	row: ContractRow,
	parameters: INodeParameters,
	items?: IDataObject[],
): Promise<void> {
	const { resource, operation, binary, response, headers, secondResponse } = row;
	service.proxy.respondNext({ status: 200, headers, body: response });
	if (secondResponse) service.proxy.respondNext({ status: 200, body: secondResponse });
	const credential = parameters.authentication === 'oAuth2' ? connected() : undefined;
	const call = {
		...(items && { items }),
		...(binary && { binary }),
		...(credential && { credential }),
	};
	await withVirtualWaits(() => service.run({ resource, operation, ...parameters }, call));
	const [sent] = service.proxy.requests;
	expect(requestOf(sent)).toEqual(requestOf(row));
}

describe('requests of the contract', () => {
	const named = contractRows.map((row) => [row.resource, row.operation, row.title, row] as const);

	it.each(named)('%s · %s: %s', async (_resource, _operation, _title, row) => {
		await expectSent(row, row.parameters);
	});

	it.each(named)(
		'%s · %s: %s, filled in by an AI agent',
		async (_resource, _operation, _title, row) => {
			const filledIn: IDataObject = {};
			const parameters = fromAI(row.parameters, filledIn) as INodeParameters;
			await expectSent(row, parameters, [filledIn]);
		},
	);

	it.each(Object.entries(contracts))('covers every operation of %s', (resource, contract) => {
		expect(new Set(contract.rows.map((row) => row.operation))).toEqual(
			new Set(Object.keys(contract.parameters)),
		);
		expect(contract.rows.every((row) => row.resource === resource)).toBe(true);
	});
});

describe('examples for AI that builds workflows', () => {
	it.each(Object.entries(registry))('%s', async (resource, { example, operations }) => {
		const { operation, parameters } = example;
		const of = ({ name, options = [] }: INodeProperties): string[] => [
			name,
			...(options as INodeProperties[]).map((option) => option.name),
		];
		const { properties } = (operations as Record<string, Operation>)[operation];
		const known = [...properties.flatMap(of), 'authentication'];
		const given = Object.entries(parameters).flatMap(([name, value]) => [
			name,
			...(isObject(value) && !('__rl' in value) ? Object.keys(value) : []),
		]);
		expect(known).toEqual(expect.arrayContaining(given));
		const row = contractRows.find(
			(candidate) => candidate.resource === resource && candidate.operation === operation,
		);
		service.proxy.respondNext({ status: 200, headers: row?.headers, body: row?.response });
		await service.run(
			{ resource, operation, ...parameters },
			{ items: [ITEM], ...('authentication' in parameters && { credential: connected() }) },
		);
		expect(service.proxy.requests[0].method).toBe(row?.method);
	});
});
