import { UserError, type IHttpRequestOptions, type INodeProperties } from 'n8n-workflow';
import { at } from '../nodes/LinkAttribution/input/unknown';
import { MAX_URL_LENGTH, serviceUrl } from '../nodes/LinkAttribution/input/baseUrl';

/** The same rule as `serviceUrl`, as the source of a regular expression for n8n's expressions and display options. */
const SECURE_URL = String.raw`\s*(https://|http://(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(/|\s*$))`;

/** The same limit and rule as `serviceUrl`, as part of an n8n expression on the text that `value` gives. */
export function secureUrlExpression(value: string): string {
	const secure = `new RegExp(${JSON.stringify(`^${SECURE_URL}`)}).test(${value})`;
	// n8n refuses both protocols and quotes them in its message, so that no code or token is sent.
	return `(${value}.length > ${MAX_URL_LENGTH} ? "base-url-must-not-be-longer-than-${MAX_URL_LENGTH}-characters:" : ${secure} ? ${value}.replace(/[/]+$/, "") : "base-url-must-start-with-https:")`;
}

/**
 * Makes sure that a request which is to carry the credential goes to the service and nowhere else. n8n's HTTP Request
 * node uses a credential for any address, and anyone who may use the credential chooses that address.
 *
 * @param request with `url`, or `uri` in n8n's older form, both with or without `baseURL`
 * @throws UserError when it goes, or might go, to another origin
 */
export function assertSentToService(baseUrl: string, request: IHttpRequestOptions): void {
	const { origin } = new URL(serviceUrl(baseUrl));
	const { baseURL } = request;
	const targets = [request.url, at(request, 'uri')].filter((target) => target !== undefined);
	const isOfService = (address: string, base?: string) =>
		URL.canParse(address, base) && new URL(address, base).origin === origin;
	const isSafe = (target: unknown) => {
		if (typeof target !== 'string') return false;
		if (baseURL === undefined) return isOfService(target);
		// n8n resolves the target against the base, axios joins them: neither may leave the service.
		const joined = `${baseURL.replace(/\/?\/$/, '')}/${target.replace(/^\/+/, '')}`;
		return isOfService(target, baseURL) && isOfService(joined);
	};
	if (targets.length === 0 || !targets.every(isSafe)) {
		throw new UserError(`This credential is only sent to its 'Base URL', ${origin}`, {
			description: 'Change the URL of the request, or use another credential for that address.',
		});
	}
	// A proxy reads plain requests, and encrypted ones with a certificate that the same person chose to trust.
	if (request.proxy) {
		throw new UserError("This credential cannot be used with 'Proxy'", {
			description:
				'Remove the proxy from the request. n8n itself can use one for all requests (HTTPS_PROXY).',
		});
	}
	// Behind a shared front end, another host name is another service.
	if (Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === 'host')) {
		throw new UserError("This credential cannot be used with the header 'Host'", {
			description: 'Remove the header from the request.',
		});
	}
}

const SECURE_STARTS = [
	'https://',
	...['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [`http://${host}:`, `http://${host}/`]),
];

/** A notice below the address field of a credential, there while the address in it is insecure. */
export function insecureUrlNotice(name: string, field: string, label: string): INodeProperties {
	return {
		displayName: `${label} must start with https://. Plain http:// is accepted for this machine only (localhost, 127.0.0.1).`,
		name,
		type: 'notice',
		default: '',
		// n8n resolves these with each request, and on a busy machine a regular expression can exceed its time limit.
		displayOptions: {
			show: { [field]: [{ _cnd: { exists: true } }] },
			hide: { [field]: SECURE_STARTS.map((start) => ({ _cnd: { startsWith: start } })) },
		},
	};
}
