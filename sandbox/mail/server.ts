import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Core } from '../http/context.ts';
import { storeReceived } from './outbox.ts';

/** Maximum size of an email, in bytes. */
const MAX_BYTES = 10_000_000;

export interface MailServer {
	port: number;
	close(): Promise<void>;
}

/**
 * Accepts every email sent to 127.0.0.1 and stores it in the outbox.
 *
 * @param port 0 chooses a free port
 */
export async function startMailServer(core: Core, port: number): Promise<MailServer> {
	const server = new SMTPServer({
		authOptional: true,
		// Passwords are ignored, so they need no encryption.
		allowInsecureAuth: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		size: MAX_BYTES,
		onAuth: ({ username }, _session, done) => done(null, { user: username }),
		onData(stream, { envelope }, done) {
			const recipients = envelope.rcptTo.map(({ address }) => address);
			contentOf(stream)
				.then(async (content) => await PostalMime.parse(content))
				.then((mail) => storeReceived(core, recipients, mail))
				.then(() => done(), done);
		},
	});
	// Includes errors of a single connection, which its client sees anyway.
	server.on('error', () => {});
	const tcp = server.listen(port, '127.0.0.1');
	await once(tcp, 'listening');
	return {
		port: (tcp.address() as AddressInfo).port,
		close: async () => await new Promise((closed) => server.close(() => closed())),
	};
}

/** @throws Error with the SMTP response code if the email is too large */
async function contentOf(stream: SMTPServerDataStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
	if (!stream.sizeExceeded) return Buffer.concat(chunks);
	const error = new Error(`The email is larger than ${MAX_BYTES} bytes.`);
	throw Object.assign(error, { responseCode: 552 });
}
