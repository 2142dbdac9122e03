import type { INode, INodeProperties } from 'n8n-workflow';
import { labelOf } from '../input/labels';
import { counted } from '../input/text';
import type { ApiError } from '../transport/apiError';
import { isCertificateError, isPlainHttp } from '../transport/retryPolicy';
import { withoutMessage } from '../transport/response';
import type { ApiFailure, ApiRequest, RequestHistory, UsedCredential } from '../transport/types';
import { requirementOf } from './routes';

/** The service's messages about invalid values: `<kind>: <path>: <text>`, e.g. `too_big: partner.email: Too big ...`. */
export const VALIDATION = /^[a-z_]+: ([\w.[\]]*): (.+)$/s;

/** Says what to do about a request that failed. */
export function adviceFor(
	node: INode,
	{ failure, request, credential, history }: ApiError,
	properties: INodeProperties[],
): string {
	return (
		outcomeAdvice(history) ??
		waitAdvice(node, history) ??
		timeoutAdvice(node, failure) ??
		conflictAdvice(failure, request, properties) ??
		adviceByStatus(failure, request, credential)
	);
}

/** The advice if the request may have succeeded. */
export function outcomeAdvice({ outcome }: RequestHistory): string | undefined {
	switch (outcome) {
		case 'unknown':
			return 'The request may have succeeded, so it was not retried. Check the service before you run this step again.';
		case 'succeeded':
			return 'The request succeeded, but its response was lost. Check the service for the result: running this step again sends the request twice.';
		default:
			return undefined;
	}
}

const MIN_WAIT_SHOWN_MS = 500;

function waitAdvice(
	{ type }: INode,
	{ waited, requestedWait, statedWait, queueWait, maxWait }: RequestHistory,
): string | undefined {
	const wait = requestedWait ?? queueWait;
	if (wait === undefined) return undefined;
	const waitedSoFar = waited >= MIN_WAIT_SHOWN_MS ? ` after waiting ${seconds(waited)}` : '';
	const problem = `The key is rate limited${waitedSoFar}. ${reasonToWait(wait, requestedWait !== undefined, statedWait)}, but`;
	return type.endsWith('Trigger')
		? `${problem} a trigger waits at most ${seconds(maxWait)}. Send fewer requests with this key, or upgrade the plan of the workspace.`
		: `${problem} 'Max Wait (Seconds)' in Request Options allows ${seconds(maxWait)} in total. Increase it, send fewer requests at the same time, or upgrade the plan of the workspace.`;
}

/** Milliseconds that the node adds to a stated wait so that not all requests come back together. */
const MAX_JITTER_MS = 2000;

function reasonToWait(wait: number, isRequested: boolean, stated = wait): string {
	if (isRequested && wait - stated > MAX_JITTER_MS) {
		const asked =
			stated > 0 ? `The service asks to wait ${seconds(stated)}` : 'The service refuses';
		return `${asked} again and again, so the node would wait ${seconds(wait)}`;
	}
	if (isRequested) return `The service asks to wait ${seconds(wait)}`;
	return wait > 0
		? `Other requests before it take ${seconds(wait)}`
		: 'Other requests are still running';
}

function timeoutAdvice({ type }: INode, { code }: ApiFailure): string | undefined {
	if (code !== 'ETIMEDOUT' || type.endsWith('Trigger')) return undefined;
	return "Increase 'Timeout (Seconds)' in Request Options, or reduce 'Limit'. Otherwise, check 'Base URL' in the credential and that the service is running.";
}

function seconds(milliseconds: number): string {
	return counted(Math.ceil(milliseconds / 1000), 'second');
}

/** The advice about a connection that was not made. */
function connectionAdvice(failure: ApiFailure): string {
	const { code = '' } = failure;
	if (isPlainHttp(failure)) {
		return "Check the host and the port of 'Base URL' in the credential. An address on this machine can start with http://.";
	}
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
		return "The certificate of this address is for another host. Enter that host as 'Base URL' in the credential.";
	}
	if (code === 'CERT_HAS_EXPIRED') {
		return "The certificate must be renewed where the service runs. If it is valid, set the clock of n8n's machine.";
	}
	return isCertificateError(code)
		? "n8n does not trust the certificate of this address. Check 'Base URL' in the credential. To trust your own certificate authority, start n8n with NODE_EXTRA_CA_CERTS."
		: "Check 'Base URL' in the credential and that the service is running.";
}

/** In a message about a conflict, what must be unique, and the parameter that it is in. */
const UNIQUE: Array<[RegExp, string]> = [
	[/external ?id/i, 'externalId'],
	[/tenant ?id/i, 'tenantId'],
	[/discount code/i, 'code'],
	[/\bkey\b|short ?link/i, 'key'],
	[/domain/i, 'slug'],
	[/name/i, 'name'],
];

