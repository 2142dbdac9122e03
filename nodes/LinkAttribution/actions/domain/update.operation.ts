import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { someChange } from '../../input/changes';
import { check } from '../../helpers/check';
import { readFields } from '../../input/fields';
import { clearedFields, clearParameter } from '../../input/changes';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { byLabel } from '../../input/labels';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { domainLocator } from '../../input/locators';
import { simplify } from '../output';
import { clearableFields, domainFields, domainProperties, LABELS, needsOf, slug } from './fields';
import { chosenDomain } from './names';
import { simplifyDomain } from './output';

export const properties: INodeProperties[] = [
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

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const name = chosenDomain.call(this, itemIndex);
	const fields = given(this.getNodeParameter('updateFields', itemIndex));
	const set = given(check(domainFields, fields, LABELS));
	const body = someChange({
		...set,
		...clearedFields(
			readFields.call(this, itemIndex, [clearParameter(clearableFields)]).fieldsToClear,
			set,
			clearableFields,
		),
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
