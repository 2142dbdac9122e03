import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { readCollection } from '../../input/fields';
import { decimal } from '../../input/values';
import { pollingOptions } from '../description';
import { startFrom, type CursorState } from '../eventList/cursor/cursor';
import type { TriggerRecord } from '../record';

/** Options of the trigger in polling delivery. */
export interface Options {
	/** Whether to add the unchanged event. */
	raw: boolean;
	/** Milliseconds. */
	lookBack: number;
	/** Where a new kind starts; undefined to start with the events from now on. */
	start(state: TriggerRecord): CursorState | undefined;
}

const DEFAULT_LOOK_BACK = pollingOptions.find(({ name }) => name === 'lookBack')?.default;

/** @throws UserError naming the option with a wrong value */
export function readOptions(context: IPollFunctions): Options {
	const { raw, lookBack, startDate } = readCollection(
		context.getNodeParameter('options', {}) as IDataObject,
		pollingOptions,
		{ lookBack: decimal },
		context.getTimezone(),
	);
	return {
		raw: raw === true,
		lookBack: Number(lookBack ?? DEFAULT_LOOK_BACK) * 60_000,
		start: ({ isNew }) =>
			isNew && startDate !== undefined ? startFrom(Date.parse(String(startDate))) : undefined,
	};
}
