import type { Contract } from './types';

const url = 'https://go.example.com/summer';
const operation = {
	resource: 'qrCode',
	operation: 'get',
	method: 'GET',
	path: '/qr',
	headers: { 'content-type': 'image/png' },
} as const;

export const qrCode: Contract = {
	rows: [
		{ ...operation, title: 'minimal', parameters: { url }, response: {}, query: { url } },
		...[url, { __rl: true, mode: 'list', value: url }, { __rl: true, mode: 'url', value: url }].map(
			(chosen) => ({
				...operation,
				title: `a URL or a short link, ${JSON.stringify(chosen)}`,
				parameters: { url: chosen, options: { countScans: true } },
				response: {},
				query: { url: `${url}?qr=1` },
			}),
		),
		{
			...operation,
			title: 'every field',
			parameters: {
				url,
				options: {
					bgColor: '#fafafa',
					fgColor: '#1a2b3c',
					fileName: 'summer.png',
					hideLogo: true,
					level: 'Q',
					logo: 'https://example.com/logo.png',
					margin: 0,
					size: 300,
				},
			},
			response: {},
			query: {
				url,
				bgColor: '#fafafa',
				fgColor: '#1a2b3c',
				hideLogo: 'true',
				level: 'Q',
				logo: 'https://example.com/logo.png',
				margin: '0',
				size: '300',
			},
		},
	],
	parameters: {
		get: [
			...['url', 'binaryPropertyName', 'bgColor', 'fgColor', 'fileName', 'hideLogo', 'level'],
			...['logo', 'margin', 'size', 'countScans'],
		],
	},
	deprecated: { get: ['includeMargin'] },
};
