import {
	Cursor,
	type CursorSettings,
	type CursorState,
} from '../../../nodes/LinkAttribution/trigger/eventList/cursor/cursor';
import type {
	Entry,
	PageRead,
	PageRequest,
} from '../../../nodes/LinkAttribution/trigger/eventList/page';
import { readRoundRobin } from '../../../nodes/LinkAttribution/trigger/eventList/roundRobin';

const DAY = 86_400_000;

export interface ModelEvent {
	/** Not unique: the service stores some events twice. */
	id: string;
	/** Timestamp in the response, epoch milliseconds. */
	time: number;
	/** When it becomes visible, epoch milliseconds. */
	arrival: number;
	/** When its link is deleted, epoch milliseconds. */
	deleted?: number;
}

export interface ModelSettings {
	/** The precision of `start`. */
	window: 'days' | 'instant';
	/** Whether responses have a `Date` header, in whole seconds. */
	sendsDate: boolean;
	/**
	 * The order of events with the same timestamp: the reverse one if the list is read in the other direction, the same one
	 * in both, or another one in each response.
	 */
	ties: 'reversed' | 'same' | 'shuffled';
	/**
	 * How events of a deleted link disappear: from a page, which is then shorter, or, with a filter by link, from the
	 * list.
	 */
	deletion?: 'hides' | 'removes';
}

/** `GET /events` in memory, with the quirks of its pages. */
export class ModelService {
	/** Epoch milliseconds. */
	now = 0;

	requests = 0;

	/** Total number of events in the responses. */
	rows = 0;

	/** Oldest first. */
	events: ModelEvent[] = [];

	readonly #settings: ModelSettings;

	#random = 1;

	constructor(events: ModelEvent[], settings: ModelSettings) {
		this.#settings = settings;
		this.add(...events);
	}

	get sendsDate(): boolean {
		return this.#settings.sendsDate;
	}

	add(...events: ModelEvent[]): void {
		this.events = [...this.events, ...events].sort((a, b) => a.time - b.time);
	}

	isShown({ arrival, deleted = Infinity }: ModelEvent): boolean {
		return arrival <= this.now && this.now < deleted;
	}

	read({ start, sortOrder, page, limit }: PageRequest): PageRead<ModelEvent> {
		this.requests += 1;
		const direction = sortOrder === 'asc' ? 1 : -1;
		const found = this.#find(start, direction, page * limit);
		const stored = this.#settings.ties === 'same' ? inStableOrder(found, direction) : found;
		const entries = this.#slice(stored, direction, (page - 1) * limit, limit)
			.filter((event) => this.isShown(event))
			.map((event) => ({ id: event.id, time: event.time, item: event }));
		this.rows += entries.length;
		const serverTime = Math.floor(this.now / 1000) * 1000;
		return { entries, ...(this.#settings.sendsDate && { serverTime }) };
	}

	/** What a window contains, at least the first `count` events, and all that share the instant of the last of them. */
	#find(start: number | undefined, direction: number, count: number): ModelEvent[] {
		const { events } = this;
		const from = start === undefined ? -Infinity : this.#windowStart(start);
		const removes = this.#settings.deletion === 'removes';
		const found: ModelEvent[] = [];
		const first = direction > 0 ? firstSince(events, from) : events.length - 1;
		for (let index = first; index >= 0 && index < events.length; index += direction) {
			const event = events[index];
			if (event.time < from) break;
			if (found.length >= count && event.time !== found[found.length - 1].time) break;
			if (removes ? this.isShown(event) : event.arrival <= this.now) found.push(event);
		}
		return found;
	}

	#windowStart(start: number): number {
		return this.#settings.window === 'days' ? Math.floor(start / DAY) * DAY : start;
	}

