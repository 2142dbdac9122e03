import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../input/changes';
import { isSimple } from '../../helpers/flags';
import { simplifyLink } from './output';
import { apiRequest } from '../../transport/request';
import { simplify } from '../output';
import { clearableFields, withCleared } from './changeForm';
import { createForm, linkFromForm } from './createForm';

export const properties: INodeProperties[] = [
	{
		...createForm[0],
		description:
			'Where the short link leads to. A link of the workspace with exactly this destination, on any domain, is updated; without one a new link is created, for which the service sends no webhook event.',
	},
	simplify,
	...createForm.slice(1),
	clearParameter(clearableFields),
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const simple = isSimple.call(this, itemIndex);
	const link = (await apiRequest.call(this, {
		method: 'PUT',
		path: '/links/upsert',
		body: withCleared.call(this, itemIndex, linkFromForm.call(this, itemIndex)),
		needs: { scope: 'links.write' },
	})) as IDataObject;
	return simple ? simplifyLink(link) : link;
}
