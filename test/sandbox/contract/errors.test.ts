import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../sandbox/http/errors.ts';
import { analyticsRows } from './analytics.ts';
import { authenticationRows } from './authentication.ts';
import { customerRows } from './customers.ts';
import { discountCodeRows } from './discountCodes.ts';
import { domainRows } from './domains.ts';
import { embedTokenRows } from './embedTokens.ts';
import { eventRows } from './events.ts';
import { folderRows } from './folders.ts';
import { inputRows } from './input.ts';
import { limitRows } from './limits.ts';
import { linkBulkRows } from './linkBulk.ts';
import { linkUpdateRows } from './linkUpdate.ts';
import { linkRows } from './links.ts';
import { oauthRows } from './oauth.ts';
import { partnerWriteRows } from './partnerWrites.ts';
import { partnerRows } from './partners.ts';
import { rewardRows } from './rewards.ts';
import type { Row } from './row.ts';
import { checkError } from './runner.ts';
import { tagRows } from './tags.ts';

const TABLES: Row[][] = [
	eventRows,
	analyticsRows,
	customerRows,
	linkRows,
	linkBulkRows,
	linkUpdateRows,
	embedTokenRows,
	partnerRows,
	partnerWriteRows,
	rewardRows,
	discountCodeRows,
	folderRows,
	tagRows,
	domainRows,
	oauthRows,
	authenticationRows,
	limitRows,
	inputRows,
];

describe('contract: errors', () => {
	const rows = TABLES.flat();

	it('has rows for every error that a request can cause', () => {
		const statuses = new Set(rows.map(({ status = 200 }) => status).filter((each) => each >= 400));
		expect([...statuses].sort()).toEqual([400, 401, 403, 404, 409, 410, 422, 429]);
	});

	// No request may cause one, so its form is checked where it is made.
	it('formats internal_server_error like the other errors', () => {
		const error = new ApiError('internal_server_error', 'An unexpected server condition occurred.');
		const body: unknown = JSON.parse(JSON.stringify(error.body()));
		checkError(error.status, {
			status: error.status,
			headers: new Headers({ 'content-type': 'application/json' }),
			text: '',
			body,
			items: [],
		});
	});

	it('has unique row names in each table', () => {
		for (const table of TABLES) {
			expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
		}
		expect(rows.length).toBeGreaterThanOrEqual(180);
	});
});
