import { z } from 'zod/v4';

/** The fields of a new customer, which have no limits of length. */
export const customerFields = z.object({
	externalId: z.string(),
	country: z.string(),
	email: z.email().nullish(),
	name: z.string().nullish(),
	avatar: z.url().nullish(),
	stripeCustomerId: z.string().nullish(),
});
