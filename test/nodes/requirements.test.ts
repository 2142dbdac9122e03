import { expect, it } from '@jest/globals';
import { requirementOf } from '../../nodes/LinkAttribution/actions/routes';
import { useService } from '../support/node/nodeService';
import { contracts } from './contract';
import type { ContractRow } from './contract/types';

const service = useService();

/** By what a request requires: who lacks just that. */
const LACKING: Array<[RegExp, { workspace?: string; key?: string }]> = [
	[/the Pro plan/, { workspace: 'free' }],
	[/the Business plan/, { workspace: 'pro' }],
	[/the Advanced plan/, { workspace: 'business' }],
	[/the Enterprise plan/, { workspace: 'advanced' }],
	[/the permission \w+\.write/, { workspace: 'enterprise', key: 'readonly' }],
	[/the permission (?!folders|user)\w+\.read/, { workspace: 'enterprise', key: 'folders' }],
	[/the workspace role/, { workspace: 'enterprise', key: 'viewer' }],
];

/** A row of each operation that requires something, with somebody who lacks it. */
const cases = Object.values(contracts)
	.flatMap(({ rows }) => rows)
	.filter(
		({ resource, operation }, index, all) =>
			all.findIndex((row) => row.resource === resource && row.operation === operation) === index,
	)
	.flatMap((row) => {
		const requirement = requirementOf({ method: row.method, path: row.path });
		return LACKING.filter(([needed]) => needed.test(requirement)).map(
			([, call]) => [row.resource, row.operation, requirement, call, row] as const,
		);
	});

it.each(cases)(
	'%s · %s says that it requires %s, to %j',
	async (resource, operation, requirement, call, { parameters, binary }: ContractRow) => {
		const items = [{ json: {}, binary }];
		const error = await service.failure({ resource, operation, ...parameters }, { ...call, items });
		expect(error.httpCode).toBe('403');
		expect(error.description).toContain('(forbidden, ');
		expect(error.description).toContain(`This operation requires ${requirement}. `);
	},
);
