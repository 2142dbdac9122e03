import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { withHint } from '../../input/hints';
import { asError } from '../../input/unknown';
import { ApiError } from '../../transport/apiError';
import { apiObject } from '../../transport/request';

/**
 * Sends a tracking request.
 *
 * @param advice if the service does not find what the request names
 */
export async function track(
	context: IExecuteFunctions,
	path: string,
	body: IDataObject,
	advice: string,
): Promise<IDataObject> {
	try {
		return await apiObject(context, { method: 'POST', path, body });
	} catch (thrown) {
		if (thrown instanceof ApiError && thrown.failure.status === 404) thrown.note = advice;
		throw asError(thrown);
	}
}

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
	const output = { recorded, ...response };
	return recorded ? output : withHint(context, output, reason);
}
