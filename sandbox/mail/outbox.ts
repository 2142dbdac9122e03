import type { Email } from 'postal-mime';
import type { Core } from '../http/context.ts';
import { PARTNERS } from '../program/columns.ts';
import type { Table } from '../store/table.ts';

/** Emails that the service would have sent, and those received by SMTP. */
export const OUTBOX = {
	name: 'outbox',
	columns: {
		id: 'INTEGER PRIMARY KEY',
		recipient: 'TEXT NOT NULL',
		subject: 'TEXT NOT NULL',
		/** Plain text; empty for an email that has only HTML. */
		body: 'TEXT NOT NULL',
		sent_at: 'INTEGER NOT NULL',
		/** null: the service itself */
		sender: 'TEXT',
		html: 'TEXT',
	},
} as const satisfies Table;

export interface Mail {
	subject: string;
	body: string;
}

/** Stores an email that the service would have sent. A partner without an address gets none. */
export function mailPartner(core: Core, partnerId: string, mail: Mail): void {
	const partner = core.db.find(PARTNERS, partnerId);
	if (partner?.email) store(core, partner.email, mail);
}

export function mailUser(core: Core, userId: string, mail: Mail): void {
	const user = core.db.get<{ email: string }>('SELECT email FROM users WHERE id = ?', userId);
	if (user) store(core, user.email, mail);
}

export function mailOwners(core: Core, workspaceId: string, mail: Mail): void {
	const owners = core.db.all<{ email: string }>(
		`SELECT email FROM users JOIN members ON user_id = users.id WHERE workspace_id = ? AND role = 'owner'`,
		workspaceId,
	);
	for (const { email } of owners) store(core, email, mail);
}

/** Stores an email received by SMTP, once for each recipient. */
export function storeReceived(
	core: Core,
	recipients: string[],
	{ from, subject = '', text = '', html }: Email,
): void {
	const mail = { subject, body: text, sender: from?.address ?? '', html: html ?? null };
	for (const recipient of recipients) store(core, recipient, mail);
}

interface StoredMail extends Mail {
	sender?: string;
	html?: string | null;
}

function store({ db, clock }: Core, recipient: string, mail: StoredMail): void {
	db.insert('outbox', { recipient, ...mail, sent_at: clock.now() });
}
