import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { someChange } from '../../helpers/changes';
import { check } from '../../helpers/check';
import { clearedFields, clearParameter } from '../../helpers/clear';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { byLabel } from '../../helpers/labels';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { domainLocator, simplify } from '../common.descriptions';
import { clearableFields, domainFields, domainProperties, LABELS, needsOf, slug } from './fields';
import { chosenDomain } from './names';
import { simplifyDomain } from './simplify';

const properties: INodeProperties[] = [
	{
		...domainLocator,
		required: true,
		description:
			'The domain to change. The list has those in use; write the name of an archived one.',
	},
	simplify,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			...domainProperties,
			{
				...slug,
				description:
					'Another name for the domain. All its links move along: their short links change, and the old ones stop working.',
			},
		].sort(byLabel),
	},
	clearParameter(clearableFields),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['domain'], operation: ['update'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const name = chosenDomain.call(this, itemIndex);
	const fields = given(this.getNodeParameter('updateFields', itemIndex));
	const set = given(check(domainFields, fields, LABELS));
	const body = someChange({
		...set,
		...clearedFields.call(this, itemIndex, clearableFields, set),
	});
	const simple = isSimple.call(this, itemIndex);
	const domain = (await apiRequest.call(this, {
		method: 'PATCH',
		path: path`/domains/${name}`,
		body,
		needs: needsOf(set),
	})) as IDataObject;
	return simple ? simplifyDomain(domain) : domain;
}
