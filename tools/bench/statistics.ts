/** @param share 0.5 for the median, which is the mean of the middle two of an even number of values */
export function quantile(values: number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const position = (sorted.length - 1) * share;
	const below = sorted[Math.floor(position)];
	const above = sorted[Math.ceil(position)];
	return below + (above - below) * (position - Math.floor(position));
}

export function median(values: number[]): number {
	return quantile(values, 0.5);
}
