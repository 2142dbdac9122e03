import type { Sandbox } from '../sandbox/app/server.ts';
import { verify } from './progress.mts';

/** Whom the workflows write to. */
const TEAM = 'team@example.com';

export interface Mail {
	subject: string;
	html: string;
}

/** The newest mail that the team has read. */
let read = 0;

/** What the team finds in its mailbox next; a mail is read once. */
export function mailToTeam({ db }: Sandbox): Mail {
	const mail = db.get<Mail & { id: number }>(
		`SELECT id, subject, coalesce(html, body) AS html FROM outbox
		 WHERE recipient = ? AND id > ? ORDER BY id`,
		TEAM,
		read,
	);
	verify(mail !== undefined, `There is no e-mail to ${TEAM} in the outbox.`);
	read = mail.id;
	return mail;
}
