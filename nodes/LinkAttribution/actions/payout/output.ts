import type { IDataObject } from 'n8n-workflow';
import { inShape } from '../output';
import type { Shape } from '../types';

/** A payout, for the editor. */
export const payoutShape: Shape = {
	id: 'string',
	status: 'string',
	amount: 'integer',
	currency: 'string',
	invoiceId: 'string?',
	partnerId: 'string',
	partnerName: 'string',
	periodStart: 'string?',
	periodEnd: 'string?',
	paidAt: 'string?',
};

/** A payout in ten flat fields; the amount is in cents. */
export function simplifyPayout(payout: IDataObject): IDataObject {
	const partner = (payout.partner ?? {}) as IDataObject;
	return inShape({ ...payout, partnerId: partner.id, partnerName: partner.name }, payoutShape);
}
