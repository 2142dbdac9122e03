import { UserError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

/** How requests are sent, from the collection Request Options; the same for all input items. */
export interface Settings {
	/** Input items that are worked on at the same time. */
	parallelItems: number;
	/** Milliseconds that one request may wait in all before it is repeated. */
	longestWait: number;
	/** Milliseconds from sending a request to the end of its answer. */
	timeout: number;
}

/** As the form of the node has them; times in seconds. */
export const DEFAULTS = { parallelItems: 5, longestWait: 180, timeout: 120 };

const MOST_PARALLEL_ITEMS = 50;
const LONGEST = 24 * 3600;

/** @throws UserError naming the option that cannot be used */
export function readSettings(this: IExecuteFunctions): Settings {
	const given = this.getNodeParameter('requestOptions', 0, {}) as IDataObject;
	const { parallelItems, longestWait, timeout } = { ...DEFAULTS, ...given };
	if (!inRange(parallelItems, 1, MOST_PARALLEL_ITEMS) || !Number.isInteger(Number(parallelItems))) {
		throw new UserError(
			`'Items in Parallel' must be a whole number from 1 to ${MOST_PARALLEL_ITEMS}.`,
		);
	}
	if (!inRange(longestWait, 0, LONGEST)) {
		throw new UserError(`'Max Wait (Seconds)' must be a number from 0 to ${LONGEST}.`);
	}
	if (!inRange(timeout, 1, LONGEST)) {
		throw new UserError(`'Timeout (Seconds)' must be a number from 1 to ${LONGEST}.`);
	}
	return {
		parallelItems: Number(parallelItems),
		longestWait: Number(longestWait) * 1000,
		timeout: Number(timeout) * 1000,
	};
}

function inRange(value: unknown, least: number, most: number): boolean {
	return value !== '' && Number(value) >= least && Number(value) <= most;
}
