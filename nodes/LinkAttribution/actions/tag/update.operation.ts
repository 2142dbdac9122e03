import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { someChange } from '../../input/changes';
import { check } from '../../helpers/check';
import { given } from '../../helpers/given';
import { requiredText } from '../../input/locators';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { tagLocator } from '../../input/locators';
import { tagColor, tagFields, tagName } from './fields';

export const properties: INodeProperties[] = [
	{ ...tagLocator, required: true, description: 'The tag to change' },
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			tagColor,
			{
				...tagName,
				description:
					'The new name, unique in the workspace; up to 190 characters. The service demands one, so when it is left out the node reads the present name first and sends that.',
			},
		],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { text: id } = requiredText(this.getNodeParameter('tagId', itemIndex), 'Tag');
	const changes = someChange(
		check(tagFields.partial(), given(this.getNodeParameter('updateFields', itemIndex))),
	);
	return (await apiRequest.call(this, {
		method: 'PATCH',
		path: path`/tags/${id}`,
		body: 'name' in changes ? changes : { ...changes, name: await nameOf.call(this, id) },
		needs: { scope: 'tags.write' },
	})) as IDataObject;
}

/** @throws UserError when there is no such tag */
async function nameOf(this: IExecuteFunctions, id: string): Promise<string> {
	const tags = (await apiRequest.call(this, {
		method: 'GET',
		path: '/tags',
		query: { ids: id },
		needs: { scope: 'tags.read' },
	})) as IDataObject[];
	const tag = tags.find((candidate) => candidate.id === id);
	if (!tag) throw new UserError(`'Tag' was not found: the workspace has no tag with the ID ${id}.`);
	return String(tag.name);
}
