import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';

/** A link in ten flat fields. */
export function simplifyLink(link: IDataObject): IDataObject {
	return pick(link, [
		...['id', 'shortLink', 'url', 'domain', 'key', 'externalId'],
		...['clicks', 'leads', 'sales', 'createdAt'],
	]);
}
