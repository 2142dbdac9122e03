import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/app/server';

const sandboxes: Sandbox[] = [];

afterEach(async () => {
	for (const sandbox of sandboxes.splice(0)) await sandbox.close();
});

async function start(smtp?: number): Promise<Sandbox> {
	const sandbox = await startSandbox({ sampleData: false, smtp });
	sandboxes.push(sandbox);
	return sandbox;
}

/** Speaks SMTP. @returns the responses of the server */
async function send(port: number, recipients: string[], mail: string): Promise<string> {
	const socket = connect(port, '127.0.0.1');
	const lines = [
		'EHLO localhost',
		'MAIL FROM:<bounces@example.com>',
		...recipients.map((recipient) => `RCPT TO:<${recipient}>`),
		'DATA',
		...mail.split('\n'),
		'.',
		'QUIT',
	];
	await once(socket, 'data');
	socket.write(lines.map((line) => `${line}\r\n`).join(''));
	return await text(socket);
}

async function outbox({ url }: Sandbox): Promise<unknown> {
	return await (await fetch(`${url}/sandbox/outbox`)).json();
}

const MAIL = `From: Clicks <clicks@example.com>
To: ada@example.com, ben@example.com
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=part

--part
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

3 =E2=82=AC
--part
Content-Type: text/html; charset=utf-8

<b>3 &euro;</b>
--part--`;

it('stores an email in the outbox for each recipient', async () => {
	const sandbox = await start(0);
	const responses = await send(sandbox.smtpPort ?? 0, ['ada@example.com', 'ben@example.com'], MAIL);
	expect(responses).toMatch(/^250 OK/m);
	const mail = {
		sender: 'clicks@example.com',
		subject: 'Grüße',
		body: expect.stringContaining('3 €'),
		html: expect.stringContaining('<b>3 &euro;</b>'),
		sentAt: expect.stringMatching(/^\d{4}-/),
	};
	expect(await outbox(sandbox)).toEqual([
		{ ...mail, id: 2, recipient: 'ben@example.com' },
		{ ...mail, id: 1, recipient: 'ada@example.com' },
	]);
});

it('stores an email without HTML or a subject', async () => {
	const sandbox = await start(0);
	await send(sandbox.smtpPort ?? 0, ['ada@example.com'], 'From: x@example.com\n\nHello');
	expect(await outbox(sandbox)).toMatchObject([{ subject: '', body: 'Hello\n', html: null }]);
});

it('rejects an email larger than 10 MB and accepts the next one', async () => {
	const sandbox = await start(0);
	const line = 'x'.repeat(99);
	const large = ['From: x@example.com', '', ...Array.from({ length: 100_000 }, () => line)];
	const port = sandbox.smtpPort ?? 0;
	expect(await send(port, ['ada@example.com'], large.join('\n'))).toMatch(
		/^552 The email is larger than 10000000 bytes\.\r$/m,
	);
	await send(port, ['ada@example.com'], 'From: x@example.com\n\nHello');
	expect(await outbox(sandbox)).toMatchObject([{ body: 'Hello\n' }]);
});

it('does not start a mail server by default', async () => {
	expect((await start()).smtpPort).toBeUndefined();
});

it('does not start if the port is in use', async () => {
	const { smtpPort } = await start(0);
	await expect(start(smtpPort)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
