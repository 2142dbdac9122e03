import { beforeEach, describe, expect, it } from '@jest/globals';
import { BINARY_ENCODING, type INodeExecutionData, type NodeExecutionHint } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';

const URL_OF_LINK = 'https://go.example.com/summer';
const OPERATION = { resource: 'qrCode', operation: 'get', url: URL_OF_LINK };
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const service = useService();

beforeEach(() => {
	// The service limits QR codes to 10 in 10 seconds.
	service.sandbox.clock.advance(10_000);
});

function bytesOf({ binary }: INodeExecutionData, field: string): Buffer {
	return Buffer.from(binary?.[field].data ?? '', BINARY_ENCODING);
}

/** From the header of the PNG. */
function widthOf(image: Buffer): number {
	expect(image.subarray(0, 8)).toEqual(SIGNATURE);
	return image.readUInt32BE(16);
}

describe('QR Code · Get', () => {
	it('says that a hidden logo is not shown', async () => {
		const hints: NodeExecutionHint[] = [];
		const options = { logo: 'https://example.com/logo.png', hideLogo: true };
		await service.run({ ...OPERATION, options }, { hints });
		expect(hints.map(({ message }) => message)).toEqual([
			"'Hide Logo' hides the logo of 'Logo URL'.",
		]);
	});

	it('returns the QR code image for a URL', async () => {
		const [item] = await service.run(OPERATION);
		expect(item).toMatchObject({
			json: { url: URL_OF_LINK, fileName: 'qr-code.png' },
			binary: { data: { mimeType: 'image/png', fileName: 'qr-code.png', fileExtension: 'png' } },
			pairedItem: { item: 0 },
		});
		expect(widthOf(bytesOf(item, 'data'))).toBe(600);
	});

	it('returns the image in the given output field, file name, and size', async () => {
		const [item] = await service.run({
			...OPERATION,
			binaryPropertyName: 'code',
			options: { fileName: 'summer.png', size: '={{ "300" }}' },
		});
		expect(item.binary?.code.fileName).toBe('summer.png');
		expect(widthOf(bytesOf(item, 'code'))).toBe(300);
	});

	it('reports an error response although an image was requested', async () => {
		const url = `https://example.com/${'long'.repeat(1000)}`;
		const failure = await service.failure({ ...OPERATION, url });
		expect(failure.message).toMatch(/^'URL' was not accepted: /);
	});

	it.each([
		['https://go.example.com/summer', 'https://go.example.com/summer?qr=1'],
		['https://go.example.com/summer?qr=1', 'https://go.example.com/summer?qr=1'],
		['https://go.example.com/s?a=b#top', 'https://go.example.com/s?a=b&qr=1#top'],
		['go.example.com/summer', 'go.example.com/summer?qr=1'],
	])('can count scans: %s becomes %s', async (url, marked) => {
		const options = { countScans: true };
		const [{ json }] = await service.run({ ...OPERATION, url, options });
		expect(json.url).toBe(marked);
		expect(service.proxy.requests[0].query).toEqual({ url: marked });
	});

	it.each(['mailto:name@example.com', 'example.com', 'tel:+4930123'])('takes %s', async (url) => {
		const [{ json }] = await service.run({ ...OPERATION, url });
		expect(json.url).toBe(url);
	});

	it('returns one image per item', async () => {
		const output = await service.run(
			{ ...OPERATION, url: '={{ $json.url }}' },
			{ items: [{ url: 'https://example.com/1' }, { url: 'https://example.com/2' }] },
		);
		expect(output.map(({ json, pairedItem }) => [json.url, pairedItem])).toEqual([
			['https://example.com/1', { item: 0 }],
			['https://example.com/2', { item: 1 }],
		]);
		expect(bytesOf(output[0], 'data')).not.toEqual(bytesOf(output[1], 'data'));
	});
});
