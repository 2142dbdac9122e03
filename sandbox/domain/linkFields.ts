import { z } from 'zod/v4';
import { commaList } from '../http/commaList.ts';
import { clearableText, urlField } from '../http/fields.ts';

const IMAGE = /^(data:image\/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=]+|https?:\/\/\S+)$/;

const tagList = z
	.preprocess(
		(value) => (typeof value === 'string' ? commaList(value) : value),
		z.array(z.string()),
	)
	.optional();
const flag = z.boolean().optional();
const text = z.string().nullish();
const url = urlField.nullish();
const utm = clearableText(255);

const externalId = z
	.string()
	.min(1)
	.max(255)
	.transform((id) => id.replace(/^ext_/, ''))
	.refine((id) => id !== '', 'Only the prefix ext_ is not an ID')
	.nullish();

/** What can be set on a link that belongs to a partner, whose destination the program decides. */
export const partnerLinkFields = z.object({
	prefix: z.string().optional(),
	externalId,
	tenantId: z.string().max(255).nullish(),
	archived: flag,
	tagIds: tagList,
	tagNames: tagList,
	comments: text,
	expiresAt: text,
	expiredUrl: url,
	password: text,
	proxy: flag,
	title: text,
	description: text,
	image: z.string().regex(IMAGE, 'Invalid image URL or data').nullish(),
	video: text,
	rewrite: flag,
	doIndex: flag,
	ios: url,
	android: url,
	testVariants: z
		.array(z.object({ url: urlField, percentage: z.number().min(10).max(90) }))
		.min(2)
		.max(4)
		.nullish(),
	testStartedAt: text,
	testCompletedAt: text,
});

export const linkFields = partnerLinkFields.extend({
	url: urlField,
	domain: z.string().max(190).optional(),
	key: z.string().max(190).optional(),
	keyLength: z.number().int().min(3).max(190).optional(),
	programId: text,
	partnerId: text,
	trackConversion: flag,
	folderId: text,
	geo: z.record(z.string().regex(/^[A-Z]{2}$/, 'Invalid country code'), urlField).nullish(),
	utm_source: utm,
	utm_medium: utm,
	utm_campaign: utm,
	utm_term: utm,
	utm_content: utm,
	ref: utm,
	publicStats: flag,
	tagId: text,
	webhookIds: z.array(z.string()).nullish(),
});

export type LinkFields = z.output<typeof linkFields>;
export type PartnerLinkFields = z.output<typeof partnerLinkFields>;
