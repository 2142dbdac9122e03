import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Core } from '../core.ts';
import { storeReceived } from './outbox.ts';

/** Bytes of a mail with all its parts. */
const MAX_SIZE = 10_000_000;

export interface MailServer {
	port: number;
	close(): Promise<void>;
}

/**
 * Accepts every email on 127.0.0.1 and stores it in the outbox.
 *
 * @param port 0 chooses a free port
 */
export async function startMailServer(parts: Core, port: number): Promise<MailServer> {
	const server = new SMTPServer({
		authOptional: true,
		// Passwords are ignored, so they need no encryption.
		allowInsecureAuth: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		size: MAX_SIZE,
		onAuth: ({ username }, _session, done) => done(null, { user: username }),
		onData(stream, { envelope }, done) {
			const recipients = envelope.rcptTo.map(({ address }) => address);
			contentOf(stream)
				.then(async (content) => await PostalMime.parse(content))
				.then((mail) => storeReceived(parts, recipients, mail))
				.then(() => done(), done);
		},
	});
	// Also emitted for errors of a single connection, which its client notices.
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
	const error = new Error(`The mail is larger than ${MAX_SIZE} bytes.`);
	throw Object.assign(error, { responseCode: 552 });
}
