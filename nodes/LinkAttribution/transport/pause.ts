import { sleep } from 'n8n-workflow';

/** Waits for some milliseconds; throws the signal's reason as soon as it is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	await unlessAborted(sleep(milliseconds), signal);
}

/** Waits for a promise; throws the signal's reason as soon as it is aborted. */
export async function unlessAborted(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	let onAbort = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		onAbort = () => reject(signal?.reason as Error);
		signal?.addEventListener('abort', onAbort, { once: true });
	});
	try {
		await Promise.race([promise, aborted]);
	} finally {
		signal?.removeEventListener('abort', onAbort);
	}
}
