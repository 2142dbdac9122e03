import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { alphanumeric } from '../../../sandbox/store/ids.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/app/server.ts';
import type { RawResponse, Bench, Item, Json, OrFrom, Row } from './row.ts';

/** The contract's table of errors: code and anchor in the documentation, by status. */
const ERRORS: Record<number, [code: string, anchor: string]> = {
	400: ['bad_request', 'bad-request'],
	401: ['unauthorized', 'unauthorized'],
	403: ['forbidden', 'forbidden'],
	404: ['not_found', 'not-found'],
	409: ['conflict', 'conflict'],
	410: ['invite_expired', 'invite-expired'],
	422: ['unprocessable_entity', 'unprocessable-entity'],
	429: ['rate_limit_exceeded', 'rate-limit_exceeded'],
	500: ['internal_server_error', 'internal-server_error'],
};

let folder: string;
let template: string;
let shared: Sandbox;

/** With separate data, copied as creating it takes longer than most rows. */
async function startOwn(): Promise<Sandbox> {
	const file = join(folder, 'own.sqlite');
	copyFileSync(template, file);
	return await startSandbox({ file });
}

/**
 * Tests requests and the responses that the contract specifies for them, by subject. Rows that change nothing share a
 * sandbox, in any order; the others have one each.
 */
export function testContract(tables: Record<string, Row[]>): void {
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'contract-'));
		template = join(folder, 'template.sqlite');
		shared = await startSandbox();
		const first = await startSandbox({ file: template, sampleData: { seed: 1, events: 20 } });
		await first.close();
	});
	afterAll(async () => {
		await shared.close();
		rmSync(folder, { recursive: true });
	});

	describe.each(Object.entries(tables))('contract: %s', (_title, rows) => {
		it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
			if (!row.alone) return await runRow(row, shared);
			const own = await startOwn();
			try {
				await runRow(row, own);
			} finally {
				await own.close();
			}
		});
	});
}

async function runRow(row: Row, sandbox: Sandbox): Promise<void> {
	const token = row.as === null ? undefined : newKey(sandbox, row.as ?? 'business/owner');
	const bench = createBench(sandbox, token);
	const request = () => send(row, bench, token);
	for (let i = 0; i < (row.repeat ?? 0); i++) await request();
	const response = await request();
	const context = `${row.name}: ${response.status} ${response.text.slice(0, 300)}`;
	const { status = 200 } = row;
	expect({ status: response.status, context }).toEqual({ status, context });
	if (status >= 400) checkError(status, response, row.message);
	await row.check?.(response, bench);
}

/** Every error has the contract's body and the status and documentation anchor of its code. */
export function checkError(status: number, response: RawResponse, message?: RegExp): void {
	const { error } = response.body as { error: Record<'code' | 'message' | 'doc_url', string> };
	const [code, anchor] = ERRORS[status];
	expect(response.body).toEqual({
		error: { code, message: error.message, doc_url: error.doc_url },
	});
	expect(error.message.length).toBeGreaterThan(0);
	expect(error.doc_url).toMatch(/^https:\/\/[^#]+\/api-reference\/errors#/);
	expect(error.doc_url.split('#')[1]).toBe(anchor);
	if (message) expect(error.message).toMatch(message);
	expect(response.headers.get('content-type')).toContain('application/json');
}

/** A key like the named one of the sample data, with a separate rate limit. */
function newKey(sandbox: Sandbox, as: string): string {
	const [workspace, name] = as.split('/');
	const token = `dub_${alphanumeric(24)}`;
	const copied = sandbox.db.run(
		`INSERT INTO api_keys SELECT ?1, ?1, ?1, scopes, workspace_id, user_id, api_keys.created_at
		 FROM api_keys JOIN workspaces ON workspaces.id = workspace_id WHERE slug = ?2 AND api_keys.name = ?3`,
		token,
		workspace,
		name,
	);
	if (copied !== 1) throw new Error(`no API key ${as} in the sample data`);
	return token;
}

function createBench(sandbox: Sandbox, token: string | undefined): Bench {
	const values: Bench['values'] = (sql, ...params) =>
		sandbox.db.all(sql, ...params).map((row) => String(Object.values(row)[0]));
	return {
		sandbox,
		values,
		value(sql, ...params) {
			const [value] = values(sql, ...params);
			if (value === undefined) throw new Error(`nothing in the sample data for: ${sql}`);
			return value;
		},
		call(method, path, body) {
			const row = { method, path, body };
			return send(row, createBench(sandbox, token), token);
		},
	};
}

type Request = Pick<Row, 'method' | 'path' | 'body' | 'raw' | 'headers'>;

async function send(row: Request, bench: Bench, token?: string): Promise<RawResponse> {
	const headers: Record<string, string> = {};
	if (token) headers.authorization = `Bearer ${token}`;
	let body: string | undefined;
	if (row.body !== undefined) {
		headers['content-type'] = 'application/json';
		body = JSON.stringify(resolve<Json>(row.body, bench));
	} else if (row.raw) {
		headers['content-type'] = row.raw.contentType ?? 'application/json';
		body = resolve(row.raw.body, bench);
	}
	const response = await fetch(bench.sandbox.url + resolve(row.path, bench), {
		method: row.method ?? 'GET',
		headers: { ...headers, ...row.headers },
		body,
	});
	const text = await response.text();
	const parsed = parse(text);
	return {
		status: response.status,
		headers: response.headers,
		text,
		body: parsed,
		get items() {
			expect(Array.isArray(parsed)).toBe(true);
			return parsed as Item[];
		},
	};
}

function resolve<T>(value: OrFrom<T>, bench: Bench): T {
	return typeof value === 'function' ? (value as (bench: Bench) => T)(bench) : value;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
