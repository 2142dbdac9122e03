import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { at } from './unknown';
import { parseJson } from '../input/json';
import { labelOf, wordsOf } from '../input/labels';
import { isStream, MAX_ERROR_SIZE, readBytes } from './body';
import { causeOf, codeOf, isNotConnected, isUntrusted, refusedRenewal } from './connection';
import { readRedirect } from './redirect';
import type { History } from './repetition';

/** What the service, or the way to it, answered to a request that did not succeed. */
export interface Refusal {
	/** HTTP status; undefined when there was no answer. */
	status?: number;
	/** The service's own code, e.g. `not_found`, or that of the connection, e.g. `ECONNREFUSED`. */
	code?: string;
	message: string;
	docUrl?: string;
	/** There was a response of a good status, but not all of it, too much, or it cannot come from the service. */
	unreadable?: 'broken' | 'foreign' | 'tooLarge';
	/** Whether it was the renewal of the access token that was refused. */
	renewal?: boolean;
	/** Lower-case names. */
	headers: IDataObject;
}

/** What an operation needs, for the advice when the service refuses. */
export interface Needs {
	plan?: 'Pro' | 'Business' | 'Advanced' | 'Enterprise';
	scope?: string;
	/** The user of the key must be owner or member of the workspace. */
	role?: boolean;
}

export interface UsedCredential {
	/** What the person called it. */
	name: string;
	oAuth2: boolean;
}

/**
 * A request that the service did not accept. It holds no request headers, so a credential cannot leak through it; the
 * router turns it into n8n's error for the item.
 */
export class RefusedRequest extends Error {
	readonly refusal: Refusal;

	readonly needs: Needs;

	readonly credential: UsedCredential;

	readonly history: History;

	/** What the person should know besides. */
	note = '';

	constructor(refusal: Refusal, needs: Needs, credential: UsedCredential, history: History) {
		super(refusal.message);
		this.refusal = refusal;
		this.needs = needs;
		this.credential = credential;
		this.history = history;
	}
}

const HIDDEN = '***';

/** Shorter ones would also hide other words. */
const MIN_SECRET_LENGTH = 8;

/** What looks like a key, token, or signing secret of the service. */
const SECRET_LIKE = /\b(?:dub|whsec)_[\w-]{8,}|(?<=\bBearer\s+)(?=\S*\d)[\w.~+/=-]{8,}/gi;

/** Hides secrets that a service, or a proxy before it, repeats in a text. */
export function mask(text: string, secrets: string[]): string {
	return secrets
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), text);
}

/** Characters of a text of the service in an error. */
const MAX_MESSAGE_LENGTH = 1000;
const MAX_CODE_LENGTH = 100;
const MAX_URL_LENGTH = 300;

/**
 * The same for an error, where also what only looks like a secret is hidden, since a token may have been refreshed. Long
 * texts are cut off.
 */
export function maskRefusal(refusal: Refusal, secrets: string[]): Refusal {
	const hide = (text: string) => mask(text, secrets).replace(SECRET_LIKE, HIDDEN);
	const { code, message, docUrl } = refusal;
	return {
		...refusal,
		code: code && hide(code).slice(0, MAX_CODE_LENGTH),
		message: hide(message).slice(0, MAX_MESSAGE_LENGTH),
		docUrl: docUrl && hide(docUrl),
	};
}

