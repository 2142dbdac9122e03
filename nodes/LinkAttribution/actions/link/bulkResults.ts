import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { withoutOuterSlashes } from '../../input/text';
import { usedCredential } from '../../transport/connection';
import { ApiError } from '../../transport/apiError';
import { UnexpectedResponse } from '../../transport/expected';
import { maskFailure } from '../../transport/response';
import type { BulkOutcome } from '../bulk';

/** Links in one request. */
export const MAX_LINKS = 100;

/** One entry of a bulk response: the link, or `{ link, error, code }`. */
export type BulkResult = IDataObject;

function isLinkError(result: BulkResult): boolean {
	return typeof result.error === 'string' && typeof result.code === 'string';
}

/** HTTP status of the service's errors by their code, which a bulk response has in its place. */
const STATUSES: Record<string, number> = {
	bad_request: 400,
	forbidden: 403,
	exceeded_limit: 403,
	not_found: 404,
	conflict: 409,
	unprocessable_entity: 422,
};

/** @param created as it was sent, if it is new */
export function toLinkOutcome(
	context: IExecuteFunctions,
	result: BulkResult | undefined,
	created: IDataObject = {},
): BulkOutcome {
	if (!result) {
		const problem = 'The response does not mention the link. It may have been created or changed';
		// The public service inserts with `skipDuplicates`: `apps/web/lib/api/links/bulk-create-links.ts`.
		const cause = created.externalId ? ", or another one may have its 'External ID'" : '';
		return { failure: new UnexpectedResponse(problem + cause, 'Check the service for it.', true) };
	}
	if (!isLinkError(result)) return { done: result };
	const code = String(result.code);
	const failure = {
		status: STATUSES[code] ?? 400,
		code,
		message: String(result.error),
		headers: {},
	};
	const history = { waited: 0, maxWait: 0 };
	const request = { method: 'POST', path: '/links/bulk' } as const;
	const shown = maskFailure(failure, []);
	return { failure: new ApiError(shown, request, usedCredential(context), history) };
}

/**
 * Brings the response to a bulk creation into the order of the request. The service returns the created links first, in
 * order, and then the refused ones.
 *
 * @param links as they were sent
 * @returns a result for each link; undefined for those that the response does not mention
 */
export function inOrderSent(
	links: IDataObject[],
	results: BulkResult[],
): Array<BulkResult | undefined> {
	const isComplete = results.length === links.length;
	const ordered: Array<BulkResult | undefined> = links.map(() => undefined);
	const names = new Set(links.flatMap((link) => Object.keys(link)));
	const sent = links.map((link) => plainFields(link, names));
	const free = new Set(links.keys());
	const place = (result: BulkResult, index: number | undefined) => {
		if (index === undefined) return;
		free.delete(index);
		ordered[index] = result;
	};
	// From the end, since the service refuses the later ones of equal links.
	for (const result of results.filter(isLinkError).reverse()) {
		const refused = plainFields(result.link, names);
		place(
			result,
			nearest([...free].reverse(), (index) => difference(sent[index], refused)),
		);
	}
	for (const result of results.filter((one) => !isLinkError(one))) {
		const created = plainFields(result, names);
		place(
			result,
			nearest([...free], (index) => (isComplete ? 0 : contradictions(sent[index], created))),
		);
	}
	return ordered;
}

/** The first of the indexes with the smallest distance. */
function nearest(indexes: number[], distance: (index: number) => number): number | undefined {
	const distances = indexes.map(distance);
	return indexes[distances.indexOf(Math.min(...distances))];
}

/** Fields that identify a link, if set. */
const IDENTITY = ['domain', 'key', 'externalId'];

/** More than any link has fields. */
const CONTRADICTION = 1000;

type Fields = Partial<Record<string, string>>;

/** How much a sent link differs from a refused one, which the service returns as it understood it. */
function difference(sent: Fields, refused: Fields): number {
	const names = new Set([...Object.keys(sent), ...Object.keys(refused)]);
	const differing = [...names].filter((name) => (sent[name] ?? '') !== (refused[name] ?? ''));
	return differing.length + CONTRADICTION * contradictions(sent, refused);
}

function contradictions(sent: Fields, said: Fields): number {
	return IDENTITY.filter(
		(name) => sent[name] && sent[name].toLowerCase() !== said[name]?.toLowerCase(),
	).length;
}

/** @param names of fields that a link was sent with: a link is not compared by any others, however many a response has */
function plainFields(link: unknown, names: Set<string>): Fields {
	const fields = Object.entries(link ?? {}).filter(([name]) => names.has(name));
	return Object.fromEntries(fields.map(([name, value]) => [name, plain(value)]));
}

/** Equal for values that the service treats as equal: `a, b` and `["a","b"]`, `x.com` and `https://x.com/`, `id` and `ext_id`. */
function plain(value: unknown): string {
	const text = JSON.stringify(value ?? '').replace(/[\s"[\]]/g, '');
	return withoutOuterSlashes(text.replace(/^https?:\/\//, '')).replace(/^ext_/, '');
}
