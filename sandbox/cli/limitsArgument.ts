import type { Limits } from '../http/rateLimit.ts';
import { UsageError } from './usageError.ts';

/** Reads `off`, or `general=N`, `analytics=N` or both with a comma between. */
export function parseLimits(text: string): Limits {
	if (text === 'off') return 'off';
	const parts = text.split(',').map((part) => /^(general|analytics)=(\d{1,9})$/.exec(part));
	if (parts.includes(null)) {
		throw new UsageError(`--limits takes off, or general=N,analytics=N, not "${text}".`);
	}
	return Object.fromEntries(parts.map((part) => [part?.[1], Number(part?.[2])])) as Limits;
}