/** Reads what n8n's request helper threw. */
export async function readRefusal(thrown: unknown): Promise<Refusal> {
	if (isNotConnected(thrown)) {
		return { status: 401, message: 'The credential is not connected, or no longer', headers: {} };
	}
	const cause = causeOf(thrown);
	const message = textOf(at(cause, 'message')) ?? textOf(at(thrown, 'message')) ?? String(thrown);
	const renewal = refusedRenewal(thrown);
	const response = at(cause, 'response');
	const status = Number(renewal?.status ?? at(response, 'status') ?? at(thrown, 'httpCode') ?? NaN);
	if (!Number.isInteger(status)) {
		return {
			code: codeOf(thrown),
			message,
			headers: {},
		};
	}
	const headers = { ...(at(response, 'headers') as IDataObject | undefined) };
	const redirect = readRedirect(thrown);
	if (redirect) return { ...redirected(redirect.location), status, headers };
	const data = await decoded(at(response, 'data') ?? at(at(thrown, 'context'), 'data'));
	const error = renewal ? renewal.error : at(data, 'error');
	return {
		status,
		// A response with a good status that was thrown broke off.
		...(status < 400 && { unreadable: 'broken' as const }),
		...(renewal && { renewal: true }),
		code: textOf(at(error, 'code')),
		message:
			textOf(at(error, 'message')) ?? plainText(data) ?? `The service answered with HTTP ${status}`,
		docUrl: httpsUrl(at(error, 'doc_url')),
		headers,
	};
}

/** @param location without its query, which may repeat that of the request */
function redirected(location: string): Pick<Refusal, 'message'> {
	const target = location.split(/[?#]/)[0].slice(0, MAX_URL_LENGTH);
	return { message: `The service redirects to ${target}, where the request was not sent` };
}

/** n8n gives the body of an error as it gives that of a success: as a stream. */
async function decoded(data: unknown): Promise<unknown> {
	if (!isStream(data)) return data;
	try {
		const text = (await readBytes(data, MAX_ERROR_SIZE)).toString();
		return parseJson(text) ?? text;
	} catch {
		// The status remains.
		return undefined;
	}
}

function httpsUrl(value: unknown): string | undefined {
	const url = textOf(value);
	return url && url.length <= MAX_URL_LENGTH && /^https:\/\/\S+$/.test(url) ? url : undefined;
}

/** The one place where anything thrown below the router becomes an error of n8n, with its item. */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex: number | undefined,
	properties: INodeProperties[],
): NodeApiError | NodeOperationError {
	if (thrown instanceof RefusedRequest) {
		return fromRefusal(node, thrown, itemIndex, properties);
	}
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) {
		thrown.context.itemIndex = itemIndex;
		return thrown;
	}
	const error = thrown instanceof Error ? thrown : new Error(String(thrown));
	return new NodeOperationError(node, error.message, {
		itemIndex,
		description: textOf(at(error, 'description')),
	});
}

function fromRefusal(
	node: INode,
	{ refusal, needs, credential, history, note }: RefusedRequest,
	itemIndex: number | undefined,
	properties: INodeProperties[],
): NodeApiError {
	const { status, code, docUrl } = refusal;
	const origin = [code, status && `HTTP ${status}`, docUrl].filter(Boolean).join(', ');
	const counsel =
		outcomeAdvice(history) ??
		waitAdvice(node, refusal, history) ??
		advice(refusal, needs, credential);
	const description = [counsel, note, `(${origin || 'no answer'})`].filter(Boolean).join(' ');
	const message = whatHappened(refusal, history, properties);
	const error = new NodeApiError(
		node,
		{ error: { code, message: refusal.message, doc_url: docUrl } as never },
		{
			message,
			description,
			httpCode: String(status ?? code ?? ''),
			itemIndex,
		},
	);
	// n8n has its own words for broken connections, which advise to send the request again.
	error.message = message;
	return error;
}

/** The service's validation messages are `<kind>: <path>: <text>`, e.g. `too_big: partner.email: Too big ...`. */
const VALIDATION = /^[a-z_]+: ([\w.[\]]*): (.+)$/s;

function whatHappened(
	{ status, code, message }: Refusal,
	{ outcome }: History,
	properties: INodeProperties[],
): string {
	const [, fieldPath, text] = VALIDATION.exec(message) ?? [];
	if (fieldPath !== undefined && (status === 400 || status === 422)) {
		const path = fieldPath.replace(/\[\d+\]/g, '').split('.');
		const name = path.at(-1) ?? '';
		const label = name === '' ? 'The request' : `'${labelOf(path, properties) ?? wordsOf(name)}'`;
		return withCode(`${label} was not accepted: ${text}`, code);
	}
	if (status === undefined) {
		if (code === undefined) return message;
		return outcome === 'unknown'
			? `The service did not answer: ${message}`
			: `The service could not be reached: ${message}`;
	}
	return withCode(message, code);
}

