import type { Email } from 'postal-mime';
import type { PartnerRow } from '../../store/rows.ts';
import type { Core } from '../core.ts';

export interface Mail {
	subject: string;
	body: string;
}

/** Stores the email that the service would send; a partner without an address gets none. */
export function mailPartner(parts: Core, partnerId: string, mail: Mail): void {
	const partner = parts.db.get<PartnerRow>('SELECT * FROM partners WHERE id = ?', partnerId);
	if (partner?.email) store(parts, partner.email, mail);
}

export function mailUser(parts: Core, userId: string, mail: Mail): void {
	const user = parts.db.get<{ email: string }>('SELECT email FROM users WHERE id = ?', userId);
	if (user) store(parts, user.email, mail);
}

export function mailOwners(parts: Core, workspaceId: string, mail: Mail): void {
	const owners = parts.db.all<{ email: string }>(
		`SELECT email FROM users JOIN members ON user_id = users.id WHERE workspace_id = ? AND role = 'owner'`,
		workspaceId,
	);
	for (const { email } of owners) store(parts, email, mail);
}

/** Stores an email that arrived by SMTP, once for each recipient. */
export function storeReceived(
	parts: Core,
	recipients: string[],
	{ from, subject = '', text = '', html }: Email,
): void {
	const mail = { subject, body: text, sender: from?.address ?? '', html: html ?? null };
	for (const recipient of recipients) store(parts, recipient, mail);
}

interface StoredMail extends Mail {
	sender?: string;
	html?: string | null;
}

function store({ db, clock }: Core, recipient: string, mail: StoredMail): void {
	db.insert('outbox', { recipient, ...mail, sent_at: clock.now() });
}
