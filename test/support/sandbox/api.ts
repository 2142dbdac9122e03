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
	readonly #token: string;

	/** @param workspace the name of its plan */
	constructor(sandbox: Sandbox, workspace: string, keyName = 'owner') {
		this.#sandbox = sandbox;
		this.#token = sampleKey(sandbox.db, workspace, keyName);
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
		const response = await fetch(this.#sandbox.url + path, {
			method,
			body,
			headers: {
				authorization: `Bearer ${this.#token}`,
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

/** `404 not_found`, or only the status if the response is not an error. */
export function outcome({ status, body }: ApiResponse<unknown>): string {
	const code = (body as ErrorBody | null)?.error?.code;
	return code === undefined ? String(status) : `${status} ${code}`;
}

export function messageOf({ body }: ApiResponse<unknown>): string {
	return (body as ErrorBody | null)?.error?.message ?? '';
}
