interface Secrets {
	secret?: string;
	/** The secret of the previous webhook, whose deliveries may still be in transit. */
	previous?: string;
	/** Since when it is the previous one, by `performance.now()`. */
	replacedAt: number;
	/** ID of the webhook in the static data when the secrets were last read. */
	webhookId?: string;
}

/** For which the secret of the previous webhook stays valid in a process that runs no rounds. */
const MAX_TRANSIT_MS = 60_000;

const MAX_NODES = 5000;

/** Signing secrets stay in the memory of the process: everyone who can read a workflow can read its static data. */
const nodes = new Map<string, Secrets>();

/**
 * Keeps the secret of the previous webhook valid, but no earlier one.
 *
 * @param webhookId what the static data say now; by default, what they said before
 */
export function rememberSecret(key: string, secret: string | undefined, webhookId?: string): void {
	const known = nodes.get(key) ?? { replacedAt: -Infinity };
	const isOther = known.secret !== undefined && known.secret !== secret;
	nodes.delete(key);
	nodes.set(key, {
		secret,
		previous: isOther ? known.secret : known.previous,
		replacedAt: isOther ? performance.now() : known.replacedAt,
		webhookId: webhookId ?? known.webhookId,
	});
	const [oldest] = nodes.keys();
	if (nodes.size > MAX_NODES) nodes.delete(oldest);
}

/** No delivery of the previous webhook is on its way any more. */
export function forgetPreviousSecret(key: string): void {
	const known = nodes.get(key);
	if (known) delete known.previous;
}

/** Whether another process has registered another webhook since the secrets were read. */
export function isOutdated(key: string, webhookId: string | undefined): boolean {
	return webhookId !== undefined && nodes.get(key)?.webhookId !== webhookId;
}

/** Without a webhook, no secret is valid. */
export function knownSecrets(key: string): string[] {
	const { secret, previous, replacedAt = -Infinity } = nodes.get(key) ?? {};
	if (secret === undefined) return [];
	const isInTransit = performance.now() - replacedAt < MAX_TRANSIT_MS;
	return previous === undefined || !isInTransit ? [secret] : [secret, previous];
}
