import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { insecureUrlNotice, secureUrlExpression } from '../nodes/LinkAttribution/transport/baseUrl';

const secureUrl = (field: string) => secureUrlExpression(`$self["${field}"].trim()`);

/** Expression part for the host of the address in a field; empty for anything that is no plain address. */
const hostOf = (field: string) =>
	String.raw`($self["${field}"].match(/^\s*https?:\/\/([\w.-]+|\[[\w:]+\])(?::\d+)?(?:[\/?#\s]|$)/i) || ["", ""])[1]`;

export class LinkAttributionOAuth2Api implements ICredentialType {
	name = 'linkAttributionOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Link Attribution OAuth2 API';

	documentationUrl = 'https://github.com/link-attribution/n8n-nodes-link-attribution#oauth2';

	icon = {
		light: 'file:../icons/link-attribution.svg',
		dark: 'file:../icons/link-attribution.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				{ name: 'PKCE (No Client Secret)', value: 'pkce' },
				{ name: 'Client Secret (App Without PKCE)', value: 'authorizationCode' },
			],
			default: 'pkce',
			description:
				'How the OAuth application is set up in the workspace settings; PKCE is on by default there',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			displayOptions: { show: { grantType: ['authorizationCode'] } },
			default: '',
			required: true,
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
			displayName: 'Authorization Base URL',
			name: 'authorizationBaseUrl',
			type: 'string',
			default: 'https://app.dub.co',
			required: true,
			description:
				'Address of the page where you allow access. Must start with https:// unless it is on this machine.',
		},
		insecureUrlNotice(
			'insecureAuthorizationBaseUrl',
			'authorizationBaseUrl',
			'Authorization Base URL',
		),
		{
			// Not named scopes: the editor keeps what the person may do with the credential in a field of that name.
			displayName: 'Scopes',
			name: 'requestedScopes',
			type: 'string',
			typeOptions: { rows: 3 },
			default:
				'analytics.read domains.read domains.write folders.read folders.write links.read links.write tags.read tags.write user.read',
			hint: 'Take out domains.write if you are not an owner of the workspace. Add webhooks.read webhooks.write only for a trigger that registers its webhook itself: not every service knows them.',
			description:
				'What the connection may do, separated by spaces. Your role in the workspace must allow all of it.',
		},
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
		{
			// The name and the values are n8n's: it limits its own nodes by them.
			displayName: 'Use in HTTP Request Nodes',
			name: 'allowedHttpRequestDomains',
			type: 'options',
			options: [
				{
					name: 'For the Host of Base URL',
					value: 'domains',
					description: "Allow n8n's HTTP Request node to send the access token to the service",
				},
				{
					name: 'Not at All',
					value: 'none',
					description: 'Use this credential in the Link Attribution nodes only',
				},
			],
			default: 'domains',
			description:
				"Where n8n's HTTP Request node may send the access token. Choose Not at All when you share the credential with people who must not read the token.",
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: `={{ ${secureUrl('authorizationBaseUrl')} + "/oauth/authorize" }}`,
			required: true,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: `={{ ${secureUrl('baseUrl')} + "/oauth/token" }}`,
			required: true,
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: '={{ $self["requestedScopes"].trim().replace(/[,\\s]+/g, " ") }}',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'hidden',
			default: `={{ ${hostOf('baseUrl')} }}`,
		},
	];
}