	/** A page of `sorted`, with events of the same timestamp in random order. */
	#slice(sorted: ModelEvent[], direction: number, from: number, limit: number): ModelEvent[] {
		if (this.#settings.ties !== 'shuffled') return sorted.slice(from, from + limit);
		let first = Math.min(from, sorted.length);
		while (first > 0 && sorted[first - 1].time === sorted[first]?.time) first -= 1;
		let end = Math.min(from + limit, sorted.length);
		while (end < sorted.length && sorted[end].time === sorted[end - 1]?.time) end += 1;
		const shuffled = sorted
			.slice(first, end)
			.map((event) => ({ event, rank: this.#nextRandom() }))
			.sort((a, b) => direction * (a.event.time - b.event.time) || a.rank - b.rank)
			.map(({ event }) => event);
		return shuffled.slice(from - first, from - first + limit);
	}

	/** Pseudorandom, the same in every run. */
	#nextRandom(): number {
		this.#random = (this.#random * 48_271) % 2_147_483_647;
		return this.#random;
	}
}

function inStableOrder(found: ModelEvent[], direction: number): ModelEvent[] {
	if (direction > 0) return found;
	return [...found].reverse().sort((a, b) => b.time - a.time);
}

/** The index of the first event that is not before an instant, by bisection. */
function firstSince(events: ModelEvent[], instant: number): number {
	let [low, high] = [0, events.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (events[middle].time < instant) low = middle + 1;
		else high = middle;
	}
	return low;
}

export interface PollConditions {
	/** Milliseconds that pass with each request. */
	latency?: number;
	/** Pages after which the time is up. */
	pagesInTime?: number;
	/** Number of the page for which the service cannot be reached. */
	failsAt?: number;
	/** When the kinds without a state were published, epoch milliseconds by the service's clock. Default: with this poll. */
	publishedAt?: number;
}

interface ModelPoll {
	entries: Array<Entry<ModelEvent>>;
	/** By kind; undefined for one that was not read yet. */
	states: Array<CursorState | undefined>;
	/** The kind that the next poll reads first. */
	next: number;
	isComplete: boolean;
	pages: number;
}

/** How many events a node remembers and emits. */
export interface ModelCapacity extends CursorSettings {
	memory: number;
	items: number;
}

/** A poll of several kinds, each with a separate service. */
export async function pollKinds(
	services: ModelService[],
	states: Array<CursorState | undefined>,
	{ memory, items, ...settings }: ModelCapacity,
	conditions: PollConditions = {},
	first = 0,
): Promise<ModelPoll> {
	const { latency = 0, pagesInTime = Infinity, failsAt = Infinity, publishedAt } = conditions;
	const capacity = { memory, items };
	const publishing = publishingOf(services[0], publishedAt);
	const cursors = states.map(
		(state) =>
			new Cursor<ModelEvent>(state, { ...settings, publishing: () => publishing }, capacity),
	);
	const order = services.map((_, index) => (index + first) % services.length);
	let pages = 0;
	const { next, outcomes } = await readRoundRobin(
		order.map((kind) => ({
			reading: cursors[kind].read(),
			readPage: async (request) => {
				pages += 1;
				if (pages > 20_000) throw new Error('The poll does not end');
				if (pages === failsAt) throw new Unreachable();
				const page = services[kind].read(request);
				for (const service of services) service.now += latency;
				return await Promise.resolve(page);
			},
		})),
		() => pages < pagesInTime,
	);
	for (const { error } of outcomes) {
		if (error !== undefined && !(error instanceof Unreachable)) throw error as Error;
	}
	return {
		entries: cursors.flatMap(({ entries }) => entries).sort((a, b) => a.time - b.time),
		// As stored across a restart.
		states: cursors.map(({ state }) => state && (JSON.parse(JSON.stringify(state)) as CursorState)),
		next: order[next],
		isComplete: cursors.every((cursor) => cursor.isComplete),
		pages,
	};
}

/** As in `poll.ts`. */
function publishingOf(service: ModelService, publishedAt: number | undefined) {
	if (publishedAt === undefined && !service.sendsDate) return undefined;
	const since = Math.floor((publishedAt ?? service.now) / 1000) * 1000;
	return { since, until: publishedAt === undefined ? since + 999 : since - 1 };
}

class Unreachable extends Error {}
