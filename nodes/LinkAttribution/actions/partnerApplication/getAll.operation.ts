import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { check, texts } from '../../helpers/check';
import { countryCode } from '../../helpers/country';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { simplifyApplication } from './output';
import { collect, numberedPages } from '../../transport/pages';
import { returnAllOrLimit, simplify } from '../output';

const MAX_PAGE_SIZE = 100;

export const properties: INodeProperties[] = [
	...returnAllOrLimit,
	simplify,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Country',
				name: 'country',
				type: 'string',
				default: '',
				placeholder: 'e.g. US',
				description: 'Only applicants from this country, as a two-letter ISO 3166-1 code',
			},
			{
				displayName: 'Group ID',
				name: 'groupId',
				type: 'string',
				default: '',
				placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only applications to this partner group',
			},
		],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const filters = check(texts, given(this.getNodeParameter('filters', itemIndex)));
	const request = {
		path: '/partners/applications',
		query: {
			...filters,
			...(filters.country && { country: countryCode(filters.country, 'Country') }),
		},
		needs: { plan: 'Business' as const },
	};
	const simple = isSimple.call(this, itemIndex);
	return await collect(
		numberedPages.call(this, request, most, MAX_PAGE_SIZE),
		most,
		simple ? simplifyApplication : undefined,
	);
}
