import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';
import type { Shape } from '../types';

/** A customer, for the editor. */
export const customerShape: Shape = {
	id: 'string',
	name: 'string?',
	email: 'string?',
	externalId: 'string',
	country: 'string?',
	sales: 'integer?',
	saleAmount: 'integer?',
	createdAt: 'string',
	stripeCustomerId: 'string?',
	firstSaleAt: 'string?',
};

/** A customer in ten flat fields, with the link and partner that brought them if the response has these. */
export function simplifyCustomer(customer: IDataObject): IDataObject {
	const common = pick(customer, [
		...['id', 'name', 'email', 'externalId', 'country', 'sales', 'saleAmount', 'createdAt'],
	]);
	if (!('link' in customer) && !('partner' in customer)) {
		return { ...common, ...pick(customer, ['stripeCustomerId', 'firstSaleAt']) };
	}
	const link = (customer.link ?? {}) as IDataObject;
	const partner = (customer.partner ?? {}) as IDataObject;
	return { ...common, shortLink: link.shortLink ?? null, partnerId: partner.id ?? null };
}
