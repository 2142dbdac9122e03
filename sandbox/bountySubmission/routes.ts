import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { requireProgram } from '../program/program.ts';
import { Conditions } from '../store/conditions.ts';
import { SUBMISSION_STATUSES, type SubmissionRow } from './columns.ts';
import { presentListedSubmission, presentSubmission } from './present.ts';
import {
	approveSubmission,
	REJECTION_REASONS,
	rejectSubmission,
	requireBounty,
	requireSubmission,
	submissionContext,
} from './rules.ts';

const SORT_COLUMNS = {
	completedAt: 's.completed_at',
	performanceCount: 's.performance_count',
	socialMetricCount: 's.social_metric_count',
} as const;

const listQuery = z.object({
	status: z.enum(SUBMISSION_STATUSES).optional(),
	groupId: z.string().optional(),
	partnerId: z.string().optional(),
	sortBy: z.enum(['completedAt', 'performanceCount', 'socialMetricCount']).default('completedAt'),
	sortOrder: z.enum(['asc', 'desc']).default('asc'),
	...pagingFields(100),
});

const approveBody = z.object({ rewardAmount: z.number().nullish() });

const rejectBody = z.object({
	rejectionReason: z.enum(REJECTION_REASONS).default('other'),
	rejectionNote: z.string().trim().max(5000).optional(),
});

interface OneBounty {
	Params: { bountyId: string };
}

interface OneSubmission {
	Params: { bountyId: string; submissionId: string };
}

export function bountyRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;
	const path = '/bounties/:bountyId/submissions';

	const read = { config: { access: { plan: 'business' } } } as const;
	app.get<OneBounty>(path, read, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const bounty = requireBounty(db, program, request.params.bountyId);
		const where = new Conditions();
		where.equal('s.bounty_id', bounty.id);
		where.equal('s.partner_id', query.partnerId);
		where.equal('e.group_id', query.groupId);
		if (query.status === undefined) where.add(`s.status <> 'rejected'`);
		else where.equal('s.status', query.status);
		const submissions = db.all<SubmissionRow>(
			`SELECT s.* FROM bounty_submissions s JOIN bounties b ON b.id = s.bounty_id
			 JOIN enrollments e ON e.program_id = b.program_id AND e.partner_id = s.partner_id
			 WHERE ${where.sql}
			 ORDER BY ${SORT_COLUMNS[query.sortBy]} ${query.sortOrder} NULLS LAST, s.id LIMIT ? OFFSET ?`,
			...where.params,
			query.pageSize,
			offsetOf(query),
		);
		return submissions.map((submission) =>
			presentListedSubmission(submission, submissionContext(db, program, submission)),
		);
	});

	const write = {
		config: { access: { roles: ['owner', 'member'], plan: 'business' }, bodyOptional: true },
	} as const;
	app.post<OneSubmission>(`${path}/:submissionId/approve`, write, async (request) => {
		const principal = principalOf(request);
		const { rewardAmount } = validate(approveBody, request.body ?? {}, quirks);
		const program = requireProgram(db, principal.workspace);
		const bounty = requireBounty(db, program, request.params.bountyId);
		const submission = requireSubmission(db, bounty, request.params.submissionId);
		const approved = db.transaction(() =>
			approveSubmission(context, principal, bounty, submission, rewardAmount ?? null),
		);
		return presentSubmission(approved);
	});

	app.post<OneSubmission>(`${path}/:submissionId/reject`, write, async (request) => {
		const principal = principalOf(request);
		const rejection = validate(rejectBody, request.body ?? {}, quirks);
		const program = requireProgram(db, principal.workspace);
		const bounty = requireBounty(db, program, request.params.bountyId);
		const submission = requireSubmission(db, bounty, request.params.submissionId);
		return presentSubmission(rejectSubmission(context, principal, submission, rejection));
	});
}
