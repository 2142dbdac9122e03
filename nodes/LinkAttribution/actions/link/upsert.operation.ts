import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { clearParameter } from '../../helpers/clear';
import { isSimple } from '../../helpers/flags';
import { simplifyLink } from '../../helpers/simplify';
import { apiRequest } from '../../transport/request';
import { simplify } from '../common.descriptions';
import { clearableFields, withCleared } from './changeForm';
import { createForm, linkFromForm } from './createForm';

const properties: INodeProperties[] = [
	{
		...createForm[0],
		description:
			'Where the short link leads to. A link of the workspace with exactly this destination, on any domain, is updated; without one a new link is created, for which the service sends no webhook event.',
	},
	simplify,
	...createForm.slice(1),
	clearParameter(clearableFields),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['link'], operation: ['upsert'] } },
	properties,
);

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
