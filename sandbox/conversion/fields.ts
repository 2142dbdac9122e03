import { z } from 'zod/v4';
import { metadataField, PAYMENT_PROCESSORS } from '../event/conversions.ts';

const ALIASES = ['externalId', 'customerId'] as const;

const customer = {
	customerExternalId: z.string().trim().min(1).max(100),
	customerName: z.string().max(100).nullish(),
	customerEmail: z.email().max(100).nullish(),
	customerAvatar: z.string().nullish(),
};

export const leadFields = withAliases(
	z.object({
		...customer,
		clickId: z.string().trim().nullable(),
		eventName: z.string().trim().min(1).max(255),
		mode: z.enum(['async', 'wait', 'deferred']).default('async'),
		eventQuantity: z.number().int().min(1).max(100).nullish(),
		metadata: metadataField,
	}),
);

export const saleFields = withAliases(
	z.object({
		...customer,
		amount: z.number().int().min(0),
		currency: z.string().default('usd'),
		eventName: z.string().max(255).default('Purchase'),
		paymentProcessor: z.enum(PAYMENT_PROCESSORS).default('custom'),
		invoiceId: z.string().nullish(),
		metadata: metadataField,
		leadEventName: z.string().nullish(),
		clickId: z.string().trim().nullish(),
	}),
);

export type LeadFields = z.output<typeof leadFields>;
export type SaleFields = z.output<typeof saleFields>;

/** Older clients send the customer's ID under other names. */
function withAliases<Schema extends z.ZodType>(schema: Schema) {
	return z.preprocess((body) => {
		if (typeof body !== 'object' || body === null || 'customerExternalId' in body) return body;
		const given = body as Record<string, unknown>;
		const alias = ALIASES.find((name) => given[name] !== undefined);
		return alias ? { ...given, customerExternalId: given[alias] } : body;
	}, schema);
}
