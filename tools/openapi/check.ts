import { readFile } from 'node:fs/promises';
import { OpenApiDocument, type JsonObject } from './document.ts';
import {
	checkRequest,
	fieldsNotOffered,
	requestsByOperation,
	type NodeRequest,
} from './requests.ts';
import { checkResponses } from './responses.ts';

/**
 * Prints how the node's requests and the sandbox's responses differ from an OpenAPI document.
 *
 * @param rows the node's requests
 * @returns whether all requests and responses are valid
 */
export async function check(file: string, rows: readonly NodeRequest[]): Promise<boolean> {
	const document = new OpenApiDocument(JSON.parse(await readFile(file, 'utf8')) as JsonObject);
	const { sent, undocumented } = requestsByOperation(document, rows);

	const requests = sent.map(({ operation, rows: own }) => ({
		title: operation.name,
		lines: own.flatMap((row) =>
			checkRequest(document, operation, row).map((problem) => `'${row.title}': ${problem}`),
		),
	}));
	const responses = await checkResponses(document, sent);
	const offered = sent.filter(({ rows: own }) => own.length > 0);
	const fields = offered.map((entry) => ({ entry, ...fieldsNotOffered(document, entry) }));
	const named = (kind: 'absent' | 'deprecated') =>
		fields.map(({ entry, [kind]: names }) => ({ title: entry.operation.name, lines: names }));

	const counts = [
		list('Invalid requests', requests),
		list(
			'Invalid responses',
			responses.map(({ operation, problems }) => ({ title: operation, lines: problems })),
		),
	];
	const absent = list('Fields that the node does not offer', named('absent'));
	const deprecated = list('Deprecated fields that the node does not offer', named('deprecated'));
	const missing = sent.filter(({ rows: own }) => own.length === 0);
	list(
		'Operations that the node does not offer',
		missing.map(({ operation }) => ({ title: operation.name, lines: [''] })),
	);
	list(
		'Requests that are not in the document',
		undocumented.map((title) => ({ title, lines: [''] })),
	);

	const successes = responses.reduce((sum, one) => sum + one.successes, 0);
	console.log(
		[
			`Operations: ${document.operations.length}, of which the node offers ${offered.length}`,
			`Requests: ${rows.length}, problems: ${counts[0]}`,
			`Successful responses: ${successes}, problems: ${counts[1]}`,
			`Fields not offered: ${absent}, and deprecated ones: ${deprecated}`,
		].join('\n'),
	);
	return counts[0] + counts[1] === 0;
}

/** Prints what there is, by operation. @returns the number of lines */
function list(heading: string, sections: { title: string; lines: string[] }[]): number {
	const filled = sections.filter(({ lines }) => lines.length > 0);
	if (filled.length === 0) return 0;
	console.log(`${heading}:`);
	for (const { title, lines } of filled) {
		console.log(`  ${title}`);
		for (const line of lines.filter((text) => text !== '')) console.log(`    ${line}`);
	}
	console.log('');
	return filled.reduce((sum, { lines }) => sum + lines.length, 0);
}
