import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, flag, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { apiRequest } from '../../transport/request';

export const properties: INodeProperties[] = [
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://go.example.com/summer',
		description:
			'What the QR code leads to: a short link, or any other URL. Scans of a short link are counted apart when it ends with ?qr=1.',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		description: 'Name of the binary field of the output item that gets the PNG image',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Background Color',
				name: 'bgColor',
				type: 'color',
				default: '#FFFFFF',
				description: 'Color of the background, as #RRGGBB',
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
				description: 'How much of the code may be covered or damaged and it can still be read',
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: 'qr-code.png',
				description: 'Name of the image file',
			},
			{
				displayName: 'Foreground Color',
				name: 'fgColor',
				type: 'color',
				default: '#000000',
				description: 'Color of the code itself, as #RRGGBB',
			},
			{
				displayName: 'Hide Logo',
				name: 'hideLogo',
				type: 'boolean',
				default: false,
				description:
					'Whether to leave out the logo in the middle. Needs a paid plan and a short link of the workspace.',
			},
			{
				displayName: 'Logo URL',
				name: 'logo',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/logo.png',
				description:
					'Address of the logo in the middle. Needs a paid plan and a short link of the workspace.',
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
				description: 'Width and height of the image, in pixels',
			},
		],
	},
];

const color = z
	.string({ message: 'must be a color such as #1A2B3C' })
	.trim()
	.regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #1A2B3C');

const wholeNumber = (least: number) =>
	z.coerce
		.number({ message: `must be a whole number of at least ${least}` })
		.int(`must be a whole number of at least ${least}`)
		.min(least, `must be a whole number of at least ${least}`);

const qrCode = z.object({
	url: shortText(32_000).pipe(z.string().min(1, 'is empty. Give what the QR code is to lead to.')),
	binaryPropertyName: shortText(190).pipe(
		z.string().min(1, 'is empty. Give the name of a field, e.g. data.'),
	),
	fileName: shortText(255).default('qr-code.png'),
	logo: shortText(32_000).optional(),
	size: wholeNumber(1).optional(),
	level: z.enum(['L', 'M', 'Q', 'H'], { message: 'must be one of L, M, Q, H' }).optional(),
	fgColor: color.optional(),
	bgColor: color.optional(),
	hideLogo: flag.optional(),
	margin: wholeNumber(0).optional(),
});

const LABELS = {
	url: 'URL',
	binaryPropertyName: 'Put Output File in Field',
	logo: 'Logo URL',
	level: 'Error Correction',
	fgColor: 'Foreground Color',
	bgColor: 'Background Color',
};

export async function executeBinary(
	this: IExecuteFunctions,
	itemIndex: number,
): Promise<INodeExecutionData> {
	const { binaryPropertyName, fileName, ...query } = check(
		qrCode,
		{
			...given(this.getNodeParameter('options', itemIndex)),
			url: this.getNodeParameter('url', itemIndex),
			binaryPropertyName: this.getNodeParameter('binaryPropertyName', itemIndex),
		},
		LABELS,
	);
	const image = (await apiRequest.call(this, {
		method: 'GET',
		path: '/qr',
		query: query as IDataObject,
		binary: true,
	})) as Buffer;
	const data = await this.helpers.prepareBinaryData(image, fileName, 'image/png');
	const { url } = query;
	return { json: { url, fileName }, binary: { [binaryPropertyName]: data } };
}
