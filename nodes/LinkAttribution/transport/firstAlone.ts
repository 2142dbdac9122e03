/** Milliseconds after a request that got through during which others need not wait for one to go first. */
const FRESH = 60_000;

const lastSuccess = new Map<string, number>();
const leaders = new Map<string, Promise<unknown>>();

/**
 * Sends a request of an OAuth2 credential. When none got through lately, one goes alone and the others wait for it: the
 * access token may have expired, n8n before 2.30 lets every request renew it on its own, and the service takes a refresh
 * token only once.
 *
 * @param credential what tells it from others
 * @param isThrough whether the result shows that the access token was accepted
 */
export async function firstAlone<Result>(
	credential: string,
	send: () => Promise<Result>,
	isThrough: (result: Result) => boolean,
): Promise<Result> {
	const sendAndNote = async () => {
		const result = await send();
		if (isThrough(result)) lastSuccess.set(credential, Date.now());
		return result;
	};
	for (;;) {
		if (Date.now() - (lastSuccess.get(credential) ?? 0) < FRESH) return await sendAndNote();
		const leader = leaders.get(credential);
		if (leader) {
			await leader;
			continue;
		}
		const sent = sendAndNote();
		leaders.set(
			credential,
			sent.catch(() => {}),
		);
		try {
			return await sent;
		} finally {
			leaders.delete(credential);
		}
	}
}
