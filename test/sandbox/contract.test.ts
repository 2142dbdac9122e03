import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '../../sandbox/app/errors.ts';
import { startSandbox, type Sandbox } from '../../sandbox/app/server.ts';
import { analyticsRows } from './contract/analytics.ts';
import { authenticationRows } from './contract/authentication.ts';
import { customerRows } from './contract/customers.ts';
import { discountCodeRows } from './contract/discountCodes.ts';
import { domainRows } from './contract/domains.ts';
import { embedTokenRows } from './contract/embedTokens.ts';
import { eventRows } from './contract/events.ts';
import { folderRows } from './contract/folders.ts';
import { inputRows } from './contract/input.ts';
import { limitRows } from './contract/limits.ts';
import { linkBulkRows } from './contract/linkBulk.ts';
import { linkRows } from './contract/links.ts';
import { linkUpdateRows } from './contract/linkUpdate.ts';
import { oauthRows } from './contract/oauth.ts';
import { partnerRows } from './contract/partners.ts';
import { partnerWriteRows } from './contract/partnerWrites.ts';
import { rewardRows } from './contract/rewards.ts';
import type { Row } from './contract/row.ts';
import { checkError, runRow } from './contract/runner.ts';
import { tagRows } from './contract/tags.ts';

const TABLES: Record<string, Row[]> = {
	'GET /events': eventRows,
	'POST /tokens/embed/referrals': embedTokenRows,
	'POST /partners/…': partnerRows,
	'creating and updating partners': partnerWriteRows,
	links: linkRows,
	'creating and updating links in bulk': linkBulkRows,
	'updating links': linkUpdateRows,
	folders: folderRows,
	tags: tagRows,
	domains: domainRows,
	customers: customerRows,
	analytics: analyticsRows,
	'commissions, payouts, and bounties': rewardRows,
	'DELETE /discount-codes/{idOrCode}': discountCodeRows,
	OAuth: oauthRows,
	credentials: authenticationRows,
	limits: limitRows,
	'malformed input': inputRows,
};

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
const template = join(folder, 'template.sqlite');

let shared: Sandbox;

beforeAll(async () => {
	shared = await startSandbox();
	const first = await startSandbox({ file: template, sampleData: { seed: 1, events: 20 } });
	await first.close();
});

afterAll(async () => {
	await shared.close();
	rmSync(folder, { recursive: true });
});

/** A sandbox with separate data, copied because creating it takes longer than most rows. */
async function startOwn(): Promise<Sandbox> {
	const file = join(folder, 'own.sqlite');
	copyFileSync(template, file);
	return await startSandbox({ file });
}

/**
 * Requests and the responses that the contract specifies for them. Rows that change nothing share a sandbox, in any order;
 * the others have one each.
 */
describe.each(Object.entries(TABLES))('contract: %s', (_title, rows) => {
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

describe('contract: errors', () => {
	const rows = Object.values(TABLES).flat();

	it('has rows for every error code that a request can cause', () => {
		const codes = new Set(rows.map(({ code }) => code).filter((code) => code !== undefined));
		expect([...codes].sort()).toEqual([
			'bad_request',
			'conflict',
			'forbidden',
			'invite_expired',
			'not_found',
			'rate_limit_exceeded',
			'unauthorized',
			'unprocessable_entity',
		]);
	});

	// No request may cause one, so its form is checked where it is made.
	it('formats internal_server_error like the other errors', () => {
		const error = new ApiError('internal_server_error', 'An unexpected server condition occurred.');
		const body: unknown = JSON.parse(JSON.stringify(error.body()));
		checkError(
			{ status: error.status, code: 'internal_server_error' },
			{
				status: error.status,
				headers: new Headers({ 'content-type': 'application/json' }),
				text: '',
				body,
				items: [],
			},
		);
	});

	it('has unique row names in each table', () => {
		for (const table of Object.values(TABLES)) {
			expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
		}
		expect(rows.length).toBeGreaterThanOrEqual(180);
	});
});
