import type { IDataObject } from 'n8n-workflow';
import { OURS, OURS_TO_FILE, type NodeContestant } from './types.ts';

/** The node under test, without Simplify, so that it returns the same data as the other contestants. */
export function ours(parameters: IDataObject, items?: NodeContestant['items']): NodeContestant {
	return {
		name: OURS,
		title: 'Link Attribution node',
		kind: 'node',
		items,
		node: ({ credentials: { linkAttributionApi } }) => ({
			type: 'n8n-nodes-link-attribution.linkAttribution',
			typeVersion: 1,
			parameters: { authentication: 'apiKey', simple: false, ...parameters },
			credentials: { linkAttributionApi },
		}),
	};
}

/** The same with a JSON Lines file as its output. */
export function oursToFile(parameters: IDataObject): NodeContestant {
	return {
		...ours({
			...parameters,
			returnAs: 'file',
			fileFormat: 'jsonLines',
			// A million events take 2 GB.
			fileOptions: { maxFileSize: 10_000 },
		}),
		name: OURS_TO_FILE,
		title: 'Link Attribution node, to a JSON Lines file',
		returnsFile: true,
	};
}
