import type { Sandbox } from '../../sandbox/app/server.ts';
import { programId } from './sandbox.ts';

export function pendingApplicants(sandbox: Sandbox): Array<{ id: string }> {
	return sandbox.db.all(
		`SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = 'pending'`,
		programId(sandbox),
	);
}

export function statusOf({ db }: Sandbox, partnerId: string): string | undefined {
	return db.get<{ status: string }>(
		'SELECT status FROM enrollments WHERE partner_id = ?',
		partnerId,
	)?.status;
}

export interface Rejection {
	status: string;
	sentNote: string | null;
	mail: { recipient: string } | undefined;
	/** Whether the applicant is flagged for fraud review. */
	flagged: boolean;
}

export function rejectionOf(sandbox: Sandbox, partnerId: string): Rejection {
	const row = sandbox.db.get<{ status: string; note: string | null; email: string | null }>(
		`SELECT enrollments.status, applications.rejection_note AS note, partners.email FROM enrollments
		 JOIN partners ON partners.id = enrollments.partner_id
		 JOIN applications ON applications.id = enrollments.application_id
		 WHERE enrollments.program_id = ? AND enrollments.partner_id = ?`,
		programId(sandbox),
		partnerId,
	);
	if (!row) throw new Error(`No applicant ${partnerId} was found.`);
	const mail = sandbox.db.get<{ recipient: string }>(
		'SELECT recipient FROM outbox WHERE recipient = ? AND instr(body, ?) > 0',
		row.email,
		row.note ?? '',
	);
	const alert = sandbox.db.get(
		`SELECT 1 FROM fraud_alerts WHERE partner_id = ? AND status = 'pending'`,
		partnerId,
	);
	return { status: row.status, sentNote: row.note, mail, flagged: alert !== undefined };
}

interface BanEffect {
	name: string;
	email: string | null;
	status: string;
	reason: string | null;
	links: number;
	disabledLinks: number;
	commissions: number;
	canceledCommissions: number;
	mails: number;
}

export function banEffect(sandbox: Sandbox, partnerId: string): BanEffect {
	const effect = sandbox.db.get<BanEffect>(
		`SELECT partners.name, partners.email, enrollments.status, enrollments.banned_reason AS reason,
			(SELECT count(*) FROM links WHERE partner_id = partners.id) AS links,
			(SELECT count(*) FROM links WHERE partner_id = partners.id AND disabled_at IS NOT NULL) AS disabledLinks,
			(SELECT count(*) FROM commissions WHERE partner_id = partners.id) AS commissions,
			(SELECT count(*) FROM commissions WHERE partner_id = partners.id AND status = 'canceled') AS canceledCommissions,
			(SELECT count(*) FROM outbox WHERE recipient = partners.email) AS mails
		 FROM enrollments JOIN partners ON partners.id = enrollments.partner_id
		 WHERE enrollments.program_id = ? AND partners.id = ?`,
		programId(sandbox),
		partnerId,
	);
	if (!effect) throw new Error(`No partner ${partnerId} was found.`);
	return effect;
}
