import { z } from 'zod/v4';
import type { Clock } from '../http/context.ts';
import { parseMultiValue } from '../http/fields.ts';
import { PAGE } from '../http/paging.ts';
import type { MultiValue } from '../store/conditions.ts';
import { windowFields } from './window.ts';

const text = z.string().optional();
const multi = z.string().transform(parseMultiValue).optional();
const flag = z
	.enum(['true', 'false'])
	.transform((value) => value === 'true')
	.optional();
const direction = z.enum(['asc', 'desc']);

export const EVENT_KINDS = ['clicks', 'leads', 'sales'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** The filters of lists and counts of events. */
export function filterFields(clock: Clock) {
	return {
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
	};
}

interface Deprecated {
	tagId?: MultiValue;
	tagIds?: MultiValue;
	trigger?: MultiValue;
	qr?: boolean;
}

/** Merges deprecated parameters into their replacements. */
export function withoutDeprecated<Query extends Deprecated>({ tagIds, qr, ...query }: Query) {
	return {
		...query,
		tagId: query.tagId ?? tagIds,
		trigger: query.trigger ?? (qr === undefined ? undefined : scansOrLinks(qr)),
	};
}

/** The query parameters of `GET /events`. */
export function eventQuerySchema(clock: Clock) {
	return z
		.object({
			event: z.enum(EVENT_KINDS).default('clicks'),
			...filterFields(clock),
			page: PAGE.default(1),
			limit: z.coerce.number().int().gt(0).max(1000).default(100),
			sortBy: z.enum(['timestamp']).default('timestamp'),
			sortOrder: direction.default('desc'),
			order: direction.optional(),
		})
		.transform(({ order, ...query }) => ({
			...withoutDeprecated(query),
			// An explicit ascending `order` takes precedence, a descending one does not.
			sortOrder: order === 'asc' ? order : query.sortOrder,
		}));
}

export type EventQuery = z.output<ReturnType<typeof eventQuerySchema>>;

type Listing = 'event' | 'page' | 'limit' | 'sortBy' | 'sortOrder';

/** The filters on events, apart from their kind. */
export type EventFilters = Omit<EventQuery, Listing | 'tagId' | 'trigger'> &
	Pick<Deprecated, 'tagId' | 'trigger'>;

function scansOrLinks(qr: boolean) {
	return { values: [qr ? 'qr' : 'link'], excluded: false };
}
