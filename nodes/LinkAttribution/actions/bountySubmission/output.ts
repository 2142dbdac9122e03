import type { IDataObject } from 'n8n-workflow';
import { toText } from '../../input/unknown';
import { inShape } from '../output';
import type { Shape } from '../types';

/** A submission, for the editor. */
export const submissionShape: Shape = {
	id: 'string',
	bountyId: 'string',
	partnerId: 'string',
	status: 'string',
	description: 'string?',
	urls: 'string',
	performanceCount: 'integer?',
	socialMetricCount: 'integer?',
	completedAt: 'string?',
	rejectionReason: 'string?',
};

/** A submission in ten flat fields, with `urls` as lines. */
export function simplifySubmission(submission: IDataObject): IDataObject {
	const urls = [submission.urls ?? []].flat().map(toText).join('\n');
	return inShape({ ...submission, urls }, submissionShape);
}
