import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';

/** Milliseconds between two looks. */
const MIN_PAUSE = 10;
const MAX_PAUSE = 400;

/**
 * Waits until a condition holds; fails after `seconds`, telling what was waited for. A condition that is a promise costs
 * another process work, so the longer it takes, the less often it is looked at.
 */
export async function until(
	condition: () => boolean | Promise<boolean>,
	what: string | (() => string),
	seconds = 300,
): Promise<void> {
	const deadline = Date.now() + seconds * 1000;
	let pause = MIN_PAUSE;
	for (;;) {
		const holds = condition();
		if (await holds) return;
		if (Date.now() > deadline) {
			const missing = typeof what === 'string' ? what : what();
			throw new Error(`waited ${seconds} seconds in vain for ${missing}`);
		}
		if (typeof holds !== 'boolean') pause = Math.min(pause * 1.5, MAX_PAUSE);
		await sleep(pause);
	}
}

/** Waits for the next day if this one ends within a minute, so that what follows has one date. */
export async function untilDayLasts(zone: string): Promise<void> {
	const now = DateTime.now().setZone(zone);
	const left = now.endOf('day').diff(now).toMillis();
	if (left < 60_000) await sleep(left + 1);
}