function withCode(message: string, code: string | undefined): string {
	return code ? `${message} (${code})` : message;
}

/** What to do about a request of which nobody knows what became. */
function outcomeAdvice({ outcome }: History): string | undefined {
	switch (outcome) {
		case 'unknown':
			return 'It is not known whether the service carried the request out, so it was not sent again. Look there whether it took effect before you run the step again.';
		case 'carriedOut':
			return 'The service accepted the request, but its answer was lost. Look there for what came of it; running the step again would send it twice.';
		default:
			return undefined;
	}
}

function waitAdvice(
	{ type }: INode,
	{ status }: Refusal,
	{ waited, wanted, longestWait }: History,
): string | undefined {
	if (status !== 429 || wanted === undefined) return undefined;
	const waitedSoFar = waited > 0 ? ` after ${seconds(waited)} of waiting` : '';
	const problem = `The rate limit of the key is used up${waitedSoFar}: the service asks to wait ${seconds(wanted)}`;
	return type.endsWith('Trigger')
		? `${problem}, and the trigger waits ${seconds(longestWait)} in all. Run less at once with this key, or upgrade the plan of the workspace.`
		: `${problem}, and 'Longest Wait (Seconds)' in Request Options allows ${seconds(longestWait)} in all. Allow more there, run less at once, or upgrade the plan of the workspace.`;
}

function seconds(milliseconds: number): string {
	const count = Math.ceil(milliseconds / 1000);
	return `${count} second${count === 1 ? '' : 's'}`;
}

function advice(
	{ status, code, unreadable }: Refusal,
	needs: Needs,
	credential: UsedCredential,
): string {
	if (unreadable === 'tooLarge') {
		return "Narrow the filters or set a smaller 'Limit'. If the response should be small, check the 'Base URL' of the credential.";
	}
	switch (status) {
		case undefined:
			if (code !== undefined && isUntrusted(code)) {
				return "n8n does not trust the certificate of this address. Check the 'Base URL' of the credential; to trust an authority of your own, start n8n with NODE_EXTRA_CA_CERTS.";
			}
			return "Check the 'Base URL' of the credential and that the service is up.";
		case 400:
		case 422:
			return 'Check the value of the field that is named, then run the step again.';
		case 401:
			return credential.oAuth2
				? `Open the credential '${credential.name}' and reconnect it.`
				: `Check the API key in the credential '${credential.name}': it may be mistyped, deleted or from another service.`;
		case 403:
			return `This operation needs ${describeNeeds(needs)}. Check the plan of the workspace, the permissions of the key and the role of its user.`;
		case 404:
			return 'Check the ID and that it belongs to the workspace of the credential.';
		case 409:
			return 'Something with the same identifier exists already. Choose another one, or use what exists.';
		case 410:
			return 'The invite to the workspace is no longer valid. Ask for a new one.';
		case 429:
			return 'The rate limit of the key was still used up after waiting. Run less at once, or upgrade the plan of the workspace.';
		default:
			return status >= 500 || code === 'internal_server_error'
				? 'The service has trouble. Try again later.'
				: "Check the 'Base URL' of the credential.";
	}
}

function describeNeeds({ plan, scope, role }: Needs): string {
	const needed = [
		plan && `the ${plan} plan or higher`,
		scope && `the permission ${scope}`,
		role && 'the workspace role owner or member',
	].filter(Boolean);
	return needed.length > 0 ? needed.join(' and ') : 'a permission that is missing';
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** What some refusals of the service are, e.g. of a domain that cannot be added; not the page of a proxy. */
function plainText(data: unknown): string | undefined {
	const text = textOf(data)?.trim() ?? '';
	return text !== '' && text.length <= 500 && !/[<{]/.test(text) ? text : undefined;
}
