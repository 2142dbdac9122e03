import { analytics } from './analytics.ts';
import { bountySubmission } from './bountySubmission.ts';
import { commission } from './commission.ts';
import { conversion } from './conversion.ts';
import { customer } from './customer.ts';
import { discountCode } from './discountCode.ts';
import { domain } from './domain.ts';
import { embedToken } from './embedToken.ts';
import { event } from './event.ts';
import { folder } from './folder.ts';
import { link } from './link.ts';
import { partner } from './partner.ts';
import { partnerApplication } from './partnerApplication.ts';
import { payout } from './payout.ts';
import { qrCode } from './qrCode.ts';
import { tag } from './tag.ts';
import { user } from './user.ts';
import type { Contract, ContractRow } from './types';

/** By resource. */
export const contracts: Record<string, Contract> = {
	analytics,
	bountySubmission,
	commission,
	conversion,
	customer,
	discountCode,
	domain,
	embedToken,
	event,
	folder,
	link,
	partner,
	partnerApplication,
	payout,
	qrCode,
	tag,
	user,
};

export const contractRows: ContractRow[] = Object.values(contracts).flatMap(({ rows }) => rows);

/** The first of these rows of each operation. */
export function firstRows(rows: ContractRow[]): ContractRow[] {
	const byOperation = new Map<string, ContractRow>();
	for (const row of rows) {
		const key = `${row.resource}.${row.operation}`;
		if (!byOperation.has(key)) byOperation.set(key, row);
	}
	return [...byOperation.values()];
}
