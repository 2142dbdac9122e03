import { isExecution } from './n8nQuirks';
import type { ApiContext } from './types';

/** How long the service has accepted no request of an execution: such requests share its Max Wait. */
class Stall {
	#since?: number;

	/** Milliseconds. */
	get time(): number {
		return this.#since === undefined ? 0 : performance.now() - this.#since;
	}

	begin(): void {
		this.#since ??= performance.now();
	}

	end(): void {
		this.#since = undefined;
	}
}

const stalls = new WeakMap<ApiContext, Stall>();

/** That of the node's execution; of any other context, a new one for each request. */
export function stallOf(context: ApiContext): Stall {
	const stall = stalls.get(context) ?? new Stall();
	if (isExecution(context)) stalls.set(context, stall);
	return stall;
}
