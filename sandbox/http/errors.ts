const STATUS = {
	bad_request: 400,
	unauthorized: 401,
	forbidden: 403,
	/** None of the contract's nine (see the quirk `countLimitCode`). */
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

/** An answer in the service's error format. Thrown anywhere below a route, sent by the server's error handler. */
export class ApiError extends Error {
	readonly code: ErrorCode;
	readonly status: number;

	/** @param status only where a quirk of the service answers a code with another status than the contract's */
	constructor(code: ErrorCode, message: string, status: number = STATUS[code]) {
		super(message);
		this.code = code;
		this.status = status;
	}

	body(): { error: { code: ErrorCode; message: string; doc_url: string } } {
		// The service turns only the first underscore into a hyphen, as the contract's anchors show.
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
