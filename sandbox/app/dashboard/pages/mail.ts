import type { Dashboard } from '../dashboard.ts';

interface StoredMail {
	id: number;
	subject: string;
	body: string;
	html: string | null;
}

/** Scripts never run in an email; links in it open a new tab. */
const MAIL_HEADERS = {
	'content-security-policy':
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
};

/** The emails that the service or n8n would have sent. */
export function mailPage(dashboard: Dashboard): void {
	const { db } = dashboard.context;
	const find = (id: string) =>
		db.get<StoredMail>('SELECT id, subject, body, html FROM outbox WHERE id = ?', Number(id) || 0);

	dashboard.page('mail', ({ fields: { id = '' } }) => ({
		mails: db.all(
			'SELECT id, sender, recipient, subject, sent_at FROM outbox ORDER BY id DESC LIMIT 100',
		),
		open: find(id),
	}));

	dashboard.get('mail/:id', (_, reply, { params }) => {
		const mail = find((params as { id: string }).id);
		const html =
			mail?.html ??
			dashboard.render('plainMail', { text: mail?.body ?? 'This email does not exist.' });
		return dashboard.send(reply, `<base target="_blank">${html}`, MAIL_HEADERS);
	});
}
