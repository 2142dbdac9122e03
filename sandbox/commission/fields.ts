import { z } from 'zod/v4';
import type { Clock } from '../app/core.ts';
import { centsField, dateField } from '../app/fields.ts';
import { customerFields } from '../customer/fields.ts';

/** The schemas of request bodies by `type`. */
export function commissionBodies(clock: Clock) {
	const date = dateField(clock).nullish();
	const converted = {
		partnerId: z.string(),
		customerId: z.string().nullish(),
		customer: customerFields.nullish(),
		linkId: z.string().nullish(),
	};
	const oneCustomer = (body: { customerId?: unknown; customer?: unknown }) =>
		Boolean(body.customerId) !== Boolean(body.customer);
	const message = 'Exactly one of customerId and customer is required';
	return {
		custom: z
			.object({
				type: z.literal('custom'),
				partnerId: z.string(),
				amount: centsField.refine((amount) => amount !== 0, 'Must not be 0'),
				date,
				description: z.string().max(190).nullish(),
			})
			.refine(({ amount, description }) => amount > 0 || description, {
				message: 'A clawback requires a description',
				path: ['description'],
			}),
		lead: z
			.object({
				type: z.literal('lead'),
				...converted,
				leadEventDate: date,
				leadEventName: z.string().max(255).nullish(),
			})
			.refine(oneCustomer, { message }),
		sale: z
			.object({
				type: z.literal('sale'),
				...converted,
				importStripeInvoices: z.boolean().nullish(),
				saleAmount: centsField.pipe(z.number().positive()).nullish(),
				saleEventDate: date,
				invoiceId: z.string().nullish(),
				productId: z.string().nullish(),
			})
			.refine(oneCustomer, { message })
			.refine(({ importStripeInvoices, saleAmount }) => importStripeInvoices || saleAmount, {
				message: 'Required without importStripeInvoices',
				path: ['saleAmount'],
			}),
	};
}

type Bodies = { [Type in keyof Schemas]: z.output<Schemas[Type]> };
type Schemas = ReturnType<typeof commissionBodies>;

export type NewCommission = Bodies[keyof Bodies];

/** A lead or sale that the partner brought. */
export type ConversionBody = Bodies['lead'] | Bodies['sale'];
