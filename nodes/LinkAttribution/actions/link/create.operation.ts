import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { simplifyLink } from './output';
import { apiRequest } from '../../transport/request';
import { simplify } from '../output';
import { createForm, linkFromForm } from './createForm';

export const properties: INodeProperties[] = [createForm[0], simplify, ...createForm.slice(1)];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const simple = isSimple.call(this, itemIndex);
	const link = (await apiRequest.call(this, {
		method: 'POST',
		path: '/links',
		body: linkFromForm.call(this, itemIndex),
		needs: { scope: 'links.write' },
	})) as IDataObject;
	return simple ? simplifyLink(link) : link;
}
