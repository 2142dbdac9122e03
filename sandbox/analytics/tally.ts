import type { EventKind } from '../event/query.ts';
import { eventConditions, type EventSelection } from '../event/selection.ts';
import type { Database, Row } from '../store/database.ts';
import { namesOf, type Dimension, type Grouping } from './groups.ts';

type Counts = Record<string, number>;

type CountedGroup = Record<string, Dimension[string] | number>;

const NO_EVENTS = { clicks: 0, leads: 0, sales: 0, saleAmount: 0 };

/** Counters by group. */
export class Tally {
	readonly #zero: Counts;
	readonly #groups = new Map<string, { dimension: Dimension; counts: Counts }>();

	/** @param more counters in addition to those of events */
	constructor({ always = [] }: Grouping, more: Counts = {}) {
		this.#zero = { ...NO_EVENTS, ...more };
		for (const dimension of always) this.#group(dimension);
	}

	add(dimension: Dimension, counter: string, amount: number): void {
		this.#group(dimension).counts[counter] += amount;
	}

	/** In the order of their first event. */
	get groups(): CountedGroup[] {
		return [...this.#groups.values()].map(({ dimension, counts }) => ({ ...dimension, ...counts }));
	}

	/** Sorted by a counter, highest first. */
	ranked(counter: string): CountedGroup[] {
		return this.groups.sort((a, b) => Number(b[counter]) - Number(a[counter]));
	}

	#group(dimension: Dimension) {
		const name = JSON.stringify(dimension);
		const group = this.#groups.get(name) ?? { dimension, counts: { ...this.#zero } };
		this.#groups.set(name, group);
		return group;
	}
}

/** Counts the events that `GET /events` would list, so not those of deleted links. */
export function countEvents(
	db: Database,
	selection: EventSelection,
	kinds: readonly EventKind[],
	grouping: Grouping,
	tally: Tally,
): void {
	for (const kind of kinds) {
		const conditions = eventConditions(selection, kind);
		const parts = db.all<Row & { events: number; amount: number | null }>(
			`SELECT ${grouping.columns}, count(*) AS events, sum(amount) AS amount FROM events
			 WHERE ${conditions.sql} AND link_id IN (SELECT id FROM links WHERE workspace_id = ?)
			 GROUP BY ${namesOf(grouping)}`,
			...conditions.params,
			selection.workspaceId,
		);
		for (const { events, amount, ...part } of parts) {
			for (const group of grouping.groupsOf(part)) {
				tally.add(group, kind, events);
				if (kind === 'sales') tally.add(group, 'saleAmount', amount ?? 0);
			}
		}
	}
}
