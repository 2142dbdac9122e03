import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { toNodeError } from '../transport/errors';
import * as discountCode from './discountCode';
import * as embedToken from './embedToken';
import * as event from './event';
import * as folder from './folder';
import * as link from './link';
import * as partner from './partner';
import * as partnerApplication from './partnerApplication';
import * as user from './user';

/** One file `<operation>.operation.ts`: parameters, and what is done for one item. */
export interface Operation {
	description: INodeProperties[];
	execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject | IDataObject[]>;
}

const resources: Record<string, { operations: Record<string, Operation> }> = {
	discountCode,
	embedToken,
	event,
	folder,
	link,
	partner,
	partnerApplication,
	user,
};

/** Runs the chosen operation for every input item and links each output item to the one that it came from. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = this.getNodeParameter('resource', 0);
	const name = this.getNodeParameter('operation', 0);
	const operation = resources[resource]?.operations[name];
	if (!operation) {
		throw new NodeOperationError(
			this.getNode(),
			`There is no operation '${name}' of '${resource}'.`,
		);
	}

	const output: INodeExecutionData[] = [];
	for (const itemIndex of this.getInputData().keys()) {
		const pairedItem = { item: itemIndex };
		try {
			const result = await operation.execute.call(this, itemIndex);
			for (const json of Array.isArray(result) ? result : [result]) {
				output.push({ json, pairedItem });
			}
		} catch (thrown) {
			const error = toNodeError(this.getNode(), thrown, itemIndex, operation.description);
			const cancelled = this.getExecutionCancelSignal()?.aborted;
			if (cancelled || !this.continueOnFail()) throw error;
			output.push({ json: { error: error.message }, pairedItem });
		}
	}
	return [output];
}
