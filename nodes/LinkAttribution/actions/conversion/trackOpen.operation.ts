import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { apiRequest } from '../../transport/request';
import { tracked } from './tracked';

export const properties: INodeProperties[] = [
	{
		displayName:
			'Fill in at least one of Deep Link and Domain. The service takes the server that n8n runs on for the visitor, so by Domain it finds a click only when that server, or something with the same IP address, made it.',
		name: 'visitorNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Deep Link',
		name: 'deepLink',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://go.example.com/summer',
		description: 'The short link that opened the app. Records a click of it, and wins over Domain.',
	},
	{
		displayName: 'Domain',
		name: 'dubDomain',
		type: 'string',
		default: '',
		placeholder: 'e.g. go.example.com',
		description:
			'Domain of the short links, when the app was opened without one, e.g. after it was installed. Finds the click that led to it.',
	},
];

const DOMAIN = /^([a-z0-9-]+\.)+[a-z0-9-]+$/i;

const open = z
	.object({
		deepLink: shortText(32_000).pipe(
			z.string().url('must be a short link such as https://go.example.com/summer'),
		),
		dubDomain: shortText(190).pipe(
			z.string().regex(DOMAIN, 'must be a domain such as go.example.com, without https://'),
		),
	})
	.partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = check(
		open,
		given({
			deepLink: this.getNodeParameter('deepLink', itemIndex) as string,
			dubDomain: this.getNodeParameter('dubDomain', itemIndex) as string,
		}),
		{ dubDomain: 'Domain' },
	);
	if (!body.deepLink && !body.dubDomain) {
		throw new UserError("'Deep Link' and 'Domain' are empty. Fill in at least one of them.");
	}
	const answer = (await apiRequest.call(this, {
		method: 'POST',
		path: '/track/open',
		body,
	})) as IDataObject;
	return tracked.call(
		this,
		answer,
		Boolean(answer.clickId),
		"An open was not recorded: the service knows of no recent click from the IP address of this server on a short link of 'Domain'. Give 'Deep Link', or let the app itself tell the service.",
	);
}
