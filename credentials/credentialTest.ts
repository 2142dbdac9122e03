import type { ICredentialTestRequest } from 'n8n-workflow';

type Rules = NonNullable<ICredentialTestRequest['rules']>;
type Rule = Rules[number];

const ELSEWHERE =
	"'Base URL' does not lead to the Link Attribution Service. Enter the address of its API, for example https://api.dub.co.";

/** @param message for a response with this status */
function onStatus(value: number, message: string): Rule {
	return { type: 'responseCode', properties: { value, message } };
}

/** @param value JavaScript type of a body that the service never sends here */
function onBody(value: string): Rule {
	return {
		type: 'responseSuccessBody',
		properties: { key: 'constructor.name', value, message: ELSEWHERE },
	};
}

/**
 * Counts the links, because the response, a number, shows that it comes from the service: a website, n8n itself among
 * them, also responds to other addresses.
 *
 * @param secret what a 401 is about
 */
export function credentialTest(secret: string): ICredentialTestRequest {
	const redirected = "'Base URL' redirects to another address. Enter the address that it leads to.";
	const unavailable = 'The service is having problems. Test the credential again later.';
	const rules: Rule[] = [
		...[301, 302, 303, 307, 308].map((status) => onStatus(status, redirected)),
		onStatus(401, `${secret} is not valid. Check it and 'Base URL'.`),
		onStatus(
			403,
			`${secret} is valid, but this test requires the permission links.read. Operations that do not need it work without it.`,
		),
		onStatus(404, ELSEWHERE),
		onStatus(405, ELSEWHERE),
		onStatus(
			409,
			'The user of this credential has not accepted the invitation to the workspace. Accept it, then test the credential again.',
		),
		onStatus(
			410,
			'The invitation to the workspace has expired. Ask an owner of the workspace for a new one.',
		),
		onStatus(
			429,
			'The service is limiting the requests of this credential. Wait a minute, then test it again.',
		),
		...[500, 502, 503, 504].map((status) => onStatus(status, unavailable)),
		...['String', 'Object'].map(onBody),
	];
	return {
		request: {
			// Longer addresses are truncated here and rejected by `authenticate`.
			baseURL: '={{$credentials.baseUrl.slice(0, 2048).trim().replace(/\\/+$/, "")}}',
			url: '/links/count',
			disableFollowRedirect: true,
		},
		// n8n checks each rule by its type; only its own type says that all have the same.
		rules: rules as Rules,
	};
}
