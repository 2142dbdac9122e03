import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';
import type { Shape } from '../types';

/** A link, for the editor. */
export const linkShape: Shape = {
	id: 'string',
	shortLink: 'string',
	url: 'string',
	domain: 'string',
	key: 'string',
	externalId: 'string?',
	clicks: 'integer',
	leads: 'integer',
	sales: 'integer',
	createdAt: 'string',
};

/** A link in ten flat fields. */
export function simplifyLink(link: IDataObject): IDataObject {
	return pick(link, Object.keys(linkShape));
}
