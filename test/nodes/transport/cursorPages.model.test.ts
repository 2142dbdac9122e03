import { expect, it } from '@jest/globals';
import fc, { type Scheduler } from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { cursorPages } from '../../../nodes/LinkAttribution/transport/cursorPages';
import type { ApiContext } from '../../../nodes/LinkAttribution/transport/types';
import { modelRuns } from '../../support/node/modelRuns';

const PAGE_SIZE = 10;

interface Item {
	id: string;
	isListed: boolean;
	/** Whether it was listed all the time. */
	stayed: boolean;
}

/** A list with a cursor and with page numbers, which changes between any two requests. */
class ModelList {
	/** In the order of the list. */
	items: Item[];
	readonly #isFalling: boolean;
	readonly #count: unknown;
	readonly #scheduler: Scheduler;

	/** @param count what the service tells instead of it */
	constructor(length: number, isFalling: boolean, count: unknown, scheduler: Scheduler) {
		const ids = Array.from({ length }, (_, n) => idOf(10 * (n + 1)));
		if (isFalling) ids.reverse();
		this.items = ids.map((id) => ({ id, isListed: true, stayed: true }));
		this.#isFalling = isFalling;
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

	#add(number: number): void {
		const id = idOf(number);
		if (this.items.some((item) => item.id === id)) return;
		this.items.push({ id, isListed: true, stayed: false });
		this.items.sort((a, b) => (a.id < b.id === this.#isFalling ? 1 : -1));
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
		const after = this.items.slice(cursor + 1).filter(({ isListed }) => isListed);
		const start = (Number(page ?? 1) - 1) * size;
		return after.slice(start, start + size).map(({ id }) => ({ id }));
	}
}

function idOf(number: number): string {
	return `id_${String(number).padStart(8, '0')}`;
}

const change = fc.record({
	what: fc.constantFrom('create', 'create', 'join', 'delete', 'delete', 'leave', 'return'),
	which: fc.nat({ max: 1200 }),
});

const model = fc.record({
	length: fc.nat({ max: 150 }),
	isFalling: fc.boolean(),
	count: fc.option(fc.constantFrom(0, 40, 1e15, 'many'), { nil: undefined, freq: 4 }),
	changes: fc.array(change, { maxLength: 30 }),
	scheduler: fc.scheduler(),
});

it('whatever changes between two requests, all that stayed comes once and in order', async () => {
	await fc.assert(
		fc.asyncProperty(model, async ({ length, isFalling, count, changes, scheduler }) => {
			const list = new ModelList(length, isFalling, count, scheduler);
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
			expect(found.filter((id) => expected.has(id))).toEqual(stayed);
			expect(new Set(found).size).toBe(found.length);
		}),
		modelRuns(400),
	);
}, 300_000);
