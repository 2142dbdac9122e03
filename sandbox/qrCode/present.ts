import { crc32, deflateSync } from 'node:zlib';
import qrcode from 'qrcode-generator';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export type Color = readonly [red: number, green: number, blue: number];

/**
 * A square PNG with two colors.
 *
 * @param size pixels
 * @param isForeground whether a pixel has the first color
 */
function twoColorPng(
	size: number,
	colors: readonly [foreground: Color, background: Color],
	isForeground: (x: number, y: number) => boolean,
): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(size, 0);
	header.writeUInt32BE(size, 4);
	// Bit depth 1 and color type 3 (palette); compression, filter, and interlace methods stay 0.
	header.set([1, 3], 8);
	// Each row starts with its filter type, 0 for none.
	const rowLength = 1 + Math.ceil(size / 8);
	const pixels = Buffer.alloc(rowLength * size);
	for (let y = 0; y < size; y++) {
		for (let x = 0; x < size; x++) {
			if (!isForeground(x, y)) pixels[y * rowLength + 1 + (x >> 3)] |= 0x80 >> (x & 7);
		}
	}
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('PLTE', Buffer.from(colors.flat())),
		chunk('IDAT', deflateSync(pixels)),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, checksum]);
}

type CorrectionLevel = 'L' | 'M' | 'Q' | 'H';

/** Maximum number of bytes at each level. */
export const CAPACITY: Readonly<Record<CorrectionLevel, number>> = {
	L: 2953,
	M: 2331,
	Q: 1663,
	H: 1273,
};

interface QrCodeOptions {
	level: CorrectionLevel;
	/** Pixels. */
	size: number;
	/** Modules. */
	margin: number;
	colors: readonly [foreground: Color, background: Color];
}

/** @param content at most `CAPACITY` bytes long */
export function presentQrCode(content: Buffer, { level, size, margin, colors }: QrCodeOptions) {
	const code = qrcode(0, level);
	// The library reads each character as a byte.
	code.addData(content.toString('latin1'), 'Byte');
	code.make();
	const count = code.getModuleCount();
	// By pixel, which row or column of the code it belongs to.
	const modules = Array.from(
		{ length: size },
		(_, pixel) => Math.floor((pixel * (count + 2 * margin)) / size) - margin,
	);
	const isInside = (index: number) => index >= 0 && index < count;
	return twoColorPng(size, colors, (x, y) => {
		const [row, column] = [modules[y], modules[x]];
		return isInside(row) && isInside(column) && code.isDark(row, column);
	});
}
