import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { isOn } from './flags';

/**
 * How many items the person asked for; Infinity for Return All.
 *
 * @throws UserError when Return All is neither on nor off, or Limit is not a whole number of at least 1
 */
export function mostItems(this: IExecuteFunctions, itemIndex: number): number {
	if (isOn(this.getNodeParameter('returnAll', itemIndex), 'Return All')) return Infinity;
	const limit = Number(this.getNodeParameter('limit', itemIndex));
	if (!Number.isInteger(limit) || limit < 1) {
		throw new UserError("'Limit' must be a whole number of at least 1.");
	}
	return limit;
}
