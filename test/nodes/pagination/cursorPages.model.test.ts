import { expect, it } from '@jest/globals';
import fc, { type Scheduler } from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { cursorPages } from '../../../nodes/LinkAttribution/pagination/cursorPages';
import type { ApiContext } from '../../../nodes/LinkAttribution/transport/types';
import { modelRuns } from '../../support/node/modelRuns';

const PAGE_SIZE = 10;
const ALL = 12;

interface Item {
	id: string;
	/** Its place in the list. */
	rank: number;
	isListed: boolean;
	/** Whether it was listed all the time. */
	stayed: boolean;
}

interface ModelOptions {
	length: number;
	isFalling: boolean;
	ordered: number;
	count: unknown;
}

/** A list that is sorted by creation, but after a cursor by ID, and changes between any two requests. */
class ModelList {
	/** In the order of the list. */
	items: Item[];
	readonly #isFalling: boolean;
	readonly #isOrderedAt: (rank: number) => boolean;
	readonly #count: unknown;
	readonly #scheduler: Scheduler;

	/**
	 * @param ordered blocks of 128 ranks in which the order is that of the IDs, as it is not for what was imported; 12 for all
	 * @param count what the service tells instead of it
	 */
	constructor({ length, isFalling, ordered, count }: ModelOptions, scheduler: Scheduler) {
		this.#isFalling = isFalling;
		this.#isOrderedAt = (rank) => {
			const block = Math.floor(rank / 128);
			if (ordered === ALL) return true;
			return isFalling ? block >= ALL - ordered : block < ordered;
		};
		const ranks = Array.from({ length }, (_, n) => 10 * (n + 1));
		if (isFalling) ranks.reverse();
		this.items = ranks.map((rank) => this.#item(rank, true));
		this.#count = count;
		this.#scheduler = scheduler;
	}

	change(what: string, which: number): void {
		const { items } = this;
		const item = items[which % (items.length || 1)];
		switch (what) {
			case 'create':
				this.#add(1_000_000 + items.length + which);
				break;
			case 'join':
				this.#add(which);
				break;
			case 'delete':
				this.items = items.filter((one) => one !== item);
				break;
			case 'leave':
				if (item) Object.assign(item, { isListed: false, stayed: false });
				break;
			case 'return':
				if (item) item.isListed = true;
				break;
		}
	}

	#add(rank: number): void {
		const added = this.#item(rank, false);
		if (this.items.some(({ id }) => id === added.id)) return;
		this.items.push(added);
		this.items.sort((a, b) => (this.#isFalling ? b.rank - a.rank : a.rank - b.rank));
	}

	#item(rank: number, stayed: boolean): Item {
		const number = this.#isOrderedAt(rank) ? rank : rank ^ 64;
		return { id: `id_${String(number).padStart(8, '0')}`, rank, isListed: true, stayed };
	}

	/** The context of a node that asks it. */
	context(): ApiContext {
		return {
			getNode: () => ({ credentials: {} }),
			getCredentials: async () => ({ baseUrl: 'https://model.example' }),
			getCurrentNodeParameter: () => 'apiKey',
			helpers: {
				httpRequestWithAuthentication: async (_type: string, { url, qs }: IHttpRequestOptions) => {
					await this.#scheduler.schedule(Promise.resolve(), url);
					const body = url.endsWith('/count')
						? this.#countResponse()
						: this.#page(qs as IDataObject);
					return { statusCode: 200, headers: {}, body };
				},
			},
		} as unknown as ApiContext;
	}

	#after(cursor: string, items: Item[]): Item[] {
		const sign = this.#isFalling ? -1 : 1;
		const sorted = items.toSorted((a, b) => (a.id < b.id ? -sign : sign));
		return sorted.filter(({ id }) => (this.#isFalling ? id < cursor : id > cursor));
	}

	#countResponse(): unknown {
		return this.#count ?? this.items.filter(({ isListed }) => isListed).length;
	}

	#page({ page, pageSize, startingAfter }: IDataObject): { id: string }[] {
		const size = Number(pageSize);
		const cursor = this.items.findIndex(({ id }) => id === startingAfter);
		if (startingAfter !== undefined && cursor < 0) {
			throw Object.assign(new Error('no such cursor'), {
				response: { status: 422, headers: {}, data: {} },
			});
		}
		const all = this.items.filter(({ isListed }) => isListed);
		const after = startingAfter === undefined ? all : this.#after(String(startingAfter), all);
		const start = (Number(page ?? 1) - 1) * size;
		return after.slice(start, start + size).map(({ id }) => ({ id }));
	}
}

const change = fc.record({
	what: fc.constantFrom('create', 'create', 'join', 'delete', 'delete', 'leave', 'return'),
	which: fc.nat({ max: 1200 }),
});

const model = fc.record({
	length: fc.nat({ max: 150 }),
	isFalling: fc.boolean(),
	ordered: fc.oneof(fc.constant(ALL), fc.nat({ max: ALL })),
	count: fc.option(fc.constantFrom(0, 40, 1e15, 'many'), { nil: undefined, freq: 4 }),
	changes: fc.array(change, { maxLength: 30 }),
	scheduler: fc.scheduler(),
});

it('whatever changes between two requests, all that stayed comes once, and in the order of the IDs', async () => {
	await fc.assert(
		fc.asyncProperty(model, async ({ changes, scheduler, ...options }) => {
			const list = new ModelList(options, scheduler);
			for (const { what, which } of changes) {
				void scheduler.schedule(Promise.resolve(), what).then(() => list.change(what, which));
			}
			const found: string[] = [];
			const read = async () => {
				const request = { path: '/links', countPath: '/links/count' };
				for await (const page of cursorPages(list.context(), request, Infinity, PAGE_SIZE)) {
					found.push(...page.map(({ id }) => String(id)));
				}
			};
			await scheduler.waitFor(read());
			// Requests that were read ahead in vain.
			await scheduler.waitIdle();
			const stayed = list.items.filter((item) => item.stayed).map(({ id }) => id);
			const expected = new Set(stayed);
			const complete = found.filter((id) => expected.has(id));
			if (options.ordered === ALL) expect(complete).toEqual(stayed);
			// Such a list is read by page numbers, too, which changes can shift.
			else if (changes.length === 0) expect(complete.toSorted()).toEqual(stayed.toSorted());
			expect(new Set(found).size).toBe(found.length);
		}),
		modelRuns(400),
	);
});
