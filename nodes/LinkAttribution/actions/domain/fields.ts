import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { forModel } from '../../input/model';
import { parseJson } from '../../input/json';
import { byLabel } from '../../input/labels';
import { domainName, maxLength, pattern } from '../../input/rules';
import { plainText } from '../../input/text';
import { at } from '../../input/unknown';
import type { Rule, Rules } from '../../input/types';

export const slug: INodeProperties = {
	displayName: 'Domain Name',
	name: 'slug',
	type: 'string',
	default: '',
	placeholder: 'e.g. go.example.com',
	description: 'The domain without https:// and www. Maximum 190 characters.',
};

const archived: INodeProperties = {
	displayName: 'Archived',
	name: 'archived',
	type: 'boolean',
	default: true,
	description: 'Whether to hide the domain from default lists. Its links keep redirecting.',
};

export const clearableSettings: INodeProperties[] = [
	{
		displayName: 'Android Asset Links',
		name: 'assetLinks',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "relation": [], "target": {} }]',
		description:
			'The Digital Asset Links file of the domain, as JSON or text, for deep links into Android apps. Requires the Pro plan.',
	},
	{
		displayName: 'Apple App Site Association',
		name: 'appleAppSiteAssociation',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "applinks": { "details": [] } }',
		description:
			'The Apple App Site Association file of the domain, as JSON or text, for deep links into iOS apps. Requires the Pro plan.',
	},
	{
		displayName: 'Expiration URL',
		...forModel('Page for expired links'),
		name: 'expiredUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/over',
		description:
			'Where expired links without their own expiration URL redirect to. Requires the Pro plan.',
	},
	{
		displayName: 'Logo',
		name: 'logo',
		type: 'string',
		default: '',
		placeholder: 'e.g. data:image/png;base64,iVBORw0KGgo=',
		description:
			'Image in the center of QR codes, as data:image/png;base64 text. A URL must be of an image that the service stores, or of a Google favicon. Requires the Pro plan.',
	},
	{
		displayName: 'Not Found URL',
		...forModel('Page for unknown links'),
		name: 'notFoundUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/lost',
		description: 'Where links that do not exist redirect to. Requires the Pro plan.',
	},
	{
		displayName: 'Placeholder',
		name: 'placeholder',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/product',
		description: 'Example destination URL shown in the form for new links. Maximum 100 characters.',
	},
];

const logoBinaryField: INodeProperties = {
	displayName: 'Logo Input Binary Field',
	name: 'logoBinaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the input binary field containing the image',
	description:
		'Image in the center of QR codes, as a PNG, JPEG, GIF, or WebP file. Use either this or Logo. Requires the Pro plan.',
};

/** For `settingsOf`. */
export const domainSettings = [archived, logoBinaryField, ...clearableSettings].sort(byLabel);

/** A domain that the service can register. */
export const linkDomainName: Rule = (raw, field) => {
	const read = pattern(/^[a-z\d-]+\.link$/i, 'must be a .link domain such as example.link', 190);
	return String(read(raw, field)).toLowerCase();
};

const url: Rule = (raw, field) => {
	const text = String(maxLength(32_000)(raw, field));
	const isHost = !/[\s:]/.test(text) && text.slice(1, -1).includes('.');
	if (URL.canParse(text) || (isHost && URL.canParse(`https://${text}`))) return text;
	throw new UserError(`'${field.label}' must be a URL such as https://example.com/page`);
};

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp'];

const IMAGE_DATA = new RegExp(`^data:(${IMAGE_TYPES.join('|')});base64,[A-Za-z0-9+/=]+$`);

const LOGO_URLS = ['https://dubassets.com', 'https://www.google.com/s2/favicons?sz=64&domain_url='];

const logo: Rule = (raw, { label }) => {
	const text = plainText(raw, label).trim();
	if (IMAGE_DATA.test(text) || LOGO_URLS.some((start) => text.startsWith(start))) return text;
	throw new UserError(
		`'${label}' must be data:image/png;base64,... text, or a URL that starts with ${LOGO_URLS.join(' or ')}`,
		{
			description:
				"The service accepts no other URLs. Download the image first, for example with an HTTP Request node, and use 'Logo Input Binary Field'.",
		},
	);
};

/** As text, which the service stores. The empty JSON of an untouched field counts as empty. */
const jsonText: Rule = (raw, { label }) => {
	const parsed = parseJson(raw);
	if (typeof parsed !== 'object' || parsed === null) {
		throw new UserError(`'${label}' must be a JSON object or array`);
	}
	if (Object.keys(parsed).length === 0) return undefined;
	return typeof raw === 'string' ? raw.trim() : JSON.stringify(raw);
};

export const domainRules: Rules = {
	appleAppSiteAssociation: jsonText,
	assetLinks: jsonText,
	domain: domainName,
	expiredUrl: url,
	logo,
	// Read by `settingsOf`; also the file itself, from an expression.
	logoBinaryPropertyName: (raw, { label }) =>
		typeof at(raw, 'mimeType') === 'string' ? raw : plainText(raw, label).trim(),
	notFoundUrl: url,
	placeholder: maxLength(100),
	slug: domainName,
};

/**
 * Settings as the service takes them: with the logo of a binary field as text.
 *
 * @param settings read with `domainRules`
 * @throws UserError for a file that is not an image, NodeOperationError for an item without the binary field
 */
export async function settingsOf(
	context: IExecuteFunctions,
	itemIndex: number,
	{ logoBinaryPropertyName: binary, ...settings }: IDataObject,
): Promise<IDataObject> {
	if (binary === undefined) return settings;
	const { displayName: label } = logoBinaryField;
	if (settings.logo !== undefined) {
		throw new UserError(`'Logo' and '${label}' are both filled in. Use one of them.`);
	}
	const { mimeType = 'unknown' } = context.helpers.assertBinaryData(itemIndex, binary as string);
	const type = mimeType.split(';')[0].trim().toLowerCase();
	if (!IMAGE_TYPES.includes(type)) {
		throw new UserError(
			`'${label}' has a file of the type ${mimeType}. It must be one of: ${IMAGE_TYPES.join(', ')}.`,
		);
	}
	const data = await context.helpers.getBinaryDataBuffer(itemIndex, binary as string);
	if (data.length === 0) throw new UserError(`'${label}' has an empty file`);
	return { ...settings, logo: `data:${type};base64,${data.toString('base64')}` };
}

const PRO = ['expiredUrl', 'notFoundUrl', 'logo', 'assetLinks', 'appleAppSiteAssociation'];

/** The plan that settings require. */
export function planOf(settings: IDataObject): 'Pro' | undefined {
	return Object.keys(settings).some((name) => PRO.includes(name)) ? 'Pro' : undefined;
}
