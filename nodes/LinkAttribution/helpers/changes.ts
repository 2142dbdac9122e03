import { UserError, type IDataObject } from 'n8n-workflow';

/**
 * The body of an update, which must change something.
 *
 * @throws UserError when it is empty
 */
export function someChange(body: IDataObject): IDataObject {
	if (Object.keys(body).length > 0) return body;
	throw new UserError("'Update Fields' is empty. Add at least one field to change.");
}
