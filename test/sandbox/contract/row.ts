import type { Sandbox } from '../../../sandbox/app/server.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** An object in a response, whose fields a check reads by name. */
export type Item = Record<string, unknown>;

/** The sandbox that a row runs against, and what is in it. */
export interface Bench {
	sandbox: Sandbox;
	/** First column of the first row; throws without a row, so that every check checks something. */
	value: (sql: string, ...params: (string | number)[]) => string;
	/** First column of all rows. */
	values: (sql: string, ...params: (string | number)[]) => string[];
	/** Another request with the row's key. */
	call: (method: string, path: string, body?: Json) => Promise<RawResponse>;
}

export interface RawResponse {
	status: number;
	headers: Headers;
	text: string;
	/** The parsed body. */
	body: unknown;
	/** The parsed body, which must be an array. */
	items: Item[];
}

export type OrFrom<T> = T | ((bench: Bench) => T);

export interface Row {
	name: string;
	/** `<workspace>/<name of an API key>`, a separate key for each row; null sends no Authorization. */
	as?: string | null;
	method?: string;
	path: OrFrom<string>;
	/** Sent as JSON. */
	body?: OrFrom<Json>;
	/** Sent as it is. */
	raw?: { contentType?: string; body: OrFrom<string> };
	headers?: Record<string, string>;
	/** Requests that are made before the one that counts. */
	repeat?: number;
	/** Default: 200. */
	status?: number;
	/** What the error's message holds. */
	message?: RegExp;
	check?: (response: RawResponse, bench: Bench) => void | Promise<void>;
	/** Changes data: the row gets a separate sandbox. */
	alone?: boolean;
}

/** @param request e.g. `POST /links`; without a method, GET */
export function rejected(
	name: string,
	request: string,
	status: number,
	message?: RegExp,
	rest: Partial<Row> = {},
): Row {
	const [, method, path] = /^(?:([A-Z]+) )?(.*)$/s.exec(request) ?? [];
	return { name, method, path, status, message, ...rest };
}

/** Reads `a.b.c` of an item. */
export function at(item: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (value as Item | null | undefined)?.[key], item);
}

/** ID of the workspace of a plan, for use inside SQL. */
export function workspaceId(slug: string): string {
	return `(SELECT id FROM workspaces WHERE slug = '${slug}')`;
}

/** ID of the program of the workspace of a plan, for use inside SQL. */
export function programId(slug: string): string {
	return `(SELECT default_program_id FROM workspaces WHERE slug = '${slug}')`;
}

/** Texts that break careless SQL. */
export const SQL_TEXTS = [`' OR '1'='1`, `'; DROP TABLE links; --`];
