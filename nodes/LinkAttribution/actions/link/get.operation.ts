import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { simplifyLink } from './output';
import { linkLocator } from '../../input/locators';
import { simplify } from '../output';
import { findLink } from './chosenLink';

export const properties: INodeProperties[] = [
	{ ...linkLocator, required: true, description: 'The link to get' },
	simplify,
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const link = await findLink.call(this, this.getNodeParameter('linkId', itemIndex));
	return isSimple.call(this, itemIndex) ? simplifyLink(link) : link;
}
