import type { Socket } from 'node:net';

const STATUS = {
	bad_request: 400,
	unauthorized: 401,
	forbidden: 403,
	/** Not one of the contract's nine codes; see the quirk `countLimitCode`. */
	exceeded_limit: 403,
	not_found: 404,
	conflict: 409,
	invite_expired: 410,
	unprocessable_entity: 422,
	rate_limit_exceeded: 429,
	internal_server_error: 500,
} as const;

export type ErrorCode = keyof typeof STATUS;

const DOCS_URL = 'https://dub.co/docs';

/** An error response in the service's format. Thrown anywhere below a route, sent by the server's error handler. */
export class ApiError extends Error {
	readonly code: ErrorCode;
	readonly status: number;

	/** @param status only where a quirk of the service gives a code another status than the contract does */
	constructor(code: ErrorCode, message: string, status: number = STATUS[code]) {
		super(message);
		this.code = code;
		this.status = status;
	}

	body(): { error: { code: ErrorCode; message: string; doc_url: string } } {
		// The service replaces only the first underscore, as the contract's anchors show.
		const anchor = this.code.replace('_', '-');
		return {
			error: {
				code: this.code,
				message: this.message,
				doc_url: `${DOCS_URL}/api-reference/errors#${anchor}`,
			},
		};
	}
}

/** For a path or method that the service does not have. */
export function unknownRoute(): ApiError {
	return new ApiError('not_found', 'The requested path or method does not exist.');
}

export function rateLimitExceeded(): ApiError {
	return new ApiError('rate_limit_exceeded', 'Rate limit exceeded. Try again later.');
}

export function internalServerError(): ApiError {
	return new ApiError('internal_server_error', 'An unexpected server condition occurred.');
}

/** Replies to bytes that never become a request: invalid HTTP, or headers that are too large. */
export function rejectBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) return;
	const apiError = new ApiError(
		'bad_request',
		error.code === 'HPE_HEADER_OVERFLOW'
			? 'The address and headers of the request are too large.'
			: 'The request is not valid HTTP.',
	);
	const body = JSON.stringify(apiError.body());
	const head = [
		`HTTP/1.1 ${apiError.status} Bad Request`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		'Connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
