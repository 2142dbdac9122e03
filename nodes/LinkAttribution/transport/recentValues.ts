/** As many as 20 pages of events have: 2 MB. More new events do not come in the time between two pages. */
const SIZE = 20_000;

/** The last values that were added, at least 20,000 of them: enough to notice what a list repeats. */
export class RecentValues {
	#current = new Set<unknown>();

	#previous = new Set<unknown>();

	/** @returns whether the value is not among the recent ones */
	add(value: unknown): boolean {
		const { size } = this.#current;
		const isNew = this.#current.add(value).size > size && !this.#previous.has(value);
		if (this.#current.size === SIZE) {
			this.#previous = this.#current;
			this.#current = new Set();
		}
		return isNew;
	}
}
