interface Secrets {
	secret?: string;
	/** The secret of the previous webhook, whose deliveries may still be in transit. */
	previous?: string;
}

const MAX_NODES = 5000;

/** Signing secrets stay in the memory of the process: everyone who can read a workflow can read its static data. */
const nodes = new Map<string, Secrets>();

/** Keeps the secret of the previous webhook valid, but no earlier one. */
export function rememberSecret(key: string, secret: string | undefined): void {
	const known = nodes.get(key) ?? {};
	const isOther = known.secret !== undefined && known.secret !== secret;
	nodes.delete(key);
	nodes.set(key, { secret, previous: isOther ? known.secret : known.previous });
	const [oldest] = nodes.keys();
	if (nodes.size > MAX_NODES) nodes.delete(oldest);
}

/** No delivery of the previous webhook is on its way any more. */
export function forgetPreviousSecret(key: string): void {
	const known = nodes.get(key);
	if (known) delete known.previous;
}

/** Without a webhook, no secret is valid. */
export function knownSecrets(key: string): string[] {
	const { secret, previous } = nodes.get(key) ?? {};
	if (secret === undefined) return [];
	return previous === undefined ? [secret] : [secret, previous];
}
