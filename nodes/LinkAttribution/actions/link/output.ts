import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { objectsIn } from '../../input/json';
import { isTool } from '../../input/model';
import { inShape, pick } from '../output';
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

/** A link in ten flat fields; for a model, also with what it can change. */
export function simplifyLink(context: IExecuteFunctions, link: IDataObject): IDataObject {
	const simplified = inShape(link, linkShape);
	if (!isTool(context)) return simplified;
	const tags = objectsIn(link.tags).map(({ name }) => name);
	return {
		...simplified,
		...pick(link, ['expiresAt', 'folderId']),
		archived: link.archived || null,
		tags,
	} as IDataObject;
}
