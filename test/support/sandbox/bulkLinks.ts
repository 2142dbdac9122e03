import type { NodeService } from '../node/nodeService';
import { row, workspaceId } from './rows';

export const DESTINATION = 'https://example.com/landing';

/** Makes the calls of a bulk operation follow one another. */
export const ONE_BY_ONE = { requestOptions: { parallelItems: 1 } };

/** Links to different destinations, for `POST /links/bulk`. */
export function numberedLinks(
	count: number,
	fields: (n: number) => Record<string, string | undefined> = () => ({}),
): Array<Record<string, string | undefined>> {
	return Array.from({ length: count }, (_, n) => ({ url: `${DESTINATION}/${n}`, ...fields(n) }));
}

export function linkCount({ sandbox }: NodeService): number {
	const sql = 'SELECT count(*) AS count FROM links WHERE workspace_id = ?';
	return row<{ count: number }>(sandbox, sql, workspaceId(sandbox, 'business')).count;
}

/** Creates links as the node does. @returns their link IDs */
export async function newLinks(
	service: NodeService,
	links: Array<Record<string, string | undefined>>,
): Promise<string[]> {
	const created = await service.output({
		resource: 'link',
		operation: 'createMany',
		source: 'json',
		links,
	});
	service.proxy.reset();
	service.sandbox.requests.clear();
	return created.map(({ id }) => String(id));
}

/** Creates a link with a slug and the same as external ID. */
export async function takenLink(service: NodeService, key: string): Promise<void> {
	await newLinks(service, [{ url: DESTINATION, key, externalId: key }]);
}
