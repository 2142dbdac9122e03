import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import type { Fault } from '../../../sandbox/app/faults/schema';
import { atDepth } from '../../support/depth';
import { startService, type NodeService } from '../../support/node/nodeService';
import { passTime, withVirtualWaits } from '../../support/node/virtualWaits';

/** Seconds. */
const TIMEOUT = 10;

export const requestOptions = { longestWait: 86_400, timeout: TIMEOUT };

/** Share of the requests that are hit, and the seed that says which. */
const ALL_STORMS = [
	[0.4, 3],
	[0.25, 2],
	[0.1, 1],
] as const;

export const STORMS = ALL_STORMS.slice(0, atDepth(1, 3));

/** A sandbox with faults; available in tests and hooks. */
export class StormBench {
	service!: NodeService;

	/** Starts it for a test file. */
	constructor() {
		beforeAll(async () => {
			this.service = await startService({ limits: 'off' });
		});
		beforeEach(() => {
			this.service.proxy.reset();
			this.service.sandbox.faults.set([]);
			this.service.sandbox.requests.clear();
		});
		afterAll(() => this.service.close());
	}

	/** All faults, which together hit `share` of the requests. */
	storm(share: number, seed: number): void {
		const notations = ['seconds', 'httpDate', 'epochSeconds', 'epochMilliseconds', 'none'] as const;
		const limited = notations.map(
			(notation) => ({ kind: 'rateLimited', wait: 2000, notation }) as const,
		);
		const statuses = ([500, 502, 503, 504] as const).map(
			(status) => ({ kind: 'status', status }) as const,
		);
		const broken = (['reset', 'truncated', 'html', 'empty'] as const).map((kind) => ({ kind }));
		const slow = { kind: 'slow', stall: 600_000, times: 1 } as const;
		const troubles = [...statuses, ...broken, slow];
		const late = troubles.map((fault) => ({ ...fault, after: 'carriedOut' }) as const);
		const faults: Fault[] = [...limited, ...troubles, ...late];
		this.service.sandbox.faults.set(
			faults.map((fault, index) => ({
				...fault,
				share: share / faults.length,
				// Similar seeds start with similar random numbers, so that all faults would come together.
				seed: Math.imul(seed * 100 + index, 0x9e3779b1),
			})),
		);
	}

	/** Requests that were hit. */
	hits(): number {
		return this.service.sandbox.faults.all().reduce((sum, fault) => sum + fault.hits, 0);
	}

	/**
	 * Runs `work` without waiting. Requests time out as soon as the only open ones are those that the sandbox stalls.
	 */
	async weather<T>(work: () => Promise<T>): Promise<T> {
		const stalledBefore = this.service.proxy.underWay;
		let stalled = 0;
		let timeouts: AbortController[] = [];
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			const controller = new AbortController();
			timeouts.push(controller);
			return controller.signal;
		});
		const { result } = await withVirtualWaits(async () => {
			const outcome = { hasEnded: false };
			const working = work().finally(() => (outcome.hasEnded = true));
			while (!outcome.hasEnded) {
				await delay(10);
				const hits = this.#slowHits();
				if (hits === stalled || this.service.proxy.underWay - stalledBefore > hits) continue;
				stalled = hits;
				passTime(TIMEOUT * 1000);
				for (const each of timeouts) each.abort();
				timeouts = [];
			}
			return await working;
		}).finally(() => timeout.mockRestore());
		return result;
	}

	#slowHits(): number {
		const slow = this.service.sandbox.faults.all().filter(({ kind }) => kind === 'slow');
		return slow.reduce((sum, { hits }) => sum + hits, 0);
	}
}
