import { UserError, WebhookPathTakenError, type IHookFunctions } from 'n8n-workflow';
import { toNodeError } from '../../actions/nodeError';
import { asError } from '../../input/unknown';
import { usedCredential } from '../../transport/connection';
import { withSignal } from '../../transport/n8nQuirks';
import { isStarting, MAX_START_MS, permanentPublishingError } from '../n8nQuirks';
import { instant } from '../eventList/clock';
import { nodeKey } from '../item';
import type { Period } from '../periods';
import { readPauses } from '../record';
import { serviceTime, stateOf } from '../nodeState';
import {
	hookData,
	inTurn,
	isTest,
	isTimeUp,
	keepPublished,
	positionBefore,
	readOwn,
	urlOf,
	type Own,
} from './hooks';
import { isSameReceiver } from './deliveryLog';
import { allPauses, installationOf, notedBy, withoutMark, type Mark } from './mark';
import { requireReachable } from './reachable';
import { isCatchingUp, registerWebhook, settingsOf, writeMark } from './register';
import { rememberSecret } from './secrets';
import { requireSecrets } from './signature';
import { deleteWebhook, statusOf, type Webhook, type WebhooksContext } from './webhooksApi';

/** A changed workflow is published again within this time; otherwise, it was unpublished on purpose. */
const REPUBLISHING_MS = 60_000;

/** Whether the node has a working webhook, which is updated; with manual registration, whether it can be published. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	if (context.getNodeParameter('registration') !== 'manual') {
		return await registering(context, updated);
	}
	try {
		settingsOf(context, urlOf(context));
		await requireSecrets(context);
	} catch (thrown) {
		if (!isStarting(context)) throw immediate(context, asError(thrown));
	}
	if (isTest(context)) return true;
	const state = stateOf(nodeKey(context));
	state.url = urlOf(context);
	const now = serviceTime(state);
	const from = state.ahead === undefined ? undefined : now;
	const pauses = pausesUntil(context, { replaced: [], now }, from ?? Infinity);
	notePublished(context, { pauses, from });
	if (from === undefined) state.publishedBy = instant();
	return true;
}

/** When the workflow was unpublished, as far as known; undefined if n8n itself starts it, as it was published then. */
function unpublishedAtOf(context: IHookFunctions): number | undefined {
	if (isStarting(context)) return undefined;
	const { unpublishedAt: here = 0 } = stateOf(nodeKey(context));
	return Math.max(here, hookData(context).unpublishedAt ?? 0) || undefined;
}

/** The latest periods in which the workflow was unpublished, not only published again. @param to the end of the last one */
function pausesUntil(context: IHookFunctions, own: Own, to: number): Period[] {
	const { pauses } = stateOf(nodeKey(context));
	const noted = readPauses(hookData(context).pauses);
	const from = unpublishedAtOf(context);
	const isPaused = from !== undefined && own.now - from >= REPUBLISHING_MS;
	return allPauses(own, [...pauses, ...noted, ...(isPaused ? [{ from, to }] : [])]);
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
		const isKept = goesOn(context);
		const limited = isKept
			? (withSignal(context, AbortSignal.timeout(MAX_START_MS)) as IHookFunctions)
			: context;
		try {
			await requireReachable(context, urlOf(context));
			const own = takeLast(context) ?? (await readOwn(limited));
			const found = await work(limited, own);
			if (!found) {
				last.set(lastKey(context), { own, at: performance.now() });
				return false;
			}
			const { webhook } = found;
			const data = hookData(context);
			data.webhookId = webhook.id;
			data.webhookUrl = urlOf(context);
			if (isTest(context)) data.secret = webhook.secret;
			else {
				rememberSecret(nodeKey(context), webhook.secret, webhook.id);
				notePublished(context, found.mark);
			}
			return true;
		} catch (thrown) {
			if (isKept) {
				const { message } = asError(thrown);
				context.logger.warn(`The webhook could not be checked while n8n started: ${message}`);
				notePublished(context);
				return true;
			}
			const error = registrationError(context, thrown);
			if (!isTest(context)) noteFailed(context, error);
			throw error;
		}
	});
}

