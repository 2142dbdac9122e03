import { discountCodeRows } from './discountCodes.ts';
import { embedTokenRows } from './embedTokens.ts';
import { partnerWriteRows } from './partnerWrites.ts';
import { partnerRows } from './partners.ts';
import { rewardRows } from './rewards.ts';
import { testContract } from './runner.ts';

testContract({
	'POST /tokens/embed/referrals': embedTokenRows,
	'POST /partners/…': partnerRows,
	'creating and updating partners': partnerWriteRows,
	'commissions, payouts, and bounties': rewardRows,
	'DELETE /discount-codes/{idOrCode}': discountCodeRows,
});
