import { UserError, type IDataObject, type IHookFunctions } from 'n8n-workflow';
import { toNodeError } from '../../actions/nodeError';
import { usedCredential } from '../../transport/connection';
import { isStarting, permanentPublishingError } from '../../transport/n8nQuirks';
import { asError } from '../../transport/unknown';
import { nodeKey, type Envelope } from '../item';
import { stateOf, takeHookTurn } from '../turn';
import { undelivered } from './deliveryLog';
import { installationOf, type Mark } from './mark';
import { ownWebhooks } from './observe';
import { requireReachable } from './reachable';
import type { OwnWebhook } from './reconcile';
import { isCatchingUp, registerWebhook, setAside, settingsOf } from './register';
import { rememberSecret } from './secrets';
import { credentialSecrets } from './signature';
import {
	deleteWebhook,
	readLog,
	readWebhooks,
	statusOf,
	type Webhook,
	type WebhooksContext,
} from './webhooksApi';

/** The static data of the node, as far as hooks write it. */
interface HookData extends IDataObject {
	/** Whether a published workflow has registered it; n8n does not say so when it is removed. */
	isPublished?: true;
	webhookId?: string;
	/** The URL of the node, without a mark. */
	webhookUrl?: string;
	/** When the workflow was unpublished, by the service's clock, epoch milliseconds. */
	unpublishedAt?: number;
	/** The undelivered events of a webhook that was removed. */
	orphans?: IDataObject[];
	/** Only while a step is listening: everyone who can read a workflow can read its static data. */
	secret?: string;
}

/** A changed workflow is published again within this time; otherwise, it was unpublished on purpose. */
const REPUBLISHING_MS = 60_000;

/** Maximum length of the stored events of a removed webhook, as JSON. */
const MAX_ORPHANS_LENGTH = 64_000;

/** Whether the node has a working webhook, which is updated; with manual registration, whether it can be published. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	if (context.getNodeParameter('registration') !== 'manual') {
		return await registering(context, updated);
	}
	const problem = problemOf(await credentialSecrets(context));
	// A workflow that was published before this check keeps running when n8n starts.
	if (problem !== undefined && !(problem === WRONG_SECRET && isStarting(context))) {
		throw immediate(context, new UserError(problem));
	}
	if (isTest(context)) return true;
	stateOf(nodeKey(context)).url = urlOf(context);
	notePublished(context, pausedFrom(hookData(context).unpublishedAt, Date.now()));
	return true;
}

/** Since when the workflow was unpublished, unless it is only published again. */
function pausedFrom(unpublishedAt: number | undefined, now: number): number | undefined {
	return unpublishedAt !== undefined && now - unpublishedAt >= REPUBLISHING_MS
		? unpublishedAt
		: undefined;
}

const NO_SECRET =
	"'Webhook Signing Secret' of the credential is empty. Register the Production URL of this node as a webhook in the workspace settings, and paste its signing secret (whsec_...) into the credential.";

const WRONG_SECRET =
	"'Webhook Signing Secret' of the credential must start with whsec_. Copy the signing secret of the webhook from the workspace settings. Separate several secrets with commas.";

function problemOf(secrets: string[]): string | undefined {
	if (secrets.length === 0) return NO_SECRET;
	return secrets.every((secret) => secret.startsWith('whsec_')) ? undefined : WRONG_SECRET;
}

/** Registers the webhook of the node, or updates one that was registered meanwhile. */
export async function register(context: IHookFunctions): Promise<void> {
	await registering(context, async (...own) => (await updated(...own)) ?? (await created(...own)));
}

/** @returns whether there is a webhook then */
async function registering(
	context: IHookFunctions,
	work: (context: IHookFunctions, own: Own) => Promise<Registered | undefined>,
): Promise<boolean> {
	return await inTurn(context, async () => {
		const state = stateOf(nodeKey(context));
		if (!isTest(context)) state.url = urlOf(context);
		try {
			// When n8n starts, the list of events still works.
			if (!isStarting(context)) await requireReachable(context, urlOf(context));
			const own = takeLast(context) ?? (await readOwn(context));
			const found = await work(context, own);
			if (!found) {
				last.set(lastKey(context), { own, at: Date.now() });
				return false;
			}
			const { webhook, paused } = found;
			const data = hookData(context);
			data.webhookId = webhook.id;
			data.webhookUrl = urlOf(context);
			if (isTest(context)) data.secret = webhook.secret;
			else {
				rememberSecret(nodeKey(context), webhook.secret);
				notePublished(context, paused);
			}
			return true;
		} catch (thrown) {
			if (!isTest(context)) Object.assign(state, { registration: undefined, hasFailed: true });
			throw registrationError(context, thrown);
		}
	});
}

