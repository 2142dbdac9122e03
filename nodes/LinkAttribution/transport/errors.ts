import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { at } from '../helpers/at';
import { labelOf, wordsOf } from '../helpers/labels';
import { isNotConnected, refusedRenewal } from './connection';

/** What the service, or the way to it, answered to a request that did not succeed. */
export interface Refusal {
	/** HTTP status; undefined when there was no answer. */
	status?: number;
	/** The service's own code, e.g. `not_found`, or that of the connection, e.g. `ECONNREFUSED`. */
	code?: string;
	message: string;
	docUrl?: string;
	/** Lower-case names. */
	headers: IDataObject;
}

/** What an operation needs, for the advice when the service refuses. */
export interface Needs {
	plan?: 'Business' | 'Advanced';
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

	constructor(refusal: Refusal, needs: Needs, credential: UsedCredential) {
		super(refusal.message);
		this.refusal = refusal;
		this.needs = needs;
		this.credential = credential;
	}
}

/** Reads what n8n's request helper threw. */
export function readRefusal(thrown: unknown): Refusal {
	if (isNotConnected(thrown)) {
		return { status: 401, message: 'The credential is not connected, or no longer', headers: {} };
	}
	const cause = at(thrown, 'cause') ?? thrown;
	const message = textOf(at(cause, 'message')) ?? textOf(at(thrown, 'message')) ?? String(thrown);
	const renewal = refusedRenewal(thrown);
	const response = at(cause, 'response');
	const status = Number(renewal?.status ?? at(response, 'status') ?? at(thrown, 'httpCode') ?? NaN);
	if (!Number.isInteger(status)) return { code: textOf(at(cause, 'code')), message, headers: {} };
	const data = at(response, 'data') ?? at(at(thrown, 'context'), 'data');
	const error = renewal ? renewal.error : at(data, 'error');
	return {
		status,
		code: textOf(at(error, 'code')),
		message: textOf(at(error, 'message')) ?? `The service answered with HTTP ${status}`,
		docUrl: textOf(at(error, 'doc_url')),
		headers: { ...(at(response, 'headers') as IDataObject | undefined) },
	};
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
	{ refusal, needs, credential }: RefusedRequest,
	itemIndex: number | undefined,
	properties: INodeProperties[],
): NodeApiError {
	const { status, code, docUrl } = refusal;
	const origin = [code, status && `HTTP ${status}`, docUrl].filter(Boolean).join(', ');
	const description = `${advice(refusal, needs, credential)} (${origin || 'no answer'})`;
	return new NodeApiError(
		node,
		{ error: { code, message: refusal.message, doc_url: docUrl } as never },
		{
			message: whatHappened(refusal, properties),
			description,
			httpCode: String(status ?? code ?? ''),
			itemIndex,
		},
	);
}

/** The service's validation messages are `<kind>: <path>: <text>`, e.g. `too_big: partner.email: Too big ...`. */
const VALIDATION = /^[a-z_]+: ([\w.[\]]*): (.+)$/s;

function whatHappened({ status, code, message }: Refusal, properties: INodeProperties[]): string {
	const [, fieldPath, text] = VALIDATION.exec(message) ?? [];
	if (fieldPath !== undefined && (status === 400 || status === 422)) {
		const path = fieldPath.replace(/\[\d+\]/g, '').split('.');
		const name = path.at(-1) ?? '';
		const label = name === '' ? 'The request' : `'${labelOf(path, properties) ?? wordsOf(name)}'`;
		return withCode(`${label} was not accepted: ${text}`, code);
	}
	if (status === undefined) {
		return code ? `The service could not be reached: ${message}` : message;
	}
	return withCode(message, code);
}

function withCode(message: string, code: string | undefined): string {
	return code ? `${message} (${code})` : message;
}

function advice({ status, code }: Refusal, needs: Needs, credential: UsedCredential): string {
	switch (status) {
		case undefined:
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
				? 'The service has trouble. Try again later; if the request changed something, look first whether it took effect.'
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
