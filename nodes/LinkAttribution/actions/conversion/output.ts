import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isTool } from '../../input/model';
import { hint } from '../../input/hints';

/**
 * The response to a tracking request with `recorded`, since the service also accepts requests that record nothing.
 *
 * @param reason shown as a hint if nothing was recorded
 */
export function tracked(
	context: IExecuteFunctions,
	response: IDataObject,
	recorded: boolean,
	reason: string,
): IDataObject {
	if (recorded) return { recorded, ...response };
	hint(context, reason);
	return { recorded, ...response, ...(isTool(context) && { note: reason }) };
}
