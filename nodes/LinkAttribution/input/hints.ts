import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isTool } from './model';

/**
 * Text as the editor shows it: it renders hints and the descriptions of errors as HTML, in which links and styles are
 * allowed. Ours contain none, so every tag is from the service, an item, or another user. An entity such as `&lt;` would
 * be visible in execution data, logs, and emails.
 */
export function withoutTags(text: string): string {
	return text.replace(/<(?![\s\d='"])/g, '‹');
}

const hinted = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a hint beside the output of the node, each text only once for all input items. */
export function hint(context: IExecuteFunctions, text: string): void {
	// Earlier versions of n8n 1 do not support hints.
	if (typeof context.addExecutionHints !== 'function') return;
	const message = withoutTags(text);
	const messages = hinted.get(context) ?? new Set();
	hinted.set(context, messages);
	if (messages.has(message)) return;
	messages.add(message);
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

/** The output with a hint, which a model reads as a note. */
export function withHint(
	context: IExecuteFunctions,
	output: IDataObject,
	text: string,
): IDataObject {
	hint(context, text);
	return isTool(context) ? { ...output, note: text } : output;
}
