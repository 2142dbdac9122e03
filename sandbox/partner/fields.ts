import { z } from 'zod/v4';
import { optionalId } from '../http/fields.ts';
import { partnerLinkFields } from '../link/fields.ts';
import { isLinkSafe } from '../link/key.ts';

/** The fields of a new partner. */
export const newPartnerFields = z.object({
	email: z.email().max(190),
	name: z.string().trim().max(100).nullish(),
	username: z
		.string()
		.max(100)
		.refine((username) => username === '' || isLinkSafe(username), 'Invalid username')
		.nullish(),
	image: z.string().nullish(),
	tenantId: z.string().optional(),
	groupId: z.string().optional(),
	country: z.string().nullish(),
	description: z.string().max(5000).nullish(),
	linkProps: partnerLinkFields.optional(),
});

/** A partner is named by either ID. */
export const partnerIds = z.object({ partnerId: optionalId, tenantId: optionalId });
