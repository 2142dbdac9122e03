import { ApiError } from '../http/errors.ts';
import { parseDate } from '../http/fields.ts';
import type { LinkRow } from './columns.ts';
import type { LinkChanges } from './fields.ts';

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 240;

/**
 * The columns of the given fields; absent fields are omitted, null and '' clear.
 *
 * @throws ApiError 422 for an invalid date
 */
export function linkColumns(fields: LinkChanges, now: number): Partial<LinkRow> {
	const instant = (name: DateField) => instantOf(name, fields[name], now);
	const columns = {
		tenant_id: clearable(fields.tenantId),
		folder_id: clearable(fields.folderId),
		track_conversion: flag(fields.trackConversion),
		archived: flag(fields.archived),
		expires_at: instant('expiresAt'),
		expired_url: fields.expiredUrl,
		password: clearable(fields.password),
		proxy: flag(fields.proxy),
		title: shortened(fields.title, MAX_TITLE),
		description: shortened(fields.description, MAX_DESCRIPTION),
		image: fields.image,
		video: clearable(fields.video),
		rewrite: flag(fields.rewrite),
		do_index: flag(fields.doIndex),
		ios: fields.ios,
		android: fields.android,
		geo: json(fields.geo),
		public_stats: flag(fields.publicStats),
		comments: clearable(fields.comments),
		test_variants: json(fields.testVariants),
		test_started_at: instant('testStartedAt'),
		test_completed_at: instant('testCompletedAt'),
	} satisfies Partial<LinkRow>;
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

type DateField = 'expiresAt' | 'testStartedAt' | 'testCompletedAt';

function instantOf(
	name: DateField,
	text: string | null | undefined,
	now: number,
): number | null | undefined {
	if (!text) return text === undefined ? undefined : null;
	const instant = parseDate(text, now);
	if (instant === null) {
		throw new ApiError('unprocessable_entity', `custom: ${name}: Invalid date`);
	}
	return instant;
}

function clearable(text: string | null | undefined): string | null | undefined {
	return text === '' ? null : text;
}

function flag(value: boolean | undefined): 0 | 1 | undefined {
	return value === undefined ? undefined : value ? 1 : 0;
}

function json(value: object | null | undefined): string | null | undefined {
	return value ? JSON.stringify(value) : value;
}

/** The service truncates without an error. Counts code points, so that none is split. */
function shortened(text: string | null | undefined, maxLength: number): string | null | undefined {
	return text ? [...text].slice(0, maxLength).join('') : clearable(text);
}
