import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { assertSentToService, insecureUrlNotice } from '../nodes/LinkAttribution/transport/baseUrl';

/**
 * n8n 2.0 sends the key on to wherever a redirect leads; other versions do if the request says so. The last two options
 * belong to n8n's older form of a request, which its HTTP Request node uses.
 */
const WITHOUT_REDIRECTS = {
	disableFollowRedirect: true,
	sendCredentialsOnCrossOriginRedirect: false,
	followRedirect: false,
	followAllRedirects: false,
};

export class LinkAttributionApi implements ICredentialType {
	name = 'linkAttributionApi';

	displayName = 'Link Attribution API';

	documentationUrl = 'https://github.com/link-attribution/n8n-nodes-link-attribution#api-key';

	icon = {
		light: 'file:../icons/link-attribution.svg',
		dark: 'file:../icons/link-attribution.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Created in the workspace settings under API Keys; shown there only once',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'https://api.dub.co',
			required: true,
			description: 'Address of the service. Must start with https:// unless it is on this machine.',
		},
		insecureUrlNotice('insecureBaseUrl', 'baseUrl', 'Base URL'),
		{
			displayName: 'Webhook Signing Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. whsec_...',
			description:
				'Only for a trigger whose webhook you register yourself: the secret that the workspace settings show for it. Several are separated by commas.',
		},
	];

	/** A function and not a template, so that the key goes to the service only, and encrypted. */
	async authenticate(
		{ apiKey, baseUrl }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		assertSentToService(String(baseUrl), request);
		return {
			...request,
			...WITHOUT_REDIRECTS,
			headers: { ...request.headers, Authorization: `Bearer ${String(apiKey)}` },
		};
	}

	test: ICredentialTestRequest = {
		request: {
			// What is too long is cut off here and refused by `authenticate`.
			baseURL: '={{$credentials.baseUrl.slice(0, 2048).trim().replace(/\\/+$/, "")}}',
			url: '/folders',
			qs: { pageSize: 1 },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						"The service does not know this 'API Key'. Check it, and that 'Base URL' is right.",
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						"The key is valid, but lacks the permission folders.read, which this test uses. Nodes that don't list folders work with it.",
				},
			},
		],
	};
}
