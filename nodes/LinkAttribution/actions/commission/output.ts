import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';
import type { Shape } from '../types';

/** A commission, for the editor. */
export const commissionShape: Shape = {
	id: 'string',
	type: 'string?',
	status: 'string',
	amount: 'integer',
	earnings: 'integer',
	currency: 'string',
	partnerId: 'string',
	partnerName: 'string',
	customerId: 'string?',
	createdAt: 'string',
	metadata: 'object?',
};

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
