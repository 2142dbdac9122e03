import { z } from 'zod/v4';

/** A URL that can be parsed; `example.com/page` gets the scheme that people leave out. */
export const urlField = urlText(completeUrl);

/** The same, or '' for no destination, which root links may have. */
export const emptyableUrlField = urlText((text) => (text === '' ? '' : completeUrl(text)));

function urlText(complete: (text: string) => string | null) {
	return z
		.string()
		.max(32_000)
		.transform((text, check) => {
			const url = complete(text.trim());
			if (url !== null) return url;
			check.addIssue({ code: 'custom', message: 'Invalid URL' });
			return z.NEVER;
		});
}

const IMAGE = /^(data:image\/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=]+|https?:\/\/\S+)$/;

/** An image as base64 data, or its address. */
export const imageField = z.string().regex(IMAGE, 'Invalid image URL or data');

/** Text where empty means none. */
export function clearableText(maxLength: number) {
	return z
		.string()
		.trim()
		.max(maxLength)
		.transform((text) => text || null)
		.nullish();
}

function completeUrl(text: string): string | null {
	if (URL.canParse(text)) return text;
	const completed = `https://${text}`;
	const looksLikeHost = text.includes('.') && !/\s/.test(text);
	return looksLikeHost && URL.canParse(completed) ? new URL(completed).href : null;
}

/** Absent, null and '' all mean that no ID was given. */
export const optionalId = z
	.string()
	.nullish()
	.transform((id) => id || null);
