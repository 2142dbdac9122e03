import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { asError, asText, at } from '../input/unknown';
import { parseJson } from '../input/json';
import { pauses } from '../input/pauses';
import { beginningOf } from '../input/text';
import { JsonList, MEGABYTE, objectTooLarge, scanJson, Unreadable } from './jsonList';
import { mask, maskAll } from './mask';
import { causeOf, codeOf, isNotConnected, redirectOf, rejectedTokenRefresh } from './n8nQuirks';
import type { ApiFailure } from './types';

/** After decompression. The largest pages, 1,000 events with much metadata, are smaller. */
const MAX_BODY_BYTES = 64 * MEGABYTE;

/** The same for an error, of which only the message is used. */
const MAX_ERROR_BYTES = MEGABYTE;

/** Characters of a text of the service in an error. */
const MAX_MESSAGE_LENGTH = 1000;
const MAX_CODE_LENGTH = 100;
const MAX_URL_LENGTH = 300;

export type ReadResponse =
	| {
			/** Parsed, a `JsonList`, or a Buffer for a file. */
			body: unknown;
			headers: IDataObject;
			/** Bytes of the body in memory, roughly. */
			size: number;
			failure?: undefined;
	  }
	| { failure: ApiFailure };

interface ReadOptions {
	/** Whether the body is not JSON. */
	binary: boolean;
	/** Whether a list of objects becomes a `JsonList`. */
	isStreamed: boolean;
	/** Secrets that must not appear in the body. */
	secrets: string[];
}

/** Reads a response with a good status. */
export async function readResponse(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	options: ReadOptions,
): Promise<ReadResponse> {
	// Where n8n makes up responses for an evaluation of a workflow, there is no stream.
	if (!isStream(body)) return { body, headers, size: 0 };
	try {
		const bytes = await readBytes(body, MAX_BODY_BYTES);
		if (options.binary) return { body: bytes, headers, size: bytes.length };
		return { ...(await readJson(bytes, options)), headers };
	} catch (thrown) {
		const unreadable = thrown instanceof Unreadable ? thrown.reason : 'broken';
		const { message } = asError(thrown);
		return { failure: { status: statusCode, unreadable, message, headers } };
	}
}

/** @throws Unreadable if it is no JSON, or would take too much memory or time */
async function readJson(
	bytes: Buffer,
	{ isStreamed, secrets }: ReadOptions,
): Promise<{ body: unknown; size: number }> {
	const { ends, isComplete, isSmall, size } = await scanJson(bytes);
	const hide = (text: string) => mask(text, secrets);
	if (ends.length > 0) {
		const list = new JsonList(bytes, ends, hide, isStreamed);
		const body = isStreamed ? list : await parsed(list);
		if (body) return { body, size };
	}
	const incomplete = new Unreadable('broken', 'The response is not complete JSON');
	if (!isSmall) throw isComplete && ends.length === 0 ? objectTooLarge() : incomplete;
	const text = hide(bytes.toString()).replace(/^\uFEFF/, '');
	const body = parseJson(text);
	if (body !== undefined && body !== null && typeof body !== 'string') return { body, size };
	if (!text.trimStart().startsWith('<')) throw incomplete;
	const webPage = "The response is a web page, so it does not come from the service's API";
	throw new Unreadable('notFromService', webPage);
}

/** @returns undefined if a part of the list is not valid */
async function parsed(list: JsonList): Promise<unknown[] | undefined> {
	const pause = pauses();
	const objects: unknown[] = [];
	for (const object of list) {
		if (object === undefined) return undefined;
		objects.push(object);
		await pause();
	}
	return objects;
}

/** Reads what n8n's request helper threw. */
export async function readFailure(thrown: unknown): Promise<ApiFailure> {
	if (isNotConnected(thrown)) {
		return { status: 401, message: 'The credential is not connected', headers: {} };
	}
	const cause = causeOf(thrown);
	const message = asText(at(cause, 'message')) ?? asText(at(thrown, 'message')) ?? String(thrown);
	const refresh = rejectedTokenRefresh(thrown);
	const response = at(cause, 'response');
	const status = Number(refresh?.status ?? at(response, 'status') ?? at(thrown, 'httpCode') ?? NaN);
	if (!Number.isInteger(status)) return { code: codeOf(thrown), message, headers: {} };
	const headers = { ...(at(response, 'headers') as IDataObject | undefined) };
	const redirect = redirectOf(thrown);
	if (redirect) return { status, message: describeRedirect(redirect.location), headers };
	const data = await readErrorBody(at(response, 'data') ?? at(at(thrown, 'context'), 'data'));
	const error = refresh ? refresh.error : at(data, 'error');
	return {
		status,
		// A response with a good status that was thrown broke off.
		...(status < 400 && { unreadable: 'broken' as const }),
		...(refresh && { isTokenRefresh: true }),
		code: asText(at(error, 'code')),
		message: asText(at(error, 'message')) ?? shortPlainText(data) ?? withoutMessage(status),
		docUrl: httpsUrl(at(error, 'doc_url')),
		headers,
	};
}

/** The message of an error without one. */
export function withoutMessage(status?: number): string {
	return `The service returned HTTP ${status}`;
}

/** Masks the secrets in a failure, and truncates long texts. */
export function maskFailure(failure: ApiFailure, secrets: string[]): ApiFailure {
	const { code, message, docUrl } = failure;
	return {
		...failure,
		code: code && maskAll(code, secrets).slice(0, MAX_CODE_LENGTH),
		message: beginningOf(maskAll(message, secrets), MAX_MESSAGE_LENGTH),
		docUrl: docUrl && maskAll(docUrl, secrets),
	};
}

/**
 * Reads a body up to a limit: n8n's request helper has none, and decompresses whatever the service sends.
 *
 * @throws Unreadable
 */
async function readBytes(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	// Leaving the loop closes the connection.
	for await (const chunk of body) {
		size += chunk.length;
		if (size > maxBytes) {
			const problem = `The response is larger than ${maxBytes / MEGABYTE} MB`;
			throw new Unreadable('tooLarge', problem);
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** The body of an error comes as a stream, like that of a success. */
async function readErrorBody(data: unknown): Promise<unknown> {
	if (!isStream(data)) return data;
	try {
		const text = (await readBytes(data, MAX_ERROR_BYTES)).toString();
		return parseJson(text) ?? text;
	} catch {
		// The status remains.
		return undefined;
	}
}

function isStream(body: unknown): body is AsyncIterable<Buffer> {
	return typeof at(body, 'setEncoding') === 'function';
}

/** @param location shown without its query, which may repeat that of the request */
function describeRedirect(location: string): string {
	const target = location.split(/[?#]/)[0].slice(0, MAX_URL_LENGTH);
	return `The service redirects to ${target}, which was not followed`;
}

function httpsUrl(value: unknown): string | undefined {
	const url = asText(value);
	return url && url.length <= MAX_URL_LENGTH && /^https:\/\/\S+$/.test(url) ? url : undefined;
}

/** The body of some errors of the service, e.g. for a domain that cannot be added; not the page of a proxy. */
function shortPlainText(data: unknown): string | undefined {
	const text = asText(data)?.trim() ?? '';
	return text !== '' && text.length <= 500 && !/[<{]/.test(text) ? text : undefined;
}
