import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../input/changes';
import { isSimple } from '../../helpers/flags';
import { simplifyLink } from './output';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { linkLocator } from '../../input/locators';
import { simplify } from '../output';
import { chosenLink } from './chosenLink';
import { changeableFields, changesFromForm, clearableFields } from './changeForm';

export const properties: INodeProperties[] = [
	{ ...linkLocator, required: true, description: 'The link to change' },
	simplify,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: changeableFields,
	},
	clearParameter(clearableFields),
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = changesFromForm.call(this, itemIndex);
	const linkId = await chosenLink.call(this, this.getNodeParameter('linkId', itemIndex));
	const simple = isSimple.call(this, itemIndex);
	const link = (await apiRequest.call(this, {
		method: 'PATCH',
		path: path`/links/${linkId}`,
		body,
		needs: { scope: 'links.write' },
	})) as IDataObject;
	return simple ? simplifyLink(link) : link;
}
