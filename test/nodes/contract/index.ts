import { analytics } from './analytics';
import { bountySubmission } from './bountySubmission';
import { commission } from './commission';
import { conversion } from './conversion';
import { customer } from './customer';
import { discountCode } from './discountCode';
import { domain } from './domain';
import { embedToken } from './embedToken';
import { event } from './event';
import { folder } from './folder';
import { link } from './link';
import { partner } from './partner';
import { partnerApplication } from './partnerApplication';
import { payout } from './payout';
import { qrCode } from './qrCode';
import { tag } from './tag';
import { user } from './user';
import type { Contract } from './types';

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
