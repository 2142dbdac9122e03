import { UserError, type IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v4';
import { isObject } from '../input/json';
import { JsonList } from './jsonList';
import type { ApiRequest, Rows } from './types';

type Route = Pick<ApiRequest, 'method' | 'path'>;

/** A response that is not what the service sends. */
export class UnexpectedResponse extends UserError {
	/** Whether the request may have changed something. */
	readonly mayHaveSucceeded: boolean;

	constructor(message: string, description: string, mayHaveSucceeded: boolean) {
		super(message, { description });
		this.mayHaveSucceeded = mayHaveSucceeded;
	}
}

/** @throws UnexpectedResponse if it is not a list of objects */
export function asList(body: unknown, request: Route): IDataObject[] {
	if (!Array.isArray(body)) throw unexpected(request, 'is not a list');
	if (!body.every(isObject)) throw unexpected(request, 'is not a list of objects');
	return body;
}

/**
 * Items of a list, each checked when it is read.
 *
 * @throws UnexpectedResponse if it is not a list of objects
 */
export function asRows(body: unknown, request: Route): Rows {
	if (!(body instanceof JsonList)) return asList(body, request);
	return {
		length: body.length,
		*[Symbol.iterator]() {
			for (const item of body) {
				if (!isObject(item)) throw unexpected(request, 'is not a list of objects');
				yield item;
			}
		},
	};
}

/**
 * Checks the fields of a response that are read, and drops the others.
 *
 * @throws UnexpectedResponse naming the field that differs
 */
export function checkResponse<Output>(
	schema: z.ZodType<Output>,
	body: unknown,
	request: Route,
): Output {
	const result = schema.safeParse(body);
	if (result.success) return result.data;
	const [{ path, message }] = result.error.issues;
	throw unexpected(
		request,
		`has an unexpected format: ${path.map(String).join('.') || 'body'}: ${message}`,
	);
}

/** @param problem with the response, as the end of a sentence */
export function unexpected({ method, path }: Route, problem: string): UnexpectedResponse {
	const isChange = method !== 'GET';
	const outcome = isChange ? '. The request may have succeeded' : '';
	const caution = isChange ? 'Check the service before you run this step again. ' : '';
	return new UnexpectedResponse(
		`The response to ${method} ${path} ${problem}${outcome}`,
		`${caution}Check 'Base URL' in the credential. If it is correct, look for a newer version of this node.`,
		isChange,
	);
}
