import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { simplifyLink } from '../../helpers/simplify';
import { linkLocator, simplify } from '../common.descriptions';
import { findLink } from './chosenLink';

const properties: INodeProperties[] = [
	{ ...linkLocator, required: true, description: 'The link to get' },
	simplify,
];

export const description = updateDisplayOptions(
	{ show: { resource: ['link'], operation: ['get'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const link = await findLink.call(this, this.getNodeParameter('linkId', itemIndex));
	return isSimple.call(this, itemIndex) ? simplifyLink(link) : link;
}
