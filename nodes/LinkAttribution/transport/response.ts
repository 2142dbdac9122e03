import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { asError, asText, at } from '../input/unknown';
import { parseJson } from '../input/json';
import { pauses } from '../input/pauses';
import { JsonList, JsonScan, type Limit } from './jsonList';
import { causeOf, codeOf, isNotConnected, redirectOf, rejectedTokenRefresh } from './n8nQuirks';
import type { ApiFailure } from './types';

const MEGABYTE = 1024 * 1024;

/** Bytes after decompression. The largest pages, 1,000 events with much metadata, are smaller. */
const MAX_BODY_BYTES = 64 * MEGABYTE;

/** The same for an error, of which only the message is used. */
const MAX_ERROR_BYTES = MEGABYTE;

/**
 * Parsed, `{}` takes 40 times its two bytes, so the size alone does not limit the memory. The largest pages have 20,000
 * objects and 200,000 values. What is parsed in one step blocks n8n, for 100 ms at most.
 */
const LIMITS = {
	objects: 200_000,
	values: 2_000_000,
	depth: 100,
	step: { objects: 10_000, values: 20_000, size: MEGABYTE },
};

/** Characters of a text of the service in an error. */
const MAX_MESSAGE_LENGTH = 1000;
const MAX_CODE_LENGTH = 100;
const MAX_URL_LENGTH = 300;

const MASK = '***';

/** Shorter secrets would also mask other words. */
const MIN_SECRET_LENGTH = 8;

/** What looks like a key, token, or signing secret of the service. */
const SECRET_LIKE = /\b(?:dub|whsec)_[\w-]{8,}/gi;
const BEARER = /(\bBearer\s+)([\w.~+/=-]{8,})/gi;

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

class TooLarge extends Error {}

/** A body as n8n's request helper returns it. */
interface Stream extends AsyncIterable<Buffer> {
	/** Makes it yield text. */
	setEncoding(encoding: 'utf8'): unknown;
}

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
	const failed = (message: string, unreadable: ApiFailure['unreadable']): ReadResponse => ({
		failure: { status: statusCode, unreadable, message, headers },
	});
	try {
		// Where n8n makes up responses for an evaluation of a workflow, there is no stream.
		if (!isStream(body)) return { body, headers, size: 0 };
		const { chunks, size } = await readChunks(body, MAX_BODY_BYTES);
		if (options.binary) return { body: Buffer.concat(chunks), headers, size };
		const { list, cost } = await readList(chunks, options);
		if (list) return { body: list, headers, size: cost };
		const text = mask(Buffer.concat(chunks).toString(), options.secrets);
		const parsed = parseJson(text.replace(/^\uFEFF/, ''));
		const isParsed = parsed !== undefined && parsed !== null && typeof parsed !== 'string';
		if (isParsed) return { body: parsed, headers, size: cost };
		return text.trimStart().startsWith('<')
			? failed(
					"The response is a web page, so it does not come from the service's API",
					'notFromService',
				)
			: failed(INCOMPLETE, 'broken');
	} catch (thrown) {
		if (thrown instanceof TooLarge) return failed(thrown.message, 'tooLarge');
		return failed(asError(thrown).message, 'broken');
	}
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

/**
 * Masks the secrets in a failure, and also what only looks like one, since a token may have been refreshed. Truncates long
 * texts.
 */
export function maskFailure(failure: ApiFailure, secrets: string[]): ApiFailure {
	const hide = (text: string) =>
		mask(text, secrets)
			.replace(SECRET_LIKE, MASK)
			.replace(BEARER, (words, scheme: string, token: string) =>
				/\d/.test(token) ? scheme + MASK : words,
			);
	const { code, message, docUrl } = failure;
	return {
		...failure,
		code: code && hide(code).slice(0, MAX_CODE_LENGTH),
		message: hide(message).slice(0, MAX_MESSAGE_LENGTH),
		docUrl: docUrl && hide(docUrl),
	};
}

/** Masks secrets that a service, or a proxy in front of it, repeats in a text. */
function mask(text: string, secrets: string[]): string {
	return secrets
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/**
 * Reads a body up to a limit: n8n's request helper has none, and decompresses whatever the service sends.
 *
 * @param maxSize in bytes
 * @throws TooLarge
 */
async function readChunks<Chunk extends Buffer | string>(
	body: AsyncIterable<Chunk>,
	maxSize: number,
): Promise<{ chunks: Chunk[]; size: number }> {
	const chunks: Chunk[] = [];
	let size = 0;
	// Leaving the loop closes the connection.
	for await (const chunk of body) {
		size += Buffer.byteLength(chunk);
		if (size > maxSize) {
			throw new TooLarge(`The response is larger than ${maxSize / MEGABYTE} MB`);
		}
		chunks.push(chunk);
	}
	return { chunks, size };
}

/**
 * Reads a list object by object, with pauses.
 *
 * @returns undefined for another JSON text, which is small enough to be parsed at once
 * @throws TooLarge when the parsed JSON would take too much memory or time
 */
async function readList(
	chunks: Buffer[],
	{ isStreamed, secrets }: ReadOptions,
): Promise<{ list?: JsonList | unknown[]; cost: number }> {
	const pause = pauses();
	const scan = new JsonScan(LIMITS);
	for (const chunk of chunks) {
		const exceeded = scan.add(chunk);
		if (exceeded) throw new TooLarge(TOO_MUCH[exceeded]);
		await pause();
	}
	if (!scan.isList) {
		if (scan.isSmall) return { cost: scan.cost };
		throw scan.isComplete ? new TooLarge(TOO_MUCH.step) : new Error(INCOMPLETE);
	}
	const list = new JsonList(chunks, scan.ends, (text) => mask(text, secrets));
	if (isStreamed) return { list, cost: scan.cost };
	const parsed: unknown[] = [];
	for (const object of list) {
		if (object === undefined && scan.isSmall) return { cost: scan.cost };
		if (object === undefined) throw new Error(INCOMPLETE);
		parsed.push(object);
		await pause();
	}
	return { list: parsed, cost: scan.cost };
}

const INCOMPLETE = 'The response is not complete JSON';

const TOO_MUCH: Record<Limit, string> = {
	depth: `The response has more than ${LIMITS.depth} objects in each other`,
	objects: `The response has more than ${LIMITS.objects.toLocaleString('en-US')} objects or ${LIMITS.values.toLocaleString('en-US')} values`,
	step: `An object in the response is larger than ${LIMITS.step.size / MEGABYTE} MB or has more than ${LIMITS.step.values.toLocaleString('en-US')} values`,
};

/** Decodes each chunk as it comes: Node.js collects garbage for each text of over 1 MB that is decoded at once. */
async function readText(body: Stream, maxSize: number): Promise<{ content: string; size: number }> {
	body.setEncoding('utf8');
	const { chunks, size } = await readChunks(body as AsyncIterable<string>, maxSize);
	return { content: chunks.join(''), size };
}

/** The body of an error comes as a stream, like that of a success. */
async function readErrorBody(data: unknown): Promise<unknown> {
	if (!isStream(data)) return data;
	try {
		const { content } = await readText(data, MAX_ERROR_BYTES);
		return parseJson(content) ?? content;
	} catch {
		// The status remains.
		return undefined;
	}
}

function isStream(body: unknown): body is Stream {
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
