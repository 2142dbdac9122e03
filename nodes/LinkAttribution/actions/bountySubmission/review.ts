import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Values } from '../../input/fields';
import { ApiError } from '../../transport/apiError';
import { apiObject } from '../../transport/request';
import { asError } from '../../input/unknown';
import { findInList } from '../findOne';
import { submissionPath, submissionsPath } from './fields';
import { simplifySubmission } from './output';

/**
 * Approves or rejects a submission. The service refuses what was decided the same way before, which is a result here.
 *
 * @param decision is also the end of the path
 * @param status of the submission afterwards
 */
export async function review(
	context: IExecuteFunctions,
	form: Values,
	decision: 'approve' | 'reject',
	status: 'approved' | 'rejected',
): Promise<IDataObject> {
	const simplified = (submission: IDataObject) =>
		form.simple ? simplifySubmission(submission) : submission;
	try {
		const path = `${submissionPath(form)}/${decision}`;
		const body = form.additionalFields;
		return simplified(await apiObject(context, { method: 'POST', path, body }));
	} catch (thrown) {
		if (!(thrown instanceof ApiError) || thrown.failure.status !== 400) throw asError(thrown);
		const decided = await findInList(context, {
			path: submissionsPath(form),
			query: { status },
			isWanted: ({ id }) => id === form.submissionId,
		});
		if (!decided) throw asError(thrown);
		return simplified(decided);
	}
}
