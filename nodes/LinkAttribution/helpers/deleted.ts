import type { IDataObject } from 'n8n-workflow';

/** The answer to a deletion, e.g. `{ id }`, in the form that n8n's nodes share: `{ id, deleted: true }`. */
export function deleted(answer: unknown): IDataObject {
	return { ...(answer as IDataObject), deleted: true };
}
