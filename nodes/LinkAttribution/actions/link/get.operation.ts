import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { simplify } from '../output';
import { findLink } from './chosenLink';
import { linkField } from './fields';
import { simplifyLink } from './output';

export const properties: INodeProperties[] = [
	{ ...linkField, description: 'The link to retrieve' },
	simplify,
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { linkId, simple } = readFields.call(this, itemIndex, properties);
	const link = await findLink.call(this, linkId);
	return simple ? simplifyLink(link) : link;
}
