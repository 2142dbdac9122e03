import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bytesOf, textOf } from './binaryStore';
import type { NodeService } from './nodeService';
import { linesOf, written } from './writtenFile';

export const FORMATS = ['csv', 'json', 'jsonLines'] as const;

/** So that what is read back is what was written. */
export const AS_IT_IS = { escapeFormulas: false };

/** Compares files with the items of the same query. */
export class SameRows {
	readonly #service: NodeService;

	/** The items by their parameters: nothing may change them. */
	readonly #known = new Map<string, IDataObject[]>();

	constructor(service: NodeService) {
		this.#service = service;
	}

	/** @returns the items */
	async expect(
		parameters: INodeParameters,
		format: (typeof FORMATS)[number],
		fileOptions: INodeParameters = {},
	): Promise<IDataObject[]> {
		const items = await this.#itemsOf(parameters);
		const options = { ...fileOptions, ...(format === 'csv' && AS_IT_IS) };
		const file = await written(this.#service, { ...parameters, fileFormat: format }, options);
		const text = await textOf(file);
		expect(file.json).toMatchObject({ rows: items.length, bytes: (await bytesOf(file)).length });
		switch (format) {
			case 'csv':
				expectEqual(
					cellsOfFile(text).map(sorted),
					items.map((item) => sorted(cellsOf(item))),
				);
				break;
			case 'json':
				expectEqual(JSON.parse(text), items);
				break;
			case 'jsonLines': {
				const lines = text.split('\n');
				expect(lines.pop()).toBe('');
				expectEqual(
					lines.map((line) => JSON.parse(line) as IDataObject),
					items,
				);
				break;
			}
		}
		return items;
	}

	async #itemsOf(parameters: INodeParameters): Promise<IDataObject[]> {
		const key = JSON.stringify(parameters);
		const items =
			this.#known.get(key) ?? (await this.#service.output({ ...parameters, returnAs: 'items' }));
		this.#known.set(key, items);
		return items;
	}
}

/** What a cell of a CSV file says. */
function cellOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value as string);
}

/** The cells of an item by column, without empty ones. */
function cellsOf(item: IDataObject, prefix = ''): [string, string][] {
	return Object.entries(item).flatMap(([name, value]): [string, string][] => {
		const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
		if (isNested && Object.keys(value).length > 0) {
			return cellsOf(value as IDataObject, `${prefix}${name}.`);
		}
		const cell = cellOf(value);
		return cell === '' ? [] : [[prefix + name, cell]];
	});
}

/** The same of each line of a CSV file. */
function cellsOfFile(text: string): [string, string][][] {
	const [header = [], ...lines] = linesOf(text);
	return lines.map((line) =>
		line.flatMap((cell, index): [string, string][] => {
			if (cell === '') return [];
			if (header[index] !== 'otherFields') return [[header[index], cell]];
			return cellsOf(JSON.parse(cell) as IDataObject);
		}),
	);
}

function sorted(cells: [string, string][]): [string, string][] {
	return cells.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Faster than `toEqual` as long as they are equal. */
function expectEqual(actual: unknown, expected: unknown): void {
	if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
