import qrcode from 'qrcode-generator';
import { twoColorPng, type Color } from './png.ts';

export type CorrectionLevel = 'L' | 'M' | 'Q' | 'H';

/** What the largest code holds at each level. */
export const CAPACITY: Readonly<Record<CorrectionLevel, number>> = {
	L: 2953,
	M: 2331,
	Q: 1663,
	H: 1273,
};

export interface QrCodeOptions {
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
	// The library takes a character for each byte.
	code.addData(content.toString('latin1'), 'Byte');
	code.make();
	const count = code.getModuleCount();
	const moduleAt = (pixel: number) => Math.floor((pixel * (count + 2 * margin)) / size) - margin;
	return twoColorPng(size, colors, (x, y) => {
		const [row, column] = [moduleAt(y), moduleAt(x)];
		const inside = row >= 0 && column >= 0 && row < count && column < count;
		return inside && code.isDark(row, column);
	});
}
