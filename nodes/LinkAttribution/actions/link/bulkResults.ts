import type { IDataObject } from 'n8n-workflow';

/** What a bulk call says of one link: the link, or `{ link, error, code }`. */
export type BulkResult = IDataObject;

export function isLinkError(result: BulkResult): boolean {
	return typeof result.error === 'string' && typeof result.code === 'string';
}

/**
 * Brings the answer to a bulk creation into the order of the links that were sent: the service gives those that it
 * created first, in their order, and then those that it did not.
 *
 * @param links as they were sent
 * @returns a result per link; undefined for those of which the service says nothing
 */
export function inOrderSent(
	links: IDataObject[],
	results: BulkResult[],
): Array<BulkResult | undefined> {
	const ordered: Array<BulkResult | undefined> = links.map(() => undefined);
	const free = new Set(links.keys());
	const place = (result: BulkResult, isOf: (link: IDataObject) => boolean) => {
		const candidates = [...free];
		const index = candidates.find((candidate) => isOf(links[candidate])) ?? candidates[0];
		if (index === undefined) return;
		free.delete(index);
		ordered[index] = result;
	};
	for (const result of results.filter(isLinkError)) {
		const refused = result.link as IDataObject;
		place(result, (link) => isSame(link, refused) && isSameUrl(link.url, refused?.url));
	}
	for (const result of results.filter((one) => !isLinkError(one))) {
		place(result, (link) => isSame(link, result));
	}
	return ordered;
}

/** Whether nothing that was given for the link contradicts what the service says. */
function isSame(link: IDataObject, said: IDataObject | undefined): boolean {
	return ['domain', 'key', 'externalId'].every((name) => {
		const given = link[name];
		return given === undefined || given === null || plain(given) === plain(said?.[name]);
	});
}

/** As the service stores them: without slashes around a slug, or the prefix of an external ID. */
function plain(value: unknown): string {
	return String(value)
		.replace(/^\/+|\/+$/g, '')
		.replace(/^ext_/, '')
		.toLowerCase();
}

function isSameUrl(given: unknown, said: unknown): boolean {
	return typeof said !== 'string' || said.includes(String(given).replace(/\/$/, ''));
}
