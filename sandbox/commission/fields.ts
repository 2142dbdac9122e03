import { z } from 'zod/v4';
import { customerFields } from '../customer/rules.ts';
import { metadataField, PAYMENT_PROCESSORS } from '../event/conversions.ts';
import type { Clock } from '../http/context.ts';
import { centsField, dateField } from '../http/fields.ts';

const lead = z.object({ eventName: z.string().min(1).max(255).nullish(), metadata: metadataField });

const saleAmount = centsField.pipe(z.number().positive()).nullish();

const sale = z.object({
	amount: saleAmount,
	currency: z.string().trim().min(1).default('usd'),
	eventName: z.string().max(255).default('Purchase'),
	paymentProcessor: z.enum(PAYMENT_PROCESSORS).default('custom'),
	invoiceId: z.string().nullish(),
	metadata: metadataField,
});

/** What describes a single sale, so that it cannot be combined with the import of all invoices. */
const OF_ONE_SALE = [
	'sale',
	'date',
	'saleAmount',
	'saleEventDate',
	'invoiceId',
	'productId',
] as const;

/**
 * The schemas of request bodies by `type`. Deprecated are `leadEventDate`, `saleEventDate`, `leadEventName`, `saleAmount`,
 * `invoiceId`, and `productId`, whose replacements are `date` and fields of `lead` and `sale`.
 */
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
				date,
				lead: lead.nullish(),
				leadEventDate: date,
				leadEventName: z.string().max(255).nullish(),
			})
			.refine(oneCustomer, { message }),
		sale: z
			.object({
				type: z.literal('sale'),
				...converted,
				importStripeInvoices: z.boolean().nullish(),
				date,
				sale: sale.nullish(),
				saleAmount,
				saleEventDate: date,
				invoiceId: z.string().nullish(),
				productId: z.string().nullish(),
			})
			.refine(oneCustomer, { message })
			.refine((body) => body.importStripeInvoices || body.sale?.amount || body.saleAmount, {
				message: 'Required without importStripeInvoices',
				path: ['saleAmount'],
			})
			.superRefine((body, check) => {
				const given = OF_ONE_SALE.find((name) => body[name] !== undefined && body[name] !== null);
				if (!body.importStripeInvoices || given === undefined) return;
				const message = 'Not allowed with importStripeInvoices';
				check.addIssue({ code: 'custom', message, path: [given] });
			}),
	};
}

type Bodies = { [Type in keyof Schemas]: z.output<Schemas[Type]> };
type Schemas = ReturnType<typeof commissionBodies>;

export type NewCommission = Bodies[keyof Bodies];

/** A lead or sale that the partner brought. */
export type ConversionBody = Bodies['lead'] | Bodies['sale'];
