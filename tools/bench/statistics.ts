/** @param share 0.5 is the median; with an even number of values it lies between the middle two */
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
