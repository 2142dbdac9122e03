import { UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';
import { isBlank } from '../input/text';
import { at } from '../input/unknown';
import { DEFAULTS, readSettings } from '../input/settings';
import { isDelivery, isExecution, isHook, isPoll, nodeParameter } from './n8nQuirks';
import type { ApiContext, UsedCredential } from './types';

/** Milliseconds; a poll has 36 seconds. */
const POLL_TIMEOUT_MS = 25_000;
/** Milliseconds that a request of a poll waits for the rate limit. */
const POLL_MAX_WAIT_MS = 5_000;
const DELIVERY_TIMEOUT_MS = 10_000;
/** n8n ends a publication after 84 seconds, and then does not say why. */
export const HOOK_MAX_WAIT_MS = 60_000;
const HOOK_MAX_DURATION_MS = 66_000;

/** How long a request may take. Times are in milliseconds. */
interface TimeLimits {
	/** All waits for the rate limit and before retries together. */
	maxWait: number;
	/** The minimum for requests that are sent first, while the service does not ask to wait. Default: 5 seconds. */
	minQueueWait?: number;
	/** The part of it for retries after anything but a rate limit. */
	maxTroubleWait?: number;
	/** Until the end of a response. */
	timeout: number;
	/** Until the end of a response from when `maxWait` counts, as far as that leaves it a second. */
	maxDuration?: number;
}

/** How the requests of a context are sent. */
export interface Connection extends TimeLimits {
	credentialType: string;
	isOAuth2: boolean;
	baseUrl: string;
	/** Identifies the credential in this process. */
	credential: string;
	/** Those that no response has to contain. */
	secrets: string[];
}

/** By context: n8n fetches and decrypts a credential each time it is asked for. */
const connections = new WeakMap<ApiContext, Promise<Connection>>();

export function connectionFor(context: ApiContext): Promise<Connection> {
	// n8n keeps the context of polls while the workflow is published, and the credential may change.
	if (isPoll(context)) return readConnection(context);
	const connection = connections.get(context) ?? readConnection(context);
	connections.set(context, connection);
	return connection;
}

/** @throws UserError for an empty key, as an expression without a value gives it */
async function readConnection(context: ApiContext): Promise<Connection> {
	const credentialType = credentialTypeOf(context);
	const data = await context.getCredentials<{ apiKey?: string; baseUrl: string }>(credentialType);
	const { apiKey, baseUrl } = data;
	if (typeof apiKey === 'string' && isBlank(apiKey)) {
		throw new UserError("'API Key' of the credential is empty. Enter a key.");
	}
	const id = context.getNode().credentials?.[credentialType]?.id ?? '';
	return {
		credentialType,
		isOAuth2: isOAuth2(credentialType),
		baseUrl,
		credential: [credentialType, id, baseUrl].join(' '),
		// The service sends the signing secret of a webhook to the trigger that registers it.
		secrets: secretsIn({ ...data, webhookSecret: '' }),
		...timeLimitsOf(context),
	};
}

/** The credential that the parameter Authentication selects. */
export function credentialTypeOf(context: ApiContext): string {
	return nodeParameter(context, 'authentication') === 'oAuth2'
		? 'linkAttributionOAuth2Api'
		: 'linkAttributionApi';
}

export function usedCredential(context: ApiContext): UsedCredential {
	const type = credentialTypeOf(context);
	const name = context.getNode().credentials?.[type]?.name;
	return {
		name:
			name ?? (isOAuth2(type) ? 'Link Attribution (Dub) OAuth2 API' : 'Link Attribution (Dub) API'),
		isOAuth2: isOAuth2(type),
	};
}

function isOAuth2(credentialType: string): boolean {
	return credentialType === 'linkAttributionOAuth2Api';
}

/** All secrets in a credential, as they are now. */
export async function secretsOf(context: ApiContext): Promise<string[]> {
	return secretsIn(await context.getCredentials(credentialTypeOf(context)));
}

function secretsIn(data: ICredentialDataDecryptedObject): string[] {
	const { apiKey, clientSecret, oauthTokenData, webhookSecret } = data;
	return [
		apiKey,
		clientSecret,
		at(oauthTokenData, 'access_token'),
		at(oauthTokenData, 'refresh_token'),
		...String(webhookSecret ?? '').split(','),
	]
		.filter((secret) => typeof secret === 'string')
		.map((secret) => secret.trim());
}

function timeLimitsOf(context: ApiContext): TimeLimits {
	if (isPoll(context)) {
		return {
			maxWait: POLL_MAX_WAIT_MS,
			maxTroubleWait: 0,
			minQueueWait: POLL_TIMEOUT_MS,
			timeout: POLL_TIMEOUT_MS,
		};
	}
	if (isHook(context)) {
		return {
			maxWait: HOOK_MAX_WAIT_MS,
			timeout: POLL_TIMEOUT_MS,
			maxDuration: HOOK_MAX_DURATION_MS,
		};
	}
	// The sender of a delivery waits for the response.
	if (isDelivery(context)) return { maxWait: 0, timeout: DELIVERY_TIMEOUT_MS };
	if (isExecution(context)) {
		const { longestWait, timeout } = readSettings(context);
		return { maxWait: longestWait, timeout };
	}
	return { maxWait: DEFAULTS.longestWait * 1000, timeout: DEFAULTS.timeout * 1000 };
}
