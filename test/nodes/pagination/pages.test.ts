import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { collect } from '../../../nodes/LinkAttribution/pagination/items';
import type { Page } from '../../../nodes/LinkAttribution/pagination/pages';

/** Pages with one item each, without an end. */
async function* endless(item: (number: number) => IDataObject): AsyncGenerator<Page> {
	for (let number = 1; ; number++) yield await Promise.resolve([item(number)]);
}

const ERRORS = {
	tooLong: {
		message: 'The list has more than 10,000 pages',
		description:
			"Narrow the filters. If the list should be short, check 'Base URL' in the credential.",
	},
	tooLarge: {
		message: 'The items of this list take more than 640 MB of memory',
		description: "Set 'Return As' to File, narrow the filters, or reduce 'Limit'.",
	},
};

describe('a list', () => {
	it('of up to 10,000 pages is read', async () => {
		expect(
			await collect(
				endless((id) => ({ id })),
				10_000,
			),
		).toHaveLength(10_000);
		await expect(
			collect(
				endless((id) => ({ id })),
				10_001,
			),
		).rejects.toMatchObject(ERRORS.tooLong);
	});

	it('of up to 640 MB is read', async () => {
		// In memory once, but counted with each item.
		const text = 'x'.repeat(1024 ** 2);
		const items = endless((id) => ({ id, text }));
		expect(await collect(items, 630)).toHaveLength(630);
		const more = endless((id) => ({ id, text }));
		await expect(collect(more, 640)).rejects.toMatchObject(ERRORS.tooLarge);
	});
});
