import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Context } from '../context.ts';
import { keepReceived } from '../domain/outbox.ts';

export interface MailServer {
	port: number;
	close(): Promise<void>;
}

/**
 * Takes in every e-mail on 127.0.0.1, from anybody to anybody, and puts it into the outbox.
 *
 * @param port 0 takes a free one
 */
export async function startMailServer(
	parts: Pick<Context, 'db' | 'clock'>,
	port: number,
): Promise<MailServer> {
	const server = new SMTPServer({
		authOptional: true,
		// Passwords are not looked at, so nothing is lost by taking them unencrypted.
		allowInsecureAuth: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		onAuth: ({ username }, _session, done) => done(null, { user: username }),
		onData(stream, { envelope }, done) {
			const recipients = envelope.rcptTo.map(({ address }) => address);
			buffer(stream)
				.then(async (content) => await PostalMime.parse(content))
				.then((mail) => keepReceived(parts, recipients, mail))
				.then(() => done(), done);
		},
	});
	// What goes wrong with a single connection, too; that client notices by itself.
	server.on('error', () => {});
	const tcp = server.listen(port, '127.0.0.1');
	await once(tcp, 'listening');
	return {
		port: (tcp.address() as AddressInfo).port,
		close: async () => await new Promise((closed) => server.close(() => closed())),
	};
}
