import type { IDataObject } from 'n8n-workflow';
import { OURS, type NodeContestant } from './types.ts';

/** The node under test, giving what the service gives, as the other contestants do. */
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
