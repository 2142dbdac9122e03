import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check } from '../../helpers/check';
import { toInstant } from '../../input/dates';
import { isOn } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { numeric } from '../../helpers/number';
import { startFrom, type CursorState } from './cursor';
import type { PollingState } from './state';

/** The trigger's options in polling delivery. */
export interface Options {
	/** Whether to add what the service sent. */
	raw: boolean;
	/** Milliseconds. */
	lookBack: number;
	/** Where a kind begins that is not followed yet; undefined for what becomes visible from now on. */
	start(state: PollingState): CursorState | undefined;
}

const LOOK_BACK_MESSAGE = 'must be a number of at least 0';

const lookBack = numeric(z.number({ message: LOOK_BACK_MESSAGE }).min(0, LOOK_BACK_MESSAGE));

const choices = z.object({ lookBack: lookBack.default(10) });

/** @throws UserError naming the option that cannot be used */
export function readOptions(this: IPollFunctions): Options {
	const options = given(this.getNodeParameter('options', {}) as IDataObject);
	const labels = { lookBack: 'Look-Back (Minutes)' };
	const minutes = check(choices, { lookBack: options.lookBack }, labels).lookBack;
	const { startDate } = options;
	const startAt =
		startDate === undefined ? undefined : toInstant(startDate, 'Start Date', this.getTimezone());
	return {
		raw: isOn(options.raw ?? false, 'Include Raw Event'),
		lookBack: minutes * 60_000,
		start: ({ isNew }) => (isNew && startAt ? startFrom(startAt.getTime()) : undefined),
	};
}
