import { UserError, type IDataObject, type IHookFunctions } from 'n8n-workflow';
import { toBoundedList } from '../../input/lists';
import { usedCredential } from '../../transport/connection';
import { toNodeError } from '../../actions/nodeError';
import { permanentPublishingError } from '../../transport/n8nQuirks';
import { asError } from '../../transport/unknown';
import { nodeKey, type Envelope } from '../item';
import { isSameReceiver, undelivered } from './deliveryLog';
import { memoryOf, rememberSecret } from './memory';
import { readPushFilters } from './pushFilters';
import { credentialSecrets } from './signature';
import {
	createWebhook,
	deleteWebhook,
	listWebhooks,
	readLog,
	setAside,
	setAsideAt,
	statusOf,
	updateWebhook,
	type Attempt,
	type Webhook,
	type WebhooksContext,
} from './webhooksApi';

/** What the hooks store in the static data of the node. */
export interface WebhookData extends IDataObject {
	webhookId?: string;
	webhookUrl?: string;
	/** ID of the previous webhook, if someone registered another one while n8n was not running; for the next poll. */
	formerId?: string;
	/** Whether it was missing when n8n started; for the next poll. */
	wasMissing?: boolean;
	/** When either was stored, epoch milliseconds. */
	notedAt?: number;
	/** When the workflow last ran for a delivery, epoch milliseconds; written by executions. */
	deliveredAt?: number;
	/** Only while a step is listening: everyone who can read a workflow can read its static data. */
	secret?: string;
}

/** Whether the service has a webhook for this URL, which is updated to match the node. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	if (!isTest(context)) {
		const published = { wasPushed: true, isUnpublished: false, isRegistering: false };
		Object.assign(memoryOf(nodeKey(context)), { url: urlOf(context), ...published });
	}
	if (context.getNodeParameter('registration') === 'manual') {
		const problem = problemOf(await credentialSecrets(context));
		// A workflow that was published before this check keeps running when n8n starts.
		if (problem === undefined || (problem === WRONG_SECRET && isStarting(context))) return true;
		throw immediate(context, new UserError(problem));
	}
	const webhook = await registering(context, adopt(context));
	remember(context, webhook);
	return webhook !== undefined;
}

const NO_SECRET =
	"'Webhook Signing Secret' of the credential is empty. Register the Production URL of this node as a webhook in the workspace settings, and paste its signing secret (whsec_...) into the credential.";

const WRONG_SECRET =
	"'Webhook Signing Secret' of the credential must start with whsec_. Copy the signing secret of the webhook from the workspace settings. Separate several secrets with commas.";

function problemOf(secrets: string[]): string | undefined {
	if (secrets.length === 0) return NO_SECRET;
	return secrets.every((secret) => secret.startsWith('whsec_')) ? undefined : WRONG_SECRET;
}

/** Registers a webhook, or adopts one that was registered meanwhile. */
export async function register(context: IHookFunctions): Promise<void> {
	remember(context, await registering(context, createOrAdopt(context)));
}

async function createOrAdopt(context: IHookFunctions): Promise<Webhook> {
	const settings = settingsOf(context, urlOf(context));
	try {
		return await createWebhook(context, settings);
	} catch (thrown) {
		if (statusOf(thrown) !== 409) throw asError(thrown);
		return (await adopt(context)) ?? (await createWebhook(context, settings));
	}
}

/**
 * Remembers a registration until it succeeds: if it fails, n8n removes the webhook, although the workflow was not
 * unpublished.
 *
 * @param task undefined if n8n is to register a webhook next
 */
async function registering<Found extends Webhook | undefined>(
	context: IHookFunctions,
	task: Promise<Found>,
): Promise<Found> {
	const memory = isTest(context) ? undefined : memoryOf(nodeKey(context));
	if (memory) memory.isRegistering = true;
	try {
		const webhook = await task;
		if (memory) memory.isRegistering = webhook === undefined;
		return webhook;
	} catch (thrown) {
		const error = toNodeError(context.getNode(), thrown, undefined, []);
		const status = statusOf(thrown);
		if (status !== 403 && status !== 404) throw error;
		// On publishing, n8n does not show the description of an error.
		error.message = `${adviceFor(context)} ${error.message}`;
		throw immediate(context, error);
	}
}

/** Removes the webhook, and those that it replaced. */
export async function unregister(context: IHookFunctions): Promise<void> {
	if (!isTest(context) && memoryOf(nodeKey(context)).isRegistering) {
		// If the service was down when n8n started, its delivery log must not be deleted.
		memoryOf(nodeKey(context)).isRegistering = false;
		return;
	}
	const memory = isTest(context) ? undefined : memoryOf(nodeKey(context));
	const { webhookId } = webhookData(context);
	let missed: Envelope[] = [];
	// Otherwise, a running catch-up would report a deleted webhook.
	if (memory) memory.isUnpublished = true;
	try {
		if (webhookId !== undefined) missed = await remove(context, webhookId);
	} catch (thrown) {
		if (memory) memory.isUnpublished = false;
		throw toNodeError(context.getNode(), thrown, undefined, []);
	}
	remember(context, undefined);
	delete context.getWorkflowStaticData('node').catchUp;
	if (!memory) return;
	Object.assign(memory, { wasUnpublished: true, wasPolled: false, undelivered: missed });
	memory.removedAt = Date.now();
	delete memory.replaced;
}

/**
 * Removes the webhook, and those that it replaced.
 *
 * @returns undelivered events: publishing a changed workflow registers the webhook again immediately
 */