/** Whether a failure must not end the trigger: n8n starts, a catch-up repairs the webhook, or there is one from before. */
function goesOn(context: IHookFunctions): boolean {
	const isKnown = hookData(context).webhookId !== undefined;
	return isStarting(context) && (isCatchingUp(context) || isKnown);
}

interface Registered {
	webhook: Webhook;
	/** Undefined if nothing was changed. */
	mark?: Mark;
}

/** The result of the last check that found no webhook: n8n registers one immediately after it. */
const last = new Map<string, { own: Own; at: number }>();

const MAX_AGE_MS = 5000;

function takeLast(context: IHookFunctions): Own | undefined {
	const key = lastKey(context);
	const { own, at = -Infinity } = last.get(key) ?? {};
	last.delete(key);
	return performance.now() - at < MAX_AGE_MS ? own : undefined;
}

function lastKey(context: IHookFunctions): string {
	return `${nodeKey(context)} ${context.getMode()}`;
}

async function updated(context: IHookFunctions, own: Own): Promise<Registered | undefined> {
	const { current } = own;
	if (!current || current.disabledAt) return undefined;
	const url = urlOf(context);
	const isKept = isStarting(context) && isSameReceiver(current.url, url);
	// Only the address of n8n can have changed. A link in the filters may be deleted, so that the service would reject an update.
	if (isKept && current.mark) {
		if (withoutMark(current.url) !== url) await writeMark(context, current, url, current.mark);
		return { webhook: current };
	}
	const mark = markFor(context, own);
	const webhook = await registerWebhook(context, settingsOf(context, url), mark, current);
	return { webhook, mark };
}

/** Registers a webhook. One that the service disabled is set aside with Catch Up, which reads its log; otherwise, it is removed. */
async function created(context: IHookFunctions, own: Own): Promise<Registered> {
	const url = urlOf(context);
	const settings = settingsOf(context, url);
	const mark = markFor(context, own);
	const { current, now } = own;
	if (current && mark && isCatchingUp(context)) {
		await writeMark(context, current, url, { ...(current.mark ?? mark), replaced: now });
	} else if (current) {
		await deleteWebhook(context, current.id);
	}
	return { webhook: await registerWebhook(context, settings, mark), mark };
}

/** @returns undefined for a test URL */
function markFor(context: IHookFunctions, own: Own): Mark | undefined {
	if (isTest(context)) return undefined;
	const { current, replaced, now } = own;
	const { webhookId } = hookData(context);
	const unpublishedAt = unpublishedAtOf(context);
	// Later than a position of the same second, as the service states whole seconds.
	const from = unpublishedAt === undefined ? now : now + 1;
	const mark: Mark = {
		installation: installationOf(context),
		from,
		pauses: pausesUntil(context, own, from),
		proven: notedBy(own, positionBefore(context)),
	};
	const isDisabled = current?.disabledAt ?? replaced.some(({ id }) => id === webhookId);
	if (isDisabled) mark.cause = 'disabled';
	else if (isStarting(context) && webhookId !== undefined) mark.cause = 'missing';
	return mark;
}

/** @param mark what the webhook says, or would say */
function notePublished(context: IHookFunctions, mark?: Partial<Mark>): void {
	const state = stateOf(nodeKey(context));
	const { pauses = state.pauses, from: publishedAt } = mark ?? {};
	const rest = { publishedBy: undefined, unpublishedAt: undefined, hooks: undefined };
	Object.assign(state, { registration: 'registered', pauses, publishedAt, ...rest });
	const data = hookData(context);
	data.isPublished = true;
	delete data.unpublishedAt;
	delete data.pauses;
}

function noteFailed(context: IHookFunctions, error: Error): void {
	const state = stateOf(nodeKey(context));
	state.registration = 'failed';
	if (state.hooks) state.hooks.isFinal = error instanceof WebhookPathTakenError;
	keepPublished(state, hookData(context));
}

function registrationError(context: IHookFunctions, thrown: unknown): Error {
	if (thrown instanceof UserError) return immediate(context, thrown);
	const error = toNodeError(context.getNode(), thrown, undefined, []);
	const status = statusOf(thrown);
	if (status !== 403 && status !== 404)
		return isTimeUp(context) ? immediate(context, error) : error;
	// On publishing, n8n does not show the description of an error.
	error.message = `${adviceFor(context)} ${error.message}`;
	return immediate(context, error);
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
