import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import * as analytics from './actions/analytics';
import * as bountySubmission from './actions/bountySubmission';
import * as commission from './actions/commission';
import { authentication, requestOptions } from './actions/common.descriptions';
import * as conversion from './actions/conversion';
import * as customer from './actions/customer';
import * as discountCode from './actions/discountCode';
import * as domain from './actions/domain';
import * as embedToken from './actions/embedToken';
import * as event from './actions/event';
import * as folder from './actions/folder';
import * as link from './actions/link';
import * as partner from './actions/partner';
import * as partnerApplication from './actions/partnerApplication';
import * as payout from './actions/payout';
import * as qrCode from './actions/qrCode';
import { router } from './actions/router';
import * as tag from './actions/tag';
import * as user from './actions/user';
import * as listSearch from './methods/listSearch';

export class LinkAttribution implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Attribution',
		name: 'linkAttribution',
		icon: {
			light: 'file:../../icons/link-attribution.svg',
			dark: 'file:../../icons/link-attribution.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Work with short links, click, lead and sale events, and affiliate partners',
		defaults: { name: 'Link Attribution' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'linkAttributionApi',
				required: true,
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'linkAttributionOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: [
			authentication,
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Analytics', value: 'analytics' },
					{ name: 'Bounty Submission', value: 'bountySubmission' },
					{ name: 'Commission', value: 'commission' },
					{ name: 'Conversion', value: 'conversion' },
					{ name: 'Customer', value: 'customer' },
					{ name: 'Discount Code', value: 'discountCode' },
					{ name: 'Domain', value: 'domain' },
					{ name: 'Embed Token', value: 'embedToken' },
					{ name: 'Event', value: 'event' },
					{ name: 'Folder', value: 'folder' },
					{ name: 'Link', value: 'link' },
					{ name: 'Partner', value: 'partner' },
					{ name: 'Partner Application', value: 'partnerApplication' },
					{ name: 'Payout', value: 'payout' },
					{ name: 'QR Code', value: 'qrCode' },
					{ name: 'Tag', value: 'tag' },
					{ name: 'User', value: 'user' },
				],
				default: 'link',
			},
			...analytics.description,
			...bountySubmission.description,
			...commission.description,
			...conversion.description,
			...customer.description,
			...discountCode.description,
			...domain.description,
			...embedToken.description,
			...event.description,
			...folder.description,
			...link.description,
			...partner.description,
			...partnerApplication.description,
			...payout.description,
			...qrCode.description,
			...tag.description,
			...user.description,
			requestOptions,
		],
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router.call(this);
	}
}
