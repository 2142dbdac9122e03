import { alphanumeric } from '../store/ids.ts';
import { APPLICANTS, QUESTIONS, type Applicant } from './applicants.ts';
import { insertLink, type SampleLink } from './links.ts';
import type { Program } from './program.ts';
import type { Sample } from './sample.ts';
import type { SampleWorkspace } from './workspaces.ts';

export interface SamplePartner {
	id: string;
	status: Status;
	discountId: string | null;
	links: SampleLink[];
}

/** The number of partners in each status, in addition to the pending applicants. */
const PARTNER_COUNT = {
	approved: 12,
	rejected: 4,
	invited: 2,
	declined: 2,
	deactivated: 2,
	banned: 3,
	archived: 2,
} as const;

type Status = keyof typeof PARTNER_COUNT | 'pending';

const COUNTRIES = ['US', 'DE', 'GB', 'FR', 'BR', 'IN', 'JP', 'ES'];

/** Creates partners in every enrollment status with their links, and pending applications. */
export function createPartners(
	sample: Sample,
	workspace: SampleWorkspace,
	program: Program,
): SamplePartner[] {
	const decided = Object.entries(PARTNER_COUNT) as [Status, number][];
	const partners = decided.flatMap(([status, count], group) =>
		Array.from({ length: count }, (_, i) =>
			createPartner(sample, workspace, program, status, group * 20 + i),
		),
	);
	APPLICANTS.forEach((applicant, i) => createApplicant(sample, workspace, program, applicant, i));
	return partners;
}

function createPartner(
	sample: Sample,
	workspace: SampleWorkspace,
	program: Program,
	status: Status,
	i: number,
): SamplePartner {
	const createdAt = sample.daysAgo(240 - i);
	const id = sample.id('pn_', createdAt);
	const name = `${status[0].toUpperCase()}${status.slice(1)} Partner ${i + 1}`;
	const handle = `${workspace.plan}-${status}-${i + 1}`;
	sample.insert('partners', {
		id,
		name,
		email: i % 11 === 10 ? null : `${handle}@partners.example.com`,
		username: handle,
		country: COUNTRIES[i % COUNTRIES.length],
		company_name: i % 3 === 0 ? `${name} Inc` : null,
		website: i % 4 === 3 ? null : `https://${handle}.example.net`,
		created_at: createdAt,
	});

	const active = status === 'approved' || status === 'archived';
	const tenantId = i % 3 === 2 ? null : `acct_${workspace.plan}_${1001 + i}`;
	const discountId = active ? program.discountIds[i % program.discountIds.length] : null;
	const enrolledAt = createdAt + 3_600_000;
	const reviewed = status === 'rejected';
	const applicationId = reviewed ? sample.id('pga_', createdAt) : null;
	sample.insert('enrollments', {
		id: sample.id('pge_', enrolledAt),
		program_id: program.id,
		partner_id: id,
		tenant_id: tenantId,
		group_id: program.groupIds[i % 3 === 1 ? 1 : 0],
		status,
		discount_id: discountId,
		application_id: applicationId,
		created_at: enrolledAt,
		updated_at: enrolledAt,
		...(status === 'banned' && {
			banned_at: sample.daysAgo(12 - (i % 5)),
			banned_reason: i % 2 === 0 ? 'fraud' : 'tos_violation',
		}),
		// NULL after a rejection: the partner can never reapply.
		...(reviewed && { reapply_after: i % 2 === 0 ? sample.daysAgo(-20) : null }),
	});
	if (applicationId) {
		sample.insert('applications', {
			id: applicationId,
			program_id: program.id,
			partner_id: id,
			form_data: formData(['A banner on my page.', '200', null]),
			rejection_reason: 'doesNotMeetRequirements',
			rejection_note: 'We look for partners with an audience in our field.',
			reapplication_timeframe: i % 2 === 0 ? 'standard' : 'never',
			reviewed_at: sample.daysAgo(10),
			created_at: createdAt,
		});
	}
	for (let n = 0; n < i % 3; n++) {
		sample.insert('enrollment_tags', {
			partner_id: id,
			partner_tag_id: program.partnerTagIds[(i + n) % program.partnerTagIds.length],
		});
	}
	const linkCount = status === 'invited' || status === 'declined' || reviewed ? 0 : 1 + (i % 2);
	const links = Array.from({ length: linkCount }, (_, n) =>
		insertLink(sample, workspace, {
			domain: program.domain,
			key: n === 0 ? handle : alphanumeric(7, sample.random.bytes),
			url: `${program.url}?via=${handle}`,
			partner_id: id,
			program_id: program.id,
			tenant_id: tenantId,
			folder_id: program.folderId,
			track_conversion: 1,
			...(status === 'banned' && { disabled_at: sample.daysAgo(7), expires_at: sample.daysAgo(7) }),
			...(status === 'deactivated' && { expires_at: sample.daysAgo(9) }),
		}),
	);
	if (status === 'approved' && i % 6 === 2) {
		sample.insert('fraud_alerts', {
			id: sample.id('fra_', sample.daysAgo(1)),
			program_id: program.id,
			partner_id: id,
			reason: 'Many sign-ups from one network.',
			status: 'pending',
			created_at: sample.daysAgo(1),
		});
	}
	return { id, status, discountId, links };
}

function createApplicant(
	sample: Sample,
	workspace: SampleWorkspace,
	program: Program,
	{ companyName, answers, email, ...applicant }: Applicant,
	i: number,
): void {
	const createdAt = sample.daysAgo(0.2 + i * 1.3);
	const partnerId = sample.id('pn_', createdAt);
	const applicationId = sample.id('pga_', createdAt);
	sample.insert('partners', {
		id: partnerId,
		...applicant,
		// A partner account is unique by email address in the whole service.
		email: email.replace('@', `+${workspace.plan}@`),
		company_name: companyName,
		created_at: createdAt,
	});
	sample.insert('applications', {
		id: applicationId,
		program_id: program.id,
		partner_id: partnerId,
		form_data: answers && formData(answers),
		created_at: createdAt,
	});
	sample.insert('enrollments', {
		id: sample.id('pge_', createdAt),
		program_id: program.id,
		partner_id: partnerId,
		group_id: program.groupIds[i % 5 === 4 ? 1 : 0],
		status: 'pending',
		application_id: applicationId,
		created_at: createdAt,
		updated_at: createdAt,
	});
}

function formData(answers: (string | null)[]): string {
	return JSON.stringify(QUESTIONS.map((label, i) => ({ label, value: answers[i] })));
}
