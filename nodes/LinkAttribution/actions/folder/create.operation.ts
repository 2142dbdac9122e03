import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { check } from '../../helpers/check';
import { given } from '../../helpers/given';
import { apiRequest } from '../../transport/request';
import { accessLevel, folderDescription, folderFields, folderName, planOf } from './fields';

export const properties: INodeProperties[] = [
	{ ...folderName, required: true },
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [accessLevel, folderDescription],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = check(folderFields, {
		...given(this.getNodeParameter('additionalFields', itemIndex)),
		name: this.getNodeParameter('name', itemIndex),
	});
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/folders',
		body,
		needs: { plan: planOf(body.accessLevel), scope: 'folders.write' },
	})) as IDataObject;
}
