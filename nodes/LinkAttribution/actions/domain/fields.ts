import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { flag, shortText, trimmedText } from '../../helpers/check';
import { parseJson } from '../../input/json';
import { byLabel } from '../../input/labels';
import { domainName } from './names';

export const slug: INodeProperties = {
	displayName: 'Domain Name',
	name: 'slug',
	type: 'string',
	default: '',
	placeholder: 'e.g. go.example.com',
	description: 'The domain without https:// and www.; up to 190 characters',
};

const archived: INodeProperties = {
	displayName: 'Archived',
	name: 'archived',
	type: 'boolean',
	default: false,
	description: 'Whether the domain is left out of default lists. Its links keep redirecting.',
};

/** What can be made empty again. */
export const clearableFields: INodeProperties[] = [
	{
		displayName: 'Android Asset Links',
		name: 'assetLinks',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "relation": [], "target": {} }]',
		description:
			'The Digital Asset Links file of the domain, for deep links into Android apps, as JSON or text. Needs the Pro plan.',
	},
	{
		displayName: 'Apple App Site Association',
		name: 'appleAppSiteAssociation',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "applinks": { "details": [] } }',
		description:
			'The file of the same name that the domain serves, for deep links into iOS apps, as JSON or text. Needs the Pro plan.',
	},
	{
		displayName: 'Expiration URL',
		name: 'expiredUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/over',
		description:
			'Where visitors of an expired link go that has no expiration URL of its own. Needs the Pro plan.',
	},
	{
		displayName: 'Logo',
		name: 'logo',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/logo.png',
		description:
			'Picture in the middle of QR codes, as address or as data:image/png;base64 text. Needs the Pro plan.',
	},
	{
		displayName: 'Not Found URL',
		name: 'notFoundUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/lost',
		description: 'Where visitors of a link that does not exist go. Needs the Pro plan.',
	},
	{
		displayName: 'Placeholder',
		name: 'placeholder',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/product',
		description:
			'Example of a destination that people see where they create a link; up to 100 characters',
	},
];

export const domainProperties = [archived, ...clearableFields].sort(byLabel);

const url = shortText(32_000).refine(
	(text) =>
		URL.canParse(text) || (/^[^\s:]+\.[^\s:]+$/.test(text) && URL.canParse(`https://${text}`)),
	'must be an address such as https://example.com/page',
);

const IMAGE = /^(data:image\/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=]+|https?:\/\/\S+)$/;

/** The service keeps JSON as text; what an empty form field holds (`{}` or `[]`) is nothing. */
const jsonText = z.unknown().transform((value, context) => {
	const parsed = parseJson(value);
	if (typeof parsed !== 'object' || parsed === null) {
		context.addIssue({ code: 'custom', message: 'must be a JSON object or array' });
		return z.NEVER;
	}
	if (Object.keys(parsed).length === 0) return undefined;
	return typeof value === 'string' ? value.trim() : JSON.stringify(value);
});

export const domainFields = z
	.object({
		slug: domainName,
		archived: flag,
		assetLinks: jsonText,
		appleAppSiteAssociation: jsonText,
		expiredUrl: url,
		notFoundUrl: url,
		logo: trimmedText.pipe(
			z
				.string()
				.regex(IMAGE, 'must be the address of a picture, or data:image/png;base64,... text'),
		),
		placeholder: shortText(100),
	})
	.partial();

export const LABELS = {
	slug: 'Domain Name',
	assetLinks: 'Android Asset Links',
	expiredUrl: 'Expiration URL',
	notFoundUrl: 'Not Found URL',
};

const PRO = ['expiredUrl', 'notFoundUrl', 'logo', 'assetLinks', 'appleAppSiteAssociation'];

/** For the advice when the service refuses: some fields are not in every plan. */
export function needsOf(body: object): { plan?: 'Pro'; scope: string } {
	const plan = Object.keys(body).some((name) => PRO.includes(name)) ? 'Pro' : undefined;
	return { plan, scope: 'domains.write' };
}
