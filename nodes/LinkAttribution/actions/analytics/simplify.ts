import type { IDataObject } from 'n8n-workflow';
import { pick } from '../../helpers/simplify';

/** A link with its counts in ten flat fields. */
export function simplifyTopLink(row: IDataObject): IDataObject {
	return pick(row, [
		...['id', 'shortLink', 'url', 'title', 'partnerId', 'createdAt'],
		...['clicks', 'leads', 'sales', 'saleAmount'],
	]);
}
