import { createHmac, timingSafeEqual } from 'node:crypto';
import { UserError, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { asError } from '../../input/unknown';
import { credentialTypeOf } from '../../transport/connection';
import { nodeKey } from '../item';
import type { HookData } from './hooks';
import { withoutMark } from './mark';
import { isOutdated, knownSecrets, rememberSecret } from './secrets';
import { readWebhooks } from './webhooksApi';

/** Milliseconds for which the secrets of a credential are cached. */
const MANUAL_SECRETS_TTL_MS = 60_000;

/** Minimum milliseconds between two reads of the secrets, which limits the requests that forged deliveries cause. */
const MIN_READ_INTERVAL_MS = 5_000;

const NO_SECRET =
	"'Webhook Signing Secret' of the credential is empty. Register the Production URL of this node as a webhook in the workspace settings, and paste its signing secret (whsec_...) into the credential.";

const WRONG_SECRET =
	"'Webhook Signing Secret' of the credential must start with whsec_. Copy the signing secret of the webhook from the workspace settings. Separate several secrets with commas.";

const SIGNATURE = /^[0-9a-f]{64}$/;

/** The last reading of the secrets of a node. */
interface Read {
	/** When it began, by `performance.now()`. */
	at: number;
	done: Promise<string[]>;
}

const reads = new Map<string, Read>();

/**
 * Whether the service signed exactly these bytes: HMAC-SHA256 in lower-case hexadecimal, keyed with the whole secret
 * text including its `whsec_`.
 *
 * The secrets stay in the memory of the process, since everybody who can read the workflow can read its static data. A
 * process that does not know them, or gets a signature that does not match, asks the service or the credential.
 *
 * @throws ApiError if the service cannot be asked for the secret
 */
export async function isAuthentic(
	context: IWebhookFunctions,
	body: Buffer,
	header: unknown,
): Promise<boolean> {
	const signature = typeof header === 'string' ? header.trim() : '';
	if (!SIGNATURE.test(signature)) return false;
	const isSigned = (secrets: string[]) =>
		secrets.some((secret) => secret !== '' && matches(body, signature, secret));
	// While a step is listening, n8n stores its static data separately.
	const { secret, webhookId } = context.getWorkflowStaticData('node') as HookData;
	if (context.getMode() === 'manual' && typeof secret === 'string') return isSigned([secret]);
	const key = nodeKey(context);
	const isManual = context.getNodeParameter('registration') === 'manual';
	const last = reads.get(`${key} ${isManual}`);
	const age = performance.now() - (last?.at ?? -Infinity);
	const isKnown = !isManual && isSigned(knownSecrets(key));
	if (isManual) {
		if (last && age < MANUAL_SECRETS_TTL_MS && isSigned(await last.done)) return true;
	} else if (isKnown && !isOutdated(key, webhookId)) {
		return true;
	}
	let done = last?.done;
	if (!done || age >= MIN_READ_INTERVAL_MS) {
		done = isManual ? credentialSecrets(context) : serviceSecrets(context, webhookId);
		reads.set(`${key} ${isManual}`, { at: performance.now(), done });
	}
	try {
		return isSigned(await done);
	} catch (thrown) {
		if (isKnown) return true;
		throw asError(thrown);
	}
}

function matches(body: Buffer, signature: string, secret: string): boolean {
	const expected = createHmac('sha256', secret).update(body).digest('hex');
	return timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

/** @throws UserError if the credential has no signing secret, or an invalid one */
export async function requireSecrets(context: IHookFunctions): Promise<void> {
	const secrets = await credentialSecrets(context);
	if (secrets.length === 0) throw new UserError(NO_SECRET);
	if (!secrets.every((secret) => secret.startsWith('whsec_'))) throw new UserError(WRONG_SECRET);
}

/** The signing secrets of manually registered webhooks, from the credential. */
async function credentialSecrets(context: IHookFunctions | IWebhookFunctions): Promise<string[]> {
	const { webhookSecret } = await context.getCredentials<{ webhookSecret?: string }>(
		credentialTypeOf(context),
	);
	return (webhookSecret ?? '').split(/[\s,]+/).filter((secret) => secret !== '');
}

/** @param webhookId what the static data say */
async function serviceSecrets(context: IWebhookFunctions, webhookId?: string): Promise<string[]> {
	const key = nodeKey(context);
	const url = context.getNodeWebhookUrl('default');
	const { webhooks } = await readWebhooks(context);
	const webhook = webhooks.find((each) => withoutMark(each.url) === url && !each.disabledAt);
	rememberSecret(key, webhook?.secret, webhookId);
	return knownSecrets(key);
}
