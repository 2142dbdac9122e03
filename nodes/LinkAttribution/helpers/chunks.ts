/** A list cut into pieces of at most `size`. */
export function chunks<Item>(items: Item[], size: number): Item[][] {
	const pieces: Item[][] = [];
	for (let start = 0; start < items.length; start += size) {
		pieces.push(items.slice(start, start + size));
	}
	return pieces;
}
