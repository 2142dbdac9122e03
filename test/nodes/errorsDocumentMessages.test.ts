import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from '@jest/globals';

const FILE = join(__dirname, '../../docs/errors.md');

/** Messages that no test can cause in a reasonable time, or that are no errors of a person's input. */
const NOT_SHOWN = [
	// Takes 10,000 requests.
	/^The list has more than/,
	// Takes much memory.
	/^The items of this list take more than/,
	// The person cancelled it.
	/^The execution was cancelled/,
	// Ends a reading; the poll then reads the list of the other workspace.
	/^The credential is of another workspace/,
];

const ERRORS = ['NodeApiError', 'NodeOperationError', 'TooLarge', 'UserError'];

/** The texts of the messages in a source file, with `…` for what is inserted. */
function messagesIn(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const messages: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node) && ERRORS.includes(node.expression.getText(source))) {
			for (const argument of node.arguments ?? []) {
				if (ts.isStringLiteralLike(argument)) messages.push(argument.text);
				if (!ts.isTemplateExpression(argument)) continue;
				const inserted = argument.templateSpans.map(({ literal }) => `…${literal.text}`);
				messages.push(argument.head.text + inserted.join(''));
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return messages;
}

it('docs/errors.md has each message of the source', () => {
	const shown = readFileSync(FILE, 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('> '));
	const root = join(__dirname, '../..');
	const messages = globSync(join(root, '{credentials,nodes}/**/*.ts')).flatMap(messagesIn);
	expect(messages.length).toBeGreaterThan(80);
	const missing = messages.filter((message) => {
		const parts = message.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
		const form = new RegExp(`^> ${parts.join('.+')}$`);
		return !shown.some((line) => form.test(line));
	});
	expect(missing.filter((message) => !NOT_SHOWN.some((one) => one.test(message)))).toEqual([]);
});
