import type { IDataObject } from 'n8n-workflow';

/** Only the fields that were filled in: blank text, `null` or nothing means 'not set' in n8n's forms. */
export function given(fields: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(fields).filter(
			([, value]) =>
				value !== undefined &&
				value !== null &&
				!(typeof value === 'string' && value.trim() === ''),
		),
	);
}