/** The webhooks of the node. */
interface Own {
	current?: OwnWebhook;
	replaced: OwnWebhook[];
	/** The service's time, epoch milliseconds. */
	now: number;
}

interface Registered {
	webhook: Webhook;
	/** Since when the workflow was unpublished. */
	paused?: number;
}

/** The result of the last check that found no webhook: n8n registers one immediately after it. */
const last = new Map<string, { own: Own; at: number }>();

const MAX_AGE_MS = 5000;

function takeLast(context: IHookFunctions): Own | undefined {
	const key = lastKey(context);
	const { own, at = 0 } = last.get(key) ?? {};
	last.delete(key);
	return Date.now() - at < MAX_AGE_MS ? own : undefined;
}

function lastKey(context: IHookFunctions): string {
	return `${nodeKey(context)} ${context.getMode()}`;
}

async function readOwn(context: IHookFunctions): Promise<Own> {
	const url = urlOf(context);
	const { webhooks, now } = await readWebhooks(context);
	if (isTest(context)) {
		return { current: webhooks.find((each) => each.url === url), replaced: [], now };
	}
	const { webhookId } = hookData(context);
	return { ...ownWebhooks(webhooks, url, installationOf(context), webhookId), now };
}

async function updated(context: IHookFunctions, own: Own): Promise<Registered | undefined> {
	const { current } = own;
	if (!current || current.disabledAt) return undefined;
	const url = urlOf(context);
	// When n8n starts, nothing has changed. A link in the filters may be deleted, so that the service would reject an update.
	const isKept = isStarting(context) && current.mark && current.url.startsWith(`${url}?`);
	if (isKept) return { webhook: current };
	const mark = markFor(context, own);
	const webhook = await registerWebhook(context, settingsOf(context, url), mark, current);
	return { webhook, paused: mark?.paused };
}

/** Registers a webhook. One that the service disabled is set aside with Catch Up, which reads its log; otherwise, it is removed. */
async function created(context: IHookFunctions, own: Own): Promise<Registered> {
	const url = urlOf(context);
	const settings = settingsOf(context, url);
	const mark = markFor(context, own);
	const { current, now } = own;
	if (current && mark && isCatchingUp(context)) {
		await setAside(context, current, url, { ...(current.mark ?? mark), replaced: now });
	} else if (current) {
		await deleteWebhook(context, current.id);
	}
	return { webhook: await registerWebhook(context, settings, mark), paused: mark?.paused };
}

/** @returns undefined for a test URL */
function markFor(context: IHookFunctions, { current, replaced, now }: Own): Mark | undefined {
	if (isTest(context)) return undefined;
	const { webhookId, unpublishedAt = stateOf(nodeKey(context)).unpublishedAt } = hookData(context);
	// Later than a position of the same second, as the service states whole seconds.
	const isFirst = webhookId === undefined && unpublishedAt === undefined;
	const mark: Mark = { installation: installationOf(context), from: isFirst ? now : now + 1 };
	const isDisabled = current?.disabledAt ?? replaced.some(({ id }) => id === webhookId);
	if (isDisabled) mark.cause = 'disabled';
	else if (isStarting(context) && webhookId !== undefined) mark.cause = 'missing';
	if (!isStarting(context)) mark.paused = pausedFrom(unpublishedAt, now);
	return mark;
}

function notePublished(context: IHookFunctions, paused: number | undefined): void {
	const state = stateOf(nodeKey(context));
	Object.assign(state, { registration: 'registered', hasFailed: false });
	Object.assign(state, { pausedFrom: paused, unpublishedAt: undefined });
	state.pushes = isCatchingUp(context) ? 'caughtUp' : 'only';
	const data = hookData(context);
	data.isPublished = true;
	delete data.unpublishedAt;
}

