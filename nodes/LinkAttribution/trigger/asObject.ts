import type { IDataObject } from 'n8n-workflow';

/** The value if it is an object, else one without fields: payloads are not checked field by field. */
export function asObject(value: unknown): IDataObject {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? (value as IDataObject) : {};
}
