import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { eventTime } from '../../actions/event/output';
import { toBoolean } from '../../input/values';
import { toNodeError } from '../../actions/nodeError';
import { collect } from '../../pagination/items';
import { eventPages } from '../../pagination/pages';
import { SIZES } from '../eventList/cursor/cursor';
import { fromPoll } from '../item';
import { queriesOf, readSelections } from './query';

/** The newest event of the selected kinds, for manual runs. Does not change the cursor. */
export async function sample(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const newest: IDataObject[] = [];
	let raw = false;
	try {
		const options = context.getNodeParameter('options', 0, {});
		raw = toBoolean(options.raw ?? false, 'Include Raw Event');
		for (const query of await queriesOf(context, readSelections(context))) {
			const request = { path: '/events', query: { ...query, interval: 'all' } };
			newest.push(...(await collect(eventPages(context, request, SIZES.smallPage), 1)));
		}
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, undefined, []);
	}
	const [event] = newest.sort((a, b) => eventTime(b).getTime() - eventTime(a).getTime());
	if (!event) {
		throw new NodeOperationError(context.getNode(), 'No matching event found', {
			description:
				"No event of the types in 'Trigger On' matches the filters. Visit one of your short links or change the filters, and run the step again. Once published, the workflow runs for every new event.",
		});
	}
	return [[toItem(event, raw)]];
}

/** @param raw whether to add the unchanged event */
export function toItem(event: IDataObject, raw: boolean): INodeExecutionData {
	return { json: raw ? { ...fromPoll(event), raw: event } : fromPoll(event) };
}
