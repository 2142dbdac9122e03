import type { INodeProperties } from 'n8n-workflow';

const forFiles = { show: { returnAs: ['file'] } };
const forCsv = { show: { '/fileFormat': ['csv'] } };

/** Megabytes. */
export const DEFAULT_MAX_FILE_MB = 1024;

/** Whether a list becomes items or a file, and what file. */
export const returnAs: INodeProperties[] = [
	{
		displayName: 'Return As',
		name: 'returnAs',
		type: 'options',
		options: [
			{ name: 'Items', value: 'items', description: 'One item for each result' },
			{
				name: 'File',
				value: 'file',
				description: 'One item with a file. Takes little memory, however many results there are.',
			},
		],
		default: 'items',
		description: 'What to return the results as',
	},
	{
		displayName: 'File Format',
		name: 'fileFormat',
		type: 'options',
		displayOptions: forFiles,
		options: [
			{ name: 'CSV', value: 'csv', description: 'A table with a column for each field' },
			{ name: 'JSON', value: 'json', description: 'A list of objects' },
			{ name: 'JSON Lines', value: 'jsonLines', description: 'An object on each line' },
		],
		default: 'csv',
		description: 'The format of the file',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		displayOptions: forFiles,
		required: true,
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		description: 'Name of the binary field in the output item for the file',
	},
	{
		displayName: 'File Options',
		name: 'fileOptions',
		type: 'collection',
		displayOptions: forFiles,
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Byte Order Mark',
				name: 'byteOrderMark',
				type: 'boolean',
				displayOptions: forCsv,
				default: true,
				description:
					'Whether to begin the file with a UTF-8 byte order mark (BOM). Some spreadsheet programs need it to show all characters.',
			},
			{
				displayName: 'Columns',
				name: 'columns',
				type: 'string',
				default: '',
				placeholder: 'e.g. timestamp, shortLink, click.city',
				description:
					'Fields to include, in this order, comma-separated or as an array. Dots lead into nested fields. With Simplify, you can also choose fields that it leaves out. Leave empty to include all fields.',
			},
			{
				displayName: 'Compress',
				name: 'compress',
				type: 'boolean',
				default: true,
				description: 'Whether to compress the file with gzip',
			},
			{
				displayName: 'Escape Formulas',
				name: 'escapeFormulas',
				type: 'boolean',
				displayOptions: forCsv,
				default: true,
				description:
					'Whether to put an apostrophe before formulas, such as =1+1, so that no spreadsheet program calculates them. Other texts and numbers do not change.',
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				placeholder: 'e.g. links.csv',
				description:
					'Name of the file. Leave empty to use one such as links-2026-01-31.csv, with the date of today. Compress adds .gz.',
			},
			{
				displayName: 'Max File Size (MB)',
				name: 'maxFileSize',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: DEFAULT_MAX_FILE_MB,
				description:
					'Maximum size of the file, compressed if Compress is on. A larger file fails, so that no service can fill the disk.',
			},
		],
	},
];
