import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Core } from '../core.ts';
import { keepReceived } from './outbox.ts';

/** Bytes of a mail with all its parts. */
const LARGEST = 10_000_000;

export interface MailServer {
	port: number;
	close(): Promise<void>;
}

/**
 * Takes in every e-mail on 127.0.0.1, from anybody to anybody, and puts it into the outbox.
 *
 * @param port 0 takes a free one
 */
export async function startMailServer(parts: Core, port: number): Promise<MailServer> {
	const server = new SMTPServer({
		authOptional: true,
		// Passwords are not looked at, so nothing is lost by taking them unencrypted.
		allowInsecureAuth: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		size: LARGEST,
		onAuth: ({ username }, _session, done) => done(null, { user: username }),
		onData(stream, { envelope }, done) {
			const recipients = envelope.rcptTo.map(({ address }) => address);
			contentOf(stream)
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

/** @throws Error with the code for the client when the mail is too large */
async function contentOf(stream: SMTPServerDataStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
	if (!stream.sizeExceeded) return Buffer.concat(chunks);
	const error = new Error(`The mail is larger than ${LARGEST} bytes.`);
	throw Object.assign(error, { responseCode: 552 });
}
