import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { domainName, maxLength } from '../../input/rules';
import type { Rule } from '../../input/types';
import { apiObject } from '../../transport/request';
import type { Menu, Shape } from '../types';
import { tracked } from './output';

export const menu: Menu = {
	name: 'Track Open',
	description:
		'Record that a short link opened an app, or find the click that led to its first launch. The service treats the n8n server as the visitor.',
	action: 'Track app open',
};

export const toolDescription = 'Record that a short link opened an app.';

export const output: Shape = {
	recorded: 'boolean',
	clickId: 'string?',
	link: { id: 'string', domain: 'string', key: 'string', url: 'string' },
};

export const properties: INodeProperties[] = [
	{
		displayName:
			'Fill in Deep Link, Domain, or both. The service treats the n8n server as the visitor, so Domain finds only clicks from the IP address of that server.',
		name: 'visitorNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Deep Link',
		...forModel('The short link'),
		name: 'deepLink',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://go.example.com/summer',
		description:
			'The short link that opened the app. Records a click on the link. Takes precedence over Domain.',
	},
	{
		displayName: 'Domain',
		name: 'dubDomain',
		type: 'string',
		default: '',
		placeholder: 'e.g. go.example.com',
		description:
			'Domain of your short links, if the app was opened without one, e.g. after installation. Finds the click that led to it.',
	},
];

const shortLink: Rule = (raw, field) => {
	const text = String(maxLength(32_000)(raw, field));
	if (URL.canParse(text)) return text;
	throw new UserError(
		`'${field.label}' must be a short link such as https://go.example.com/summer`,
	);
};

const rules = { deepLink: shortLink, dubDomain: domainName };

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { deepLink, dubDomain } = readFields(context, itemIndex, properties, rules);
	if (!deepLink && !dubDomain) {
		throw new UserError("'Deep Link' and 'Domain' are empty. Fill in at least one of them.");
	}
	const response = await apiObject(context, {
		method: 'POST',
		path: '/track/open',
		body: { deepLink, dubDomain },
	});
	return tracked(
		context,
		response,
		Boolean(response.clickId),
		"An open was not recorded because the service found no recent click from the IP address of this server on a short link of 'Domain'. Enter 'Deep Link', or track opens in the app itself.",
	);
}