async function remove(context: IHookFunctions, webhookId: string): Promise<Envelope[]> {
	const own = await ownWebhooks(context, webhookId);
	const missed = isCatchingUp(context) && !isTest(context) ? await undeliveredTo(context, own) : [];
	for (const { id } of own) await deleteWebhook(context, id);
	return missed;
}

/** The registered webhook, even if its URL was changed, and those that it replaced. */
async function ownWebhooks(context: IHookFunctions, webhookId: string): Promise<Webhook[]> {
	const url = urlOf(context);
	try {
		return (await listWebhooks(context)).filter(
			(each) => each.id === webhookId || each.url === url || setAsideAt(each, url) !== undefined,
		);
	} catch (thrown) {
		// A credential can have the permission to write webhooks without that to read them.
		if (statusOf(thrown) !== 403) throw asError(thrown);
		return [{ id: webhookId, url, secret: '', triggers: [] }];
	}
}

/** Whether Catch Up is on. */
export function isCatchingUp(context: WebhooksContext): boolean {
	return context.getNodeParameter('catchUp', false) === true;
}

async function undeliveredTo(context: IHookFunctions, webhooks: Webhook[]): Promise<Envelope[]> {
	try {
		const log: Attempt[] = [];
		for (const { id } of webhooks) log.push(...(await readLog(context, id)));
		return undelivered(log, urlOf(context));
	} catch (thrown) {
		context.logger.warn(
			`The delivery log could not be read before the webhook was removed: ${String(thrown)}`,
		);
		return [];
	}
}

/**
 * The existing webhook for this URL, updated to the settings of the node.
 *
 * A disabled webhook can only be replaced. With Catch Up, it is set aside; otherwise, it is removed.
 */
async function adopt(context: IHookFunctions): Promise<Webhook | undefined> {
	const url = urlOf(context);
	const { webhookId } = webhookData(context);
	const webhooks = await listWebhooks(context);
	const webhook =
		webhooks.find((each) => each.url === url) ??
		webhooks.find((each) => each.id === webhookId && setAsideAt(each, url) === undefined);
	if (isStarting(context) && isCatchingUp(context) && webhookId !== undefined) {
		const isMissing = !webhook || !isSameReceiver(webhook.url, url);
		if (isMissing) {
			// A poll that runs at the same time can be replacing a disabled webhook.
			if (memoryOf(nodeKey(context)).replacedId !== webhookId) noteMissing(context);
		} else if (webhook.id !== webhookId) {
			Object.assign(webhookData(context), { formerId: webhookId, notedAt: Date.now() });
		}
	}
	if (!webhook) return undefined;
	if (webhook.disabledAt) {
		if (isCatchingUp(context)) await setAside(context, { ...webhook, url });
		else await deleteWebhook(context, webhook.id);
		return undefined;
	}
	// When n8n starts, nothing has changed. A link in the filters may be deleted, so that the service would reject an update.
	if (webhook.url !== url || !isStarting(context)) {
		await updateWebhook(context, webhook.id, settingsOf(context, url));
	}
	return webhook;
}

/** Whether n8n is starting, instead of a person publishing the workflow. */
function isStarting(context: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** For the next poll: the webhook was deleted, or its URL was changed, while n8n was not running. */
function noteMissing(context: IHookFunctions): void {
	const data = webhookData(context);
	Object.assign(data, { wasMissing: true, notedAt: Date.now() });
	memoryOf(nodeKey(context)).missingSince ??= data.deliveredAt ?? 0;
}

function remember(context: IHookFunctions, webhook: Webhook | undefined): void {
	const data = webhookData(context);
	data.webhookId = webhook?.id;
	data.webhookUrl = webhook && urlOf(context);
	if (isTest(context)) {
		data.secret = webhook?.secret;
		return;
	}
	// Earlier versions stored these.
	delete data.secret;
	delete data.delivered;
	const key = nodeKey(context);
	Object.assign(memoryOf(key), { url: urlOf(context), webhookId: webhook?.id });
	rememberSecret(key, webhook?.secret);
}

/** Whether a step in the editor is listening. */
function isTest(context: IHookFunctions): boolean {
	return context.getMode() === 'manual';
}

function webhookData(context: IHookFunctions): WebhookData {
	return context.getWorkflowStaticData('node');
}

function urlOf(context: IHookFunctions): string {
	return String(context.getNodeWebhookUrl('default'));
}

/** The body of a registration, from the parameters of the node. */
export function settingsOf(context: WebhooksContext, url: string): IDataObject {
	const triggers = toBoundedList(context.getNodeParameter('events'), 'Trigger On', Infinity);
	const filters = readPushFilters(context);
	return {
		name: shortName(context.getWorkflow().name ?? 'workflow'),
		url,
		triggers,
		...(triggers.includes('link.clicked') && clickScope(filters)),
	};
}

/** Truncated, without half of a surrogate pair at the end. */
function shortName(workflow: string): string {
	return `n8n: ${workflow}`.slice(0, 40).replace(/[\uD800-\uDBFF]$/, '');
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

/** The error so that n8n does not retry first. When n8n starts, the cause may be temporary. */
function immediate(context: IHookFunctions, error: Error): Error {
	if (isTest(context) || isStarting(context)) return error;
	return permanentPublishingError(context.getNode(), error);
}

/** What to do if the service does not allow the registration; no preset of its keys includes the permission. */
function adviceFor(context: WebhooksContext): string {
	const remedy = usedCredential(context).isOAuth2
		? 'add webhooks.read and webhooks.write to the scopes of the credential and reconnect it'
		: 'use an API key with Restricted permissions that include Webhooks: Write';
	return `Set 'Registration' to Manual, or ${remedy} (requires the Business plan).`;
}
