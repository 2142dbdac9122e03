import { z } from 'zod/v4';
import type { Clock } from '../clock.ts';
import { dateField } from '../http/dates.ts';
import { parseMultiValue } from '../http/multiValue.ts';
import { PAGE } from '../http/paging.ts';
import { FIRST_DAY, INTERVALS } from './window.ts';

const text = z.string().optional();
const multi = z.string().transform(parseMultiValue).optional();
const flag = z
	.enum(['true', 'false'])
	.transform((value) => value === 'true')
	.optional();
const direction = z.enum(['asc', 'desc']);

/** The part of time that a list or count is about. */
export function windowFields(clock: Clock) {
	const date = dateField(clock);
	return {
		interval: z.enum(INTERVALS).optional(),
		start: date
			.refine((instant) => instant >= FIRST_DAY, 'Must not be earlier than 2022-09-22')
			.optional(),
		end: date.optional(),
		timezone: z.string().default('UTC'),
	};
}

/**
 * The query parameters of GET /events. Deprecated ones are folded into those that replace them, so that only one of
 * each pair is left to look at.
 */
export function eventQuerySchema(clock: Clock) {
	return z
		.object({
			event: z.enum(['clicks', 'leads', 'sales']).default('clicks'),
			domain: multi,
			key: text,
			linkId: multi,
			externalId: text,
			tenantId: multi,
			tagId: multi,
			tagIds: multi,
			folderId: multi,
			partnerTagId: multi,
			groupId: multi,
			partnerId: multi,
			programId: text,
			root: flag,
			customerId: text,
			...windowFields(clock),
			country: multi,
			city: multi,
			region: multi,
			continent: multi,
			device: multi,
			browser: multi,
			os: multi,
			trigger: multi,
			qr: flag,
			referer: multi,
			refererUrl: multi,
			url: multi,
			utm_source: multi,
			utm_medium: multi,
			utm_campaign: multi,
			utm_term: multi,
			utm_content: multi,
			saleType: z.enum(['new', 'recurring']).optional(),
			query: z.string().max(10_000).optional(),
			page: PAGE.default(1),
			limit: z.coerce.number().int().gt(0).max(1000).default(100),
			sortBy: z.enum(['timestamp']).default('timestamp'),
			sortOrder: direction.default('desc'),
			order: direction.optional(),
		})
		.transform(({ tagIds, qr, order, ...query }) => ({
			...query,
			tagId: query.tagId ?? tagIds,
			trigger: query.trigger ?? (qr === undefined ? undefined : scansOrLinks(qr)),
			// An explicit ascending `order` wins, a descending one does not.
			sortOrder: order === 'asc' ? order : query.sortOrder,
		}));
}

export type EventQuery = z.output<ReturnType<typeof eventQuerySchema>>;

function scansOrLinks(qr: boolean) {
	return { values: [qr ? 'qr' : 'link'], excluded: false };
}
