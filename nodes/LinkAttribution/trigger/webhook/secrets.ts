interface Secrets {
	secret?: string;
	/** The secret of the previous webhook, whose deliveries may still be in transit, and since when, by `performance.now()`. */
	previous?: { secret: string; replacedAt: number };
	/** ID of the webhook in the static data when the secrets were last read. */
	webhookId?: string;
}

/** Maximum milliseconds for which the secret of the previous webhook stays valid: processors run no rounds that forget it. */
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
	const known: Secrets = nodes.get(key) ?? {};
	const { secret: before } = known;
	const isOther = before !== undefined && before !== secret;
	const previous = isOther ? { secret: before, replacedAt: performance.now() } : known.previous;
	nodes.delete(key);
	nodes.set(key, { secret, previous, webhookId: webhookId ?? known.webhookId });
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
	const { secret, previous } = nodes.get(key) ?? {};
	if (secret === undefined) return [];
	const isInTransit = previous && performance.now() - previous.replacedAt < MAX_TRANSIT_MS;
	return isInTransit ? [secret, previous.secret] : [secret];
}
