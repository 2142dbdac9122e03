import { expect, it } from '@jest/globals';
import { requirementOf } from '../../nodes/LinkAttribution/actions/routes';
import { useService } from '../support/node/nodeService';
import { contractRows, firstRows } from './contract';
import type { ContractRow } from './contract/types';

const service = useService();

/** Who lacks just what a request requires. */
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
const cases = firstRows(contractRows).flatMap((row) => {
	const requirement = requirementOf({ method: row.method, path: row.path });
	return LACKING.filter(([needed]) => needed.test(requirement)).map(
		([, call]) => [row.resource, row.operation, requirement, call, row] as const,
	);
});

it.each(cases)(
	'%s · %s says that it requires %s, to %j',
	async (resource, operation, requirement, call, { parameters, binary }: ContractRow) => {
		const given = { resource, operation, ...parameters };
		const error = await service.failure(given, { ...call, binary });
		expect(error.httpCode).toBe('403');
		expect(error.description).toContain('(forbidden, ');
		expect(error.description).toContain(`This operation requires ${requirement}. `);
	},
);
