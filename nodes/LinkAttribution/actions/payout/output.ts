import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';
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
	return {
		...pick(payout, ['id', 'status', 'amount', 'currency', 'invoiceId']),
		partnerId: partner.id ?? null,
		partnerName: partner.name ?? null,
		...pick(payout, ['periodStart', 'periodEnd', 'paidAt']),
	};
}
