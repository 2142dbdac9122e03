import type { IDataObject } from 'n8n-workflow';
import { toBoundedList } from '../../input/lists';
import { beginningOf } from '../../input/text';
import { asError } from '../../input/unknown';
import { withMark, type Mark } from './mark';
import { readPushFilters } from './pushFilters';
import {
	createWebhook,
	statusOf,
	updateWebhook,
	type Webhook,
	type WebhooksContext,
} from './webhooksApi';

/** Whether Catch Up is on. */
export function isCatchingUp(context: WebhooksContext): boolean {
	return context.getNodeParameter('catchUp', false) === true;
}

/** Characters of the name of a webhook. */
const MAX_NAME = 40;

/** The body of a registration, from the parameters of the node. @param url without a mark */
export function settingsOf(context: WebhooksContext, url: string): IDataObject {
	const triggers = toBoundedList(context.getNodeParameter('events'), 'Trigger On', Infinity);
	const filters = readPushFilters(context);
	return {
		name: beginningOf(`n8n: ${context.getWorkflow().name ?? 'workflow'}`, MAX_NAME),
		url,
		triggers,
		...(triggers.includes('link.clicked') && clickScope(filters)),
	};
}

/** The links whose clicks are delivered. Required by the service for clicks, and otherwise rejected. */
function clickScope({ linkIds, folderIds }: { linkIds: string[]; folderIds: string[] }) {
	if (linkIds.length > 0) {
		return { linkScope: 'links', linkIds: toBoundedList(linkIds, 'Link', 1000) };
	}
	if (folderIds.length > 0) {
		return { linkScope: 'folders', folderIds: toBoundedList(folderIds, 'Folder', 100) };
	}
	return { linkScope: 'workspace' };
}

/**
 * Registers a webhook, or updates one. The service refuses links that were deleted: with Catch Up, which says so, the webhook
 * is then for all links of the workspace, and the node filters.
 *
 * @param mark undefined for a test URL
 */
export async function registerWebhook(
	context: WebhooksContext,
	settings: IDataObject,
	mark: Mark | undefined,
	existing?: Webhook,
): Promise<Webhook> {
	const send = async (body: IDataObject) => {
		if (!existing) return await createWebhook(context, body);
		await updateWebhook(context, existing.id, body);
		return existing;
	};
	const url = String(settings.url);
	try {
		return await send(mark ? { ...settings, url: withMark(url, mark) } : settings);
	} catch (thrown) {
		const isFiltered = settings.linkIds !== undefined || settings.folderIds !== undefined;
		if (
			!mark ||
			!isCatchingUp(context) ||
			!isFiltered ||
			![400, 404, 422].includes(statusOf(thrown) ?? 0)
		) {
			throw asError(thrown);
		}
		const reduced: IDataObject = {
			...settings,
			url: withMark(url, { ...mark, isReduced: true }),
			linkScope: 'workspace',
		};
		delete reduced.linkIds;
		delete reduced.folderIds;
		return await send(reduced);
	}
}

/** Changes the mark alone. A replaced webhook keeps its log, and frees the URL for its successor. */
export async function writeMark(
	context: WebhooksContext,
	{ id }: Webhook,
	url: string,
	mark: Mark,
): Promise<void> {
	await updateWebhook(context, id, { url: withMark(url, mark) });
}
