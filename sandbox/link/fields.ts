import { z } from 'zod/v4';
import {
	clearableText,
	commaList,
	emptyableUrlField,
	HOST_NAME,
	urlField,
} from '../http/fields.ts';

const IMAGE_URL = /^https?:\/\/\S+$/;
const MAX_BULK = 100;

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

const WEB_URL = /^https?:\/\//;
const IMAGE_DATA = /^data:image\/(png|jpeg|jpg|gif|webp);base64,/i;
const BASE64 = /^[^,]+,[A-Za-z0-9+/]+=*$/;

/** Image data, or the URL of a public image. The service ignores anything else, of whatever type. */
const previewImage = z.preprocess(
	(value) => {
		if (value === undefined) return undefined;
		const image = typeof value === 'string' ? value.trim() : '';
		return WEB_URL.test(image) || IMAGE_DATA.test(image) ? image : null;
	},
	z
		.string()
		.refine(
			(image) => (IMAGE_DATA.test(image) ? BASE64.test(image) : isPublicUrl(image)),
			'Must be image data or a public URL, not of localhost or an IP address',
		)
		.nullish(),
);

function isPublicUrl(text: string): boolean {
	return URL.canParse(text) && HOST_NAME.test(new URL(text).hostname);
}

/** The fields of a partner's link; its destination is decided by the program. */
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
	image: text,
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
	keyLength: z.number().min(3).max(190).optional(),
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
	image: previewImage,
	webhookIds: z.array(z.string()).nullish(),
});

/** The fields of an update; absent fields keep their values. */
export const linkChanges = linkFields
	.omit({ keyLength: true, prefix: true })
	.extend({ url: emptyableUrlField })
	.partial();

/** Bulk operations take only image URLs. */
const bulkImage = { image: z.string().regex(IMAGE_URL, 'Invalid image URL').nullish() };

export const bulkCreateBody = z.array(linkFields.extend(bulkImage)).min(1).max(MAX_BULK);

export const bulkUpdateBody = z.object({
	linkIds: z.array(z.string()).max(MAX_BULK).default([]),
	externalIds: z.array(z.string()).max(MAX_BULK).default([]),
	data: linkChanges
		.omit({ domain: true, key: true, externalId: true })
		.extend({ ...bulkImage, url: urlField.optional() }),
});

export type LinkFields = z.output<typeof linkFields>;
/** Also accepts `LinkFields`, a superset. */
export type LinkChanges = z.output<typeof linkChanges>;
export type PartnerLinkFields = z.output<typeof partnerLinkFields>;
