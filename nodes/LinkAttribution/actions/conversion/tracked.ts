import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hint } from '../../helpers/hint';

/**
 * The answer to a tracking call, which the service also accepts when it records nothing.
 *
 * @param recorded whether it recorded anything
 * @param why not, and what to do about it, for the person
 */
export function tracked(
	this: IExecuteFunctions,
	answer: IDataObject,
	recorded: boolean,
	why: string,
): IDataObject {
	if (!recorded) hint.call(this, why);
	return { recorded, ...answer };
}
