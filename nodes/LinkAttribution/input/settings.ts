import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { decimal, readPlain } from './values';

/** Which credential is used. */
export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiKey',
};

/** How requests are sent, from the collection Request Options; the same for all input items. */
export interface Settings {
	/** Input items that are processed at the same time. */
	parallelItems: number;
	/** Milliseconds that one request may wait in total for rate limits and retries. */
	longestWait: number;
	/** Milliseconds for one request, including the full response. */
	timeout: number;
}

const ONE_DAY_SECONDS = 24 * 3600;

const options: INodeProperties[] = [
	{
		displayName: 'Items in Parallel',
		name: 'parallelItems',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: 5,
		description: 'Number of items to process in parallel. Set to 1 to process them one at a time.',
	},
	{
		displayName: 'Max Wait (Seconds)',
		name: 'longestWait',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: ONE_DAY_SECONDS },
		default: 180,
		description:
			'Maximum total time a request waits for rate limits and retries before failing. 0 disables retries.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: ONE_DAY_SECONDS },
		default: 120,
		description: 'Maximum time for a request, including the full response',
	},
];

/** In seconds, as in the form. */
export const DEFAULTS = Object.fromEntries(
	options.map((option) => [option.name, option.default]),
) as Record<'parallelItems' | 'longestWait' | 'timeout', number>;

export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
};

/** @throws UserError naming the option with a wrong value, also an empty one */
export function readSettings(context: IExecuteFunctions): Settings {
	const raw = context.getNodeParameter('requestOptions', 0, {}) as IDataObject;
	const [parallelItems, longestWait, timeout] = options.map((property) => {
		const field = { label: property.displayName, property, timezone: context.getTimezone() };
		const read = property.name === 'parallelItems' ? readPlain : decimal;
		return read(raw[property.name] ?? property.default, field) as number;
	});
	return { parallelItems, longestWait: longestWait * 1000, timeout: timeout * 1000 };
}
