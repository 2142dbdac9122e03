import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';

/** A commission in ten flat fields and its metadata; amounts are in cents. */
export function simplifyCommission(commission: IDataObject): IDataObject {
	const partner = (commission.partner ?? {}) as IDataObject;
	const customer = (commission.customer ?? {}) as IDataObject;
	return {
		...pick(commission, ['id', 'type', 'status', 'amount', 'earnings', 'currency']),
		partnerId: partner.id ?? null,
		partnerName: partner.name ?? null,
		customerId: customer.id ?? null,
		...pick(commission, ['createdAt', 'metadata']),
	};
}
