import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { assertSentToService, insecureUrlNotice } from './serviceAddress';
import { credentialTest } from './credentialTest';

/**
 * n8n 2.0 sends the key to wherever a redirect leads; other versions do so if the request allows it. The last two options
 * belong to n8n's older request format, which its HTTP Request node uses.
 */
const WITHOUT_REDIRECTS = {
	disableFollowRedirect: true,
	sendCredentialsOnCrossOriginRedirect: false,
	followRedirect: false,
	followAllRedirects: false,
};

export class LinkAttributionApi implements ICredentialType {
	name = 'linkAttributionApi';

	displayName = 'Link Attribution (Dub) API';

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
			description:
				'Create a key in the workspace settings under API Keys, where it is shown only once',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'https://api.dub.co',
			required: true,
			description: 'Address of the API. Must start with https://, except on this machine.',
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
				'Signing secret of a webhook that you register yourself, from the workspace settings. Separate several secrets with commas.',
		},
	];

	/** A function instead of a template, so that the key is sent only to the service, and only over HTTPS. */
	async authenticate(
		{ apiKey, baseUrl }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		assertSentToService(String(baseUrl), request);
		return {
			...request,
			...WITHOUT_REDIRECTS,
			headers: { ...request.headers, Authorization: `Bearer ${String(apiKey).trim()}` },
		};
	}

	test: ICredentialTestRequest = credentialTest("'API Key'");
}
