import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { forModel, isTool } from '../../input/model';
import { OPTIONS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { shortLinkLocator } from '../../methods/locators';
import { maxLength } from '../../input/rules';
import { quoted } from '../../input/text';
import type { Rule } from '../../input/types';
import { serviceUrl } from '../../input/baseUrl';
import { connectionFor } from '../../transport/connection';
import { unexpected } from '../../transport/expected';
import { apiResponse } from '../../transport/request';
import { hint } from '../../input/hints';
import { FileItem } from '../../file/fileItem';
import type { Menu, Result, Shape } from '../types';

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a QR code for a short link or any other URL as a PNG image',
	action: 'Get QR code',
};

export const toolDescription =
	'Make a QR code for a short link or any URL. Returns the address of the image.';

export const output: Shape = { url: 'string', fileName: 'string' };

export const properties: INodeProperties[] = [
	{
		displayName: 'URL',
		...forModel('Short link or any URL', undefined, 'url'),
		name: 'url',
		...shortLinkLocator,
		required: true,
		description: 'Destination of the QR code: a short link from the list or any other URL',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		description: 'Name of the binary field in the output item for the PNG image',
	},
	{
		...OPTIONS,
		options: [
			{
				displayName: 'Background Color',
				name: 'bgColor',
				type: 'color',
				default: '#FFFFFF',
				description: 'Color of the background, as #RRGGBB',
			},
			{
				displayName: 'Count Scans',
				name: 'countScans',
				type: 'boolean',
				default: true,
				description:
					'Whether to end the URL with qr=1, so that the service counts visits of a short link with the code as scans',
			},
			{
				displayName: 'Error Correction',
				name: 'level',
				type: 'options',
				options: [
					{ name: 'High (30%)', value: 'H' },
					{ name: 'Low (7%)', value: 'L' },
					{ name: 'Medium (15%)', value: 'M' },
					{ name: 'Quartile (25%)', value: 'Q' },
				],
				default: 'L',
				description: 'How much of the code can be damaged and still scan',
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: 'qr-code.png',
				description: 'Name of the image file. Leave empty to use qr-code.png.',
			},
			{
				displayName: 'Foreground Color',
				name: 'fgColor',
				type: 'color',
				default: '#000000',
				...forModel('Color of the code, #RRGGBB'),
				description: 'Color of the code itself, as #RRGGBB',
			},
			{
				displayName: 'Hide Logo',
				name: 'hideLogo',
				type: 'boolean',
				default: true,
				description:
					'Whether to hide the logo in the middle. Requires a paid plan and a short link of the workspace.',
			},
			{
				displayName: 'Logo URL',
				name: 'logo',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/logo.png',
				description:
					'URL of the logo in the middle. Requires a paid plan and a short link of the workspace.',
			},
			{
				displayName: 'Margin',
				name: 'margin',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 2,
				description: 'Width of the quiet zone around the code, in modules of the code',
			},
			{
				displayName: 'Size',
				name: 'size',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 600,
				...forModel('Width in pixels; empty for 600', ''),
				description: 'Width and height of the image, in pixels',
			},
		],
	},
];

const target: Rule = (raw, field) => {
	const text = String(maxLength(32_000)(raw, field));
	if (text === '' || (!/\s/.test(text) && (URL.canParse(text) || /^[^/?#]+\.[^/?#]/.test(text)))) {
		return text;
	}
	throw new UserError(
		`'${field.label}' must be a URL such as https://example.com, not ${quoted(text)}`,
	);
};

const rules = {
	binaryPropertyName: maxLength(190),
	fileName: maxLength(255),
	logo: maxLength(32_000),
	url: target,
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	const { binaryPropertyName, options } = form;
	const { countScans, fileName = 'qr-code.png', ...design } = options;
	requireReadable(design);
	if (design.logo && design.hideLogo) hint(context, "'Hide Logo' hides the logo of 'Logo URL'.");
	const url = countScans ? withScanMarker(String(form.url)) : form.url;
	if (isTool(context)) return await imageAddress(context, { url, ...design });
	const query = { url, ...design };
	const request = { method: 'GET', path: '/qr', query, binary: true } as const;
	const { body, headers } = await apiResponse(context, request);
	if (!/^image\//i.test(String(headers['content-type'])))
		throw unexpected(request, 'is not an image');
	const data = await context.helpers.prepareBinaryData(
		body as Buffer,
		String(fileName),
		'image/png',
	);
	return new FileItem({ url, fileName }, { [String(binaryPropertyName)]: data });
}

/** @throws UserError for a code that nobody could scan */
function requireReadable({ bgColor = '#FFFFFF', fgColor = '#000000' }: IDataObject): void {
	if (String(bgColor).toUpperCase() === String(fgColor).toUpperCase()) {
		throw new UserError("'Foreground Color' must not be the same as 'Background Color'");
	}
}

/** A model gets no files, but the service makes the image for anybody. */
async function imageAddress(context: IExecuteFunctions, query: IDataObject): Promise<IDataObject> {
	const { baseUrl } = await connectionFor(context);
	const parameters = new URLSearchParams(query as Record<string, string>);
	return { url: query.url, imageUrl: `${serviceUrl(baseUrl)}/qr?${parameters.toString()}` };
}

function withScanMarker(url: string): string {
	const [page] = url.split('#', 1);
	const [address] = page.split('?', 1);
	if (/[?&]qr=1(&|$)/.test(page.slice(address.length))) return url;
	return `${page}${page === address ? '?' : '&'}qr=1${url.slice(page.length)}`;
}
