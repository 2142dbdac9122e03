import type { Socket } from 'node:net';
import { ApiError } from './errors.ts';

/** Answers what never becomes a request because it is not valid HTTP or its headers are too large. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) return;
	const refusal = new ApiError(
		'bad_request',
		error.code === 'HPE_HEADER_OVERFLOW'
			? 'The address and headers of the request are too large.'
			: 'The request is not valid HTTP.',
	);
	const body = JSON.stringify(refusal.body());
	const head = [
		`HTTP/1.1 ${refusal.status} Bad Request`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
