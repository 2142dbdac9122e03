import type { z } from 'zod/v4';
import { faultSchema, type Fault } from '../faults/schema.ts';
import { UsageError } from './values.ts';

const KINDS = faultSchema.options.map(({ shape }) => shape.kind.value);

export const FAULT_HELP = [
	'rateLimited   429 [wait=MS]',
	'              [notation=seconds|httpDate|epochSeconds|epochMilliseconds|none]',
	'status        [status=500|502|503|504]',
	'reset         the connection is reset',
	'truncated     the connection ends within the body',
	'slow          [stall=MS] [stallAt=body] [bytesPerSecond=N]',
	'html, empty   200 with an HTML page, or with an empty body',
	'all: [share=0.3] [times=N] [seed=N] [after=carriedOut]; with the last one,',
	'the request succeeds and only its response is lost or damaged',
];

/**
 * Reads `kind,METHOD /path,name=value,…`, for example `status,POST /links,status=503,times=2`. Method and path are
 * optional.
 */
export function parseFault(text: string): Fault {
	const [kind, ...parts] = text.split(',').map((part) => part.trim());
	const fields = parts.flatMap((part) => {
		const assignment = /^(\w+)=(.*)$/.exec(part);
		return assignment ? [[assignment[1], valueOf(assignment[2])]] : target(part, text);
	});
	const result = faultSchema.safeParse({ ...Object.fromEntries(fields), kind });
	if (result.success) return result.data;
	throw new UsageError(`--fault "${text}": ${problem(result.error.issues[0])}.`);
}

function target(part: string, text: string): [string, string][] {
	const [found, method, path] = /^([A-Za-z]+)?(?:(?:^|\s+)(\/\S*|\*))?$/.exec(part) ?? [];
	if (!found) {
		throw new UsageError(`--fault "${text}": "${part}" is neither METHOD /path nor name=value.`);
	}
	const fields: [string, string][] = [];
	if (method) fields.push(['method', method.toUpperCase()]);
	if (path) fields.push(['path', path]);
	return fields;
}

function valueOf(text: string): string | number {
	return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function problem({ path, message }: z.core.$ZodIssue): string {
	if (path[0] === 'kind') return `the kind must be one of: ${KINDS.join(', ')}`;
	return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
