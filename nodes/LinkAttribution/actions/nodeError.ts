import { NodeApiError, NodeOperationError, type INode, type INodeProperties } from 'n8n-workflow';
import { asError, asText, at } from '../input/unknown';
import { labelOf, wordsOf } from '../input/labels';
import { withoutTags } from '../input/hints';
import { isCertificateError, isPlainHttp } from '../transport/retryPolicy';
import { ApiError, isRateLimited } from '../transport/apiError';
import type { ApiFailure, RequestHistory } from '../transport/types';
import { adviceFor, outcomeAdvice, VALIDATION } from './advice';

/** Turns anything that was thrown into an error of n8n, with its item. */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex: number | undefined,
	properties: INodeProperties[],
): NodeApiError | NodeOperationError {
	if (thrown instanceof ApiError) {
		return fromApiError(node, thrown, itemIndex, properties);
	}
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) {
		thrown.context.itemIndex = itemIndex;
		return thrown;
	}
	const error = asError(thrown);
	return new NodeOperationError(node, withoutTags(error.message), {
		itemIndex,
		description: withoutTags(asText(at(error, 'description')) ?? ''),
	});
}

function fromApiError(
	node: INode,
	thrown: ApiError,
	itemIndex: number | undefined,
	properties: INodeProperties[],
): NodeApiError {
	const { failure, history, note } = thrown;
	const { status, code, docUrl } = failure;
	const origin = [code, status && `HTTP ${status}`, docUrl].filter(Boolean).join(', ');
	const remedy = adviceFor(node, thrown, properties);
	const parts = [remedy, note, `(${origin || 'no response'})`].filter(Boolean);
	const description = withoutTags(parts.join(' '));
	const message = withoutTags(withLabels(whatHappened(failure, history, properties), properties));
	const error = new NodeApiError(
		node,
		{ error: responseOf(failure) as never },
		{ message, description, httpCode: String(status ?? code ?? ''), itemIndex },
	);
	// n8n has its own words for broken connections, which advise to send the request again.
	error.message = message;
	return error;
}

function responseOf({ code = '', message, docUrl = '' }: ApiFailure) {
	const texts = { code, message, doc_url: docUrl };
	return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, withoutTags(text)]));
}

function whatHappened(
	failure: ApiFailure,
	{ outcome }: RequestHistory,
	properties: INodeProperties[],
): string {
	const { status, code, message } = failure;
	const [, fieldPath, text] = VALIDATION.exec(message) ?? [];
	if (fieldPath !== undefined && (status === 400 || status === 422)) {
		const path = fieldPath.replace(/\[\d+\]/g, '').split('.');
		const name = path.at(-1) ?? '';
		const label = name === '' ? 'The request' : `'${labelOf(path, properties) ?? wordsOf(name)}'`;
		return `${label} was not accepted: ${text}`;
	}
	if (status !== undefined || code === undefined || isRateLimited(failure)) return message;
	if (outcome === 'unknown' || code === 'ETIMEDOUT')
		return `The service did not respond: ${message}`;
	return `The service could not be reached: ${connectionProblem(failure)}`;
}

function connectionProblem(failure: ApiFailure): string {
	const { code = '', message } = failure;
	if (isPlainHttp(failure)) return 'the server at this address does not use HTTPS';
	// Node.js appends advice about its command-line options.
	return isCertificateError(code) ? message.split(';', 1)[0] : message;
}

/** A message of the service with the labels of the fields instead of their names, e.g. `tagNames`. */
function withLabels(message: string, properties: INodeProperties[]): string {
	return message.replace(/(?<![\w'./])[a-z]+(?:[A-Z][a-z]*)+(?![\w'/]|\.\w)/g, (name) => {
		const label = labelOf([name], properties);
		return label === undefined ? name : `'${label}'`;
	});
}

/** The text of an error in the output, where no description is shown, also whether the request may have succeeded. */
export function outputErrorOf({ message }: Error, thrown: unknown): string {
	const outcome = thrown instanceof ApiError ? outcomeAdvice(thrown.history) : undefined;
	return outcome === undefined ? message : `${message.replace(/\.$/, '')}. ${outcome}`;
}
