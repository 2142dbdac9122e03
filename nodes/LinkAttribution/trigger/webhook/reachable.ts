import { UserError, type IHookFunctions } from 'n8n-workflow';
import { isLoopback, serviceUrl } from '../../input/baseUrl';
import { credentialTypeOf } from '../../transport/connection';

const PRIVATE_HOST =
	/^(localhost|.*\.(localhost|local|internal|lan|home\.arpa)|[^.:]+|0\.0\.0\.0|10(\.\d+){3}|127(\.\d+){3}|169\.254(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|192\.168(\.\d+){2}|\[(::1?|f[cd][\da-f]{2}:.*|fe80:.*)\])$/i;

/**
 * Refuses to register a URL that the service cannot reach: publishing would succeed, and no event would ever come.
 *
 * @throws UserError for a private address or plain HTTP, unless the service is on this machine, too
 */
export async function requireReachable(context: IHookFunctions, url: string): Promise<void> {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialTypeOf(context));
	if (isLoopback(new URL(serviceUrl(baseUrl)).hostname)) return;
	const { protocol, hostname, origin } = new URL(url);
	if (protocol === 'https:' && !PRIVATE_HOST.test(hostname)) return;
	throw new UserError(
		`The service cannot reach n8n at ${origin}. Set WEBHOOK_URL of n8n to its public https:// address, or set 'Delivery' to Polling, which needs none.`,
	);
}
