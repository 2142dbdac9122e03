import type { Sandbox } from '../../sandbox/app/server.ts';
import { verify } from './progress.ts';

/** The recipient of the workflows' email. */
const TEAM = 'team@example.com';

export interface Mail {
	subject: string;
	html: string;
}

/** The ID of the newest email that was read. */
let read = 0;

/** @returns the next email to the team; each email is read once */
export function mailToTeam({ db }: Sandbox): Mail {
	const mail = db.get<Mail & { id: number }>(
		`SELECT id, subject, coalesce(html, body) AS html FROM outbox
		 WHERE recipient = ? AND id > ? ORDER BY id`,
		TEAM,
		read,
	);
	verify(mail !== undefined, `No email to ${TEAM} is in the outbox.`);
	read = mail.id;
	return mail;
}