function registrationError(context: IHookFunctions, thrown: unknown): Error {
	if (thrown instanceof UserError) return immediate(context, thrown);
	const error = toNodeError(context.getNode(), thrown, undefined, []);
	const status = statusOf(thrown);
	if (status !== 403 && status !== 404) return error;
	// On publishing, n8n does not show the description of an error.
	error.message = `${adviceFor(context)} ${error.message}`;
	return immediate(context, error);
}

/** Removes the webhook, and those that it replaced. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const data = hookData(context);
	if (!data.isPublished) {
		if (data.webhookId !== undefined) await deleteTestWebhook(context, data.webhookId);
		return;
	}
	await takeHookTurn(nodeKey(context), async () => {
		const state = stateOf(nodeKey(context));
		// n8n removes what it could not register. If the service was down when n8n started, its log must not be deleted.
		if (state.hasFailed) {
			state.hasFailed = false;
			return;
		}
		const { webhookId } = data;
		let removed = { now: Date.now(), orphans: [] as Envelope[] };
		try {
			if (webhookId !== undefined) removed = await remove(context, webhookId);
		} catch (thrown) {
			// n8n goes on as if it had succeeded, without storing static data.
			Object.assign(state, { registration: 'removed', unpublishedAt: Date.now() });
			throw toNodeError(context.getNode(), thrown, undefined, []);
		}
		state.registration = 'removed';
		state.orphans = [...state.orphans, ...removed.orphans];
		delete data.isPublished;
		delete data.webhookId;
		delete data.webhookUrl;
		rememberSecret(nodeKey(context), undefined);
		if (!isCatchingUp(context)) return;
		// The service states whole seconds, and lists leads and sales with them.
		data.unpublishedAt = removed.now + 1000;
		const orphans = state.orphans.map(({ raw }) => raw);
		while (JSON.stringify(orphans).length > MAX_ORPHANS_LENGTH) orphans.shift();
		if (orphans.length > 0) data.orphans = orphans;
	});
}

async function deleteTestWebhook(context: IHookFunctions, id: string): Promise<void> {
	try {
		await deleteWebhook(context, id);
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, undefined, []);
	}
	const data = hookData(context);
	for (const name of ['webhookId', 'webhookUrl', 'secret'] as const) delete data[name];
}

/** Removes the webhook, and those that it replaced. @returns what it has not delivered, and the service's time */
async function remove(
	context: IHookFunctions,
	webhookId: string,
): Promise<{ now: number; orphans: Envelope[] }> {
	const { now, own } = await readRemovable(context, webhookId);
	const orphans = isCatchingUp(context) ? await undeliveredTo(context, own) : [];
	for (const { id } of own) await deleteWebhook(context, id);
	return { now, orphans };
}

async function readRemovable(
	context: IHookFunctions,
	id: string,
): Promise<{ now: number; own: Array<Pick<OwnWebhook, 'id'>> }> {
	try {
		const { current, replaced, now } = await readOwn(context);
		return { now, own: current ? [current, ...replaced] : replaced };
	} catch (thrown) {
		// A credential can have the permission to write webhooks without that to read them.
		if (statusOf(thrown) !== 403) throw asError(thrown);
		return { now: Date.now(), own: [{ id }] };
	}
}

async function undeliveredTo(
	context: IHookFunctions,
	webhooks: Array<Pick<OwnWebhook, 'id'>>,
): Promise<Envelope[]> {
	try {
		const orphans: Envelope[] = [];
		for (const { id } of webhooks) {
			orphans.push(...undelivered(await readLog(context, id), urlOf(context)));
		}
		return orphans;
	} catch (thrown) {
		context.logger.warn(
			`The delivery log could not be read before the webhook was removed: ${String(thrown)}`,
		);
		return [];
	}
}

/** A step that listens is no part of the published workflow. */
async function inTurn<Result>(
	context: IHookFunctions,
	work: () => Promise<Result>,
): Promise<Result> {
	return isTest(context) ? await work() : await takeHookTurn(nodeKey(context), work);
}

/** Whether a step in the editor is listening. */
function isTest(context: IHookFunctions): boolean {
	return context.getMode() === 'manual';
}

function hookData(context: IHookFunctions): HookData {
	return context.getWorkflowStaticData('node');
}

function urlOf(context: IHookFunctions): string {
	return String(context.getNodeWebhookUrl('default'));
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
	return `Set 'Registration' to Manual, or ${remedy} (requires the Business plan). Or set 'Delivery' to Polling.`;
}
