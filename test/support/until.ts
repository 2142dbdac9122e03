import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds; fails after `seconds`, telling what was waited for. */
export async function until(
	condition: () => boolean | Promise<boolean>,
	what: string,
	seconds = 10,
): Promise<void> {
	const deadline = Date.now() + seconds * 1000;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`waited ${seconds} seconds in vain for ${what}`);
		await sleep(10);
	}
}
