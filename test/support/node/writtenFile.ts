import { expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeService } from './nodeService';

export const EVENT_LIST = {
	resource: 'event',
	operation: 'getAll',
	interval: 'all',
	returnAll: true,
};

export const CLICKS = { ...EVENT_LIST, event: 'clicks' };

/** Runs an operation that returns a file. */
export async function written(
	service: NodeService,
	parameters: INodeParameters,
	fileOptions: INodeParameters = {},
): Promise<INodeExecutionData> {
	const [item, ...others] = await service.run({ ...parameters, returnAs: 'file', fileOptions });
	expect(others).toEqual([]);
	return item;
}

export function linesOf(text: string): string[][] {
	return parse(text, { record_delimiter: '\r\n' });
}
