import { expect } from '@jest/globals';
import { sampleKey } from '../../../sandbox/data/lookup.ts';
import type { Sandbox } from '../../../sandbox/app/server.ts';

export interface ApiResponse<T> {
	status: number;
	headers: Headers;
	body: T;
}

interface ErrorBody {
	error?: { code?: string; message?: string };
}

/** Calls the sandbox with one of the sample data's API keys. */
export class Api {
	readonly #sandbox: Sandbox;
	readonly #workspace: string;
	readonly #keyName: string;

	/** @param workspace the name of its plan */
	constructor(sandbox: Sandbox, workspace: string, keyName = 'owner') {
		this.#sandbox = sandbox;
		this.#workspace = workspace;
		this.#keyName = keyName;
	}

	get<T>(path: string): Promise<ApiResponse<T>> {
		return this.send<T>('GET', path);
	}

	delete<T>(path: string): Promise<ApiResponse<T>> {
		return this.send<T>('DELETE', path);
	}

	post<T>(path: string, body: unknown): Promise<ApiResponse<T>> {
		return this.send<T>('POST', path, JSON.stringify(body));
	}

	async send<T>(
		method: string,
		path: string,
		body?: string,
		contentType = 'application/json',
	): Promise<ApiResponse<T>> {
		const token = sampleKey(this.#sandbox.db, this.#workspace, this.#keyName);
		const response = await fetch(this.#sandbox.url + path, {
			method,
			body,
			headers: {
				authorization: `Bearer ${token}`,
				...(body !== undefined && { 'content-type': contentType }),
			},
		});
		return {
			status: response.status,
			headers: response.headers,
			body: (await response.json()) as T,
		};
	}
}

/** The contract's table of errors: status and anchor in the documentation, by code. */
const ERRORS: Record<string, [status: number, anchor: string]> = {
	bad_request: [400, 'bad-request'],
	unauthorized: [401, 'unauthorized'],
	forbidden: [403, 'forbidden'],
	exceeded_limit: [403, 'exceeded-limit'],
	not_found: [404, 'not-found'],
	conflict: [409, 'conflict'],
	invite_expired: [410, 'invite-expired'],
	unprocessable_entity: [422, 'unprocessable-entity'],
	rate_limit_exceeded: [429, 'rate-limit_exceeded'],
	internal_server_error: [500, 'internal-server_error'],
};

/**
 * `404 not_found`, or only the status if the response is not an error.
 *
 * @throws if an error is not as the contract states it
 */
export function outcome({ status, body }: Pick<ApiResponse<unknown>, 'status' | 'body'>): string {
	const { error } = (body ?? {}) as ErrorBody;
	if (error?.code === undefined) return String(status);
	const { code } = error;
	const [ofCode, anchor] = ERRORS[code] ?? [];
	const doc_url = expect.stringMatching(new RegExp(`^https://.+/api-reference/errors#${anchor}$`));
	const message = expect.stringMatching(/./);
	expect({ status, body }).toEqual({ status: ofCode, body: { error: { code, message, doc_url } } });
	return `${status} ${code}`;
}

export function messageOf({ body }: ApiResponse<unknown>): string {
	return (body as ErrorBody | null)?.error?.message ?? '';
}
