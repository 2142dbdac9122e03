import type { IExecuteFunctions } from 'n8n-workflow';

const hinted = new WeakMap<IExecuteFunctions, Set<string>>();

/** Tells the person something beside the output; for many input items the same text once. */
export function hint(this: IExecuteFunctions, message: string): void {
	// Earlier versions of n8n 1 show no hints.
	if (typeof this.addExecutionHints !== 'function') return;
	const messages = hinted.get(this) ?? new Set();
	hinted.set(this, messages);
	if (messages.has(message)) return;
	messages.add(message);
	this.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}
