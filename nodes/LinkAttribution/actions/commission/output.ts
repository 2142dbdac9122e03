import type { IDataObject } from 'n8n-workflow';
import { inShape } from '../output';
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
	const ids = { partnerId: partner.id, partnerName: partner.name, customerId: customer.id };
	return inShape({ ...commission, ...ids }, commissionShape);
}
