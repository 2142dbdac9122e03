import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sampleKey } from '../../../sandbox/data/lookup.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/app/server.ts';
import { programId, row, workspaceId } from '../../support/sandbox/rows.ts';
import type { Mutation } from './fields.ts';
import type { Ids, MutatedRequest } from './request.ts';

let sandbox: Sandbox;
let token: string;
let ids: Ids;
let count = 0;

/**
 * Tests requests with one changed field: of a wrong type, empty, too long, or out of range. The expected responses are
 * in the tables, not derived from the sandbox.
 */
export function testMutations(requests: MutatedRequest[]): void {
	beforeAll(async () => {
		sandbox = await startSandbox({ sampleData: { seed: 1, events: 100 }, limits: 'off' });
		token = sampleKey(sandbox.db, 'enterprise');
		ids = idsOf(sandbox);
	});

	afterAll(async () => await sandbox.close());

	it.each(requests.map((request) => [request.name, request] as const))(
		'%s',
		async (_name, request) => {
			expect(await send(request)).toBe(String(request.status ?? 200));
			const mutations = Object.entries(request.fields).flatMap(([path, field]) =>
				field.map((mutation) => ({ path, mutation })),
			);
			const responses: string[] = [];
			for (const { path, mutation } of mutations) {
				responses.push(`${path}: ${mutation.title} → ${await send(request, path, mutation)}`);
			}
			expect(responses).toEqual(
				mutations.map(
					({ path, mutation }) =>
						`${path}: ${mutation.title} → ${expected(request, path, mutation)}`,
				),
			);
		},
	);

	it('returns 422 for malformed fields, like the real service', async () => {
		sandbox.quirks.malformedStatus = 422;
		for (const request of requests) {
			for (const [path, field] of Object.entries(request.fields)) {
				const mutation = field.find(({ outcome }) => outcome === 'malformed');
				if (!mutation) continue;
				const error = `422 unprocessable_entity ${mutation.path ?? path}`;
				expect([request.name, await send(request, path, mutation)]).toEqual([request.name, error]);
			}
		}
		sandbox.quirks.malformedStatus = 400;
	});
}

/** `200`, or `422 unprocessable_entity name` with the field that the message names. */
function expected(
	{ status = 200 }: MutatedRequest,
	field: string,
	{ outcome, path, late }: Mutation,
): string {
	if (outcome === 'taken') return String(status);
	if (typeof outcome === 'number') return String(outcome);
	const error = outcome === 'malformed' ? '400 bad_request' : '422 unprocessable_entity';
	return late ? error : `${error} ${path ?? field}`;
}

/** Sends the request with the changed field, or without a change. */
async function send(
	{ name, base, reset }: MutatedRequest,
	path?: string,
	mutation?: Mutation,
): Promise<string> {
	reset?.(sandbox, ids);
	const [method, template] = name.split(' ');
	const address = template.replace(/\{(\w+)\}/g, (_match, id: keyof Ids) => ids[id]);
	const input = base?.(ids, count++) ?? {};
	const { value, outcome, late } = mutation ?? {};
	if (path !== undefined) {
		change(input, path, typeof value === 'function' ? (value as () => unknown)() : value);
	}
	const inBody = !['GET', 'DELETE'].includes(method);
	const query = inBody ? '' : `?${new URLSearchParams(input as Record<string, string>).toString()}`;
	const response = await fetch(sandbox.url + address + query, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			...(inBody && { 'content-type': 'application/json' }),
		},
		body: inBody ? JSON.stringify(input) : undefined,
	});
	const text = await response.text();
	if (response.ok || typeof outcome === 'number') return String(response.status);
	const { error } = JSON.parse(text) as { error: { code: string; message: string } };
	const [, field = ''] = /^\w+: ([^:]*): /.exec(error.message) ?? [];
	return `${response.status} ${error.code}${late ? '' : ` ${field}`}`;
}

/** Sets what is at `a.b[0].c`; undefined removes it. */
function change(input: unknown, path: string, value: unknown): void {
	const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
	const last = keys.pop() ?? '';
	let target = input as Record<string, unknown>;
	for (const key of keys) target = (target[key] ??= {}) as Record<string, unknown>;
	if (value === undefined) Reflect.deleteProperty(target, last);
	else target[last] = value;
}

function idsOf({ db }: Sandbox): Ids {
	const workspace = workspaceId(sandbox, 'enterprise');
	const program = programId(sandbox, 'enterprise');
	const one = (sql: string, owner = workspace) =>
		Object.values(row<Record<string, string>>(sandbox, sql, owner))[0];
	const { partner_id: partner, id: partnerLink } = row<{ partner_id: string; id: string }>(
		sandbox,
		`SELECT l.id, l.partner_id FROM links l JOIN enrollments e USING (program_id, partner_id)
		 WHERE program_id = ? AND e.status = 'approved' AND e.discount_id IS NOT NULL`,
		program,
	);
	const { bounty, submission } = row<{ bounty: string; submission: string }>(
		sandbox,
		`SELECT b.id AS bounty, s.id AS submission FROM bounties b JOIN bounty_submissions s ON s.bounty_id = b.id
		 WHERE program_id = ? AND reward_amount IS NULL AND s.status = 'submitted'`,
		program,
	);
	const commission = one(
		`SELECT id FROM commissions WHERE program_id = ? AND type = 'sale' AND status = 'pending'`,
		program,
	);
	db.run('UPDATE commission_details SET payout_id = NULL WHERE commission_id = ?', commission);
	return {
		bounty,
		click: one(`SELECT click_id FROM events WHERE workspace_id = ? AND kind = 'click'`),
		commission,
		customer: one('SELECT id FROM customers WHERE workspace_id = ?'),
		domain: one('SELECT slug FROM domains WHERE workspace_id = ? AND is_primary = 0'),
		folder: one('SELECT id FROM folders WHERE workspace_id = ?'),
		link: one(
			`SELECT id FROM links WHERE workspace_id = ? AND program_id IS NULL AND key <> '_root'
			 AND folder_id IS NULL`,
		),
		partner,
		partnerLink,
		pending: one(
			`SELECT partner_id FROM enrollments WHERE program_id = ? AND status = 'pending'
			 AND application_id IS NOT NULL`,
			program,
		),
		submission,
		tag: one('SELECT id FROM tags WHERE workspace_id = ?'),
	};
}
