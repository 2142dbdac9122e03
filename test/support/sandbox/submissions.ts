import type { SubmissionRow } from '../../../sandbox/bountySubmission/columns';
import type { NodeService } from '../node/nodeService';
import { programId, row } from './rows';

/** A bounty of the Business workspace. @param where e.g. `reward_amount IS NULL` */
export function bounty({ sandbox }: NodeService, where: string): string {
	const sql = `SELECT id FROM bounties WHERE program_id = ? AND ${where} ORDER BY id`;
	return row<{ id: string }>(sandbox, sql, programId(sandbox, 'business')).id;
}

/** Submissions for a bounty, those longest complete first. */
export function submissions({ sandbox }: NodeService, bountyId: string): SubmissionRow[] {
	return sandbox.db.all<SubmissionRow>(
		'SELECT * FROM bounty_submissions WHERE bounty_id = ? ORDER BY completed_at ASC NULLS LAST, id',
		bountyId,
	);
}

/** As the node's parameters choose one in a state. */
export function inState(service: NodeService, bountyId: string, status: string) {
	const found = submissions(service, bountyId).find((submission) => submission.status === status);
	if (!found) throw new Error(`no submission is ${status}`);
	return { bountyId, submissionId: found.id };
}

export function submission({ sandbox }: NodeService, id: string): SubmissionRow {
	return row<SubmissionRow>(sandbox, 'SELECT * FROM bounty_submissions WHERE id = ?', id);
}