/** Advice about a value that another object has. */
function conflictAdvice(
	{ status, message }: ApiFailure,
	{ method, path }: ApiRequest,
	properties: INodeProperties[],
): string | undefined {
	if (status !== 409) return undefined;
	const [, name] = UNIQUE.find(([words]) => words.test(message)) ?? [];
	const label = name && labelOf([name], properties);
	if (label === undefined) return undefined;
	const isNewLink = method === 'POST' && path.startsWith('/links');
	const existing = isNewLink ? "use 'Create or Update' to change" : 'use';
	return `'${label}' must be unique. Enter another value, or ${existing} the existing object.`;
}

/** The service gives nearly all of its errors a code, and the others a text, but never for a 404. */
function isFromElsewhere({ status, code, message, isTokenRefresh }: ApiFailure): boolean {
	if (status === undefined || status >= 500 || status === 429) return false;
	if (isTokenRefresh || code !== undefined) return false;
	return status === 404 || message === withoutMessage(status);
}

const NOT_ALLOWED =
	"Change the values, skip such items with an If node, or set 'On Error' in the settings of the node to continue. The service does not allow this for the given values or in the current state.";

/** Words in the service's messages about other things than the key and its permissions, for which it also answers 401 or 403. */
const REFUSALS: Array<[RegExp, string]> = [
	[
		/\bbelongs? to (this|another|your)\b/i,
		'Choose one that belongs to the workspace of the credential, or use a credential of the other workspace.',
	],
	[
		/\b(limit|quota|exceeded|at most)\b/i,
		'The workspace has reached a limit of its plan. Upgrade the plan, or delete what you no longer need.',
	],
	[/\bcan(not|'t) be\b/i, NOT_ALLOWED],
];

/** Statuses for a body, an address, or headers; mostly from a server in front of the service. */
const TOO_LARGE = [413, 414, 431];

const NO_PROGRAM = /^program not found|\bno (default |partner )?program\b/i;

const INVITE = /\binvit(e|ation)\b/i;

function refusalAdvice({ code = '', message, isTokenRefresh }: ApiFailure): string | undefined {
	if (isTokenRefresh) return undefined;
	const words = `${code.replace('_', ' ')} ${message}`;
	return REFUSALS.find(([form]) => form.test(words))?.[1];
}

function credentialAdvice({ name, isOAuth2 }: UsedCredential): string {
	return isOAuth2
		? `Open the credential '${name}' and reconnect it.`
		: `Check the API key in the credential '${name}'. It may be mistyped, deleted, or from another service.`;
}

function requirementAdvice({ message }: ApiFailure, request: ApiRequest): string {
	const requirement = requirementOf(request);
	if (/\b(plan|upgrade)\b/i.test(message) && !requirement.includes('plan')) {
		return 'Upgrade the plan of the workspace, or remove the field that the error names.';
	}
	return `This operation requires ${requirement}. Check the plan of the workspace, the permissions of the key, and the role of its user.`;
}

function adviceByStatus(
	failure: ApiFailure,
	request: ApiRequest,
	credential: UsedCredential,
): string {
	const { status, code, message, unreadable } = failure;
	if (TOO_LARGE.includes(status ?? 0)) {
		return 'The request is too large. Enter fewer or shorter values, or a smaller file.';
	}
	if (isFromElsewhere(failure)) {
		return "Check 'Base URL' in the credential: this response does not come from the Link Attribution Service.";
	}
	if (unreadable === 'tooLarge') {
		return "Narrow the filters or reduce 'Limit'. If the response should be small, check 'Base URL' in the credential.";
	}
	switch (status) {
		case undefined:
			return connectionAdvice(failure);
		case 400:
		case 422:
			return VALIDATION.exec(message)?.[1]
				? 'Correct the field that the error names, then run this step again.'
				: NOT_ALLOWED;
		case 401:
			return refusalAdvice(failure) ?? credentialAdvice(credential);
		case 402:
		case 403:
			return refusalAdvice(failure) ?? requirementAdvice(failure, request);
		case 404:
			if (NO_PROGRAM.test(message)) {
				return 'Set up a partner program in the dashboard of the service, or use a credential of the workspace that has one.';
			}
			return 'Check the ID and whether it belongs to the workspace of the credential.';
		case 409:
			if (INVITE.test(message)) {
				return 'Accept the invitation to the workspace with the user of this credential, then run this step again.';
			}
			return 'An object with these values already exists. Change the value that the error names, or use the existing object.';
		case 410:
			return 'The invitation to the workspace is no longer valid. Ask for a new one.';
		case 429:
			return 'The key was still rate limited after waiting. Send fewer requests at the same time, or upgrade the plan of the workspace.';
		default:
			return status >= 500 || code === 'internal_server_error'
				? 'The service is having problems. Try again later.'
				: "Check 'Base URL' in the credential.";
	}
}
