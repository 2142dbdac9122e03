import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { insecureUrlNotice, secureUrlExpression } from './serviceAddress';

const secureUrl = (field: string) => secureUrlExpression(`$self["${field}"].trim()`);

/** Part of an expression: the host of the address in a field, or an empty text if it is not a plain address. */
const hostOf = (field: string) =>
	String.raw`($self["${field}"].match(/^\s*https?:\/\/([\w.-]+|\[[\w:]+\])(?::\d+)?(?:[\/?#\s]|$)/i) || ["", ""])[1]`;

export class LinkAttributionOAuth2Api implements ICredentialType {
	name = 'linkAttributionOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Link Attribution (Dub) OAuth2 API';

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
				'How the OAuth application is set up in the workspace settings, where PKCE is the default',
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
			description: 'Address of the API. Must start with https://, except on this machine.',
		},
		insecureUrlNotice('insecureBaseUrl', 'baseUrl', 'Base URL'),
		{
			displayName: 'Authorization Base URL',
			name: 'authorizationBaseUrl',
			type: 'string',
			default: 'https://app.dub.co',
			required: true,
			description:
				'Address of the page where you grant access. Must start with https://, except on this machine.',
		},
		insecureUrlNotice(
			'insecureAuthorizationBaseUrl',
			'authorizationBaseUrl',
			'Authorization Base URL',
		),
		{
			// Not named scopes: the editor uses a field of that name for what the user may do with the credential.
			displayName: 'Scopes',
			name: 'requestedScopes',
			type: 'string',
			typeOptions: { rows: 3 },
			default:
				'analytics.read domains.read domains.write folders.read folders.write links.read links.write tags.read tags.write user.read',
			hint: 'Remove domains.write if you are not an owner of the workspace. Add webhooks.read and webhooks.write only for a trigger that registers its own webhook: not every service has them.',
			description:
				'Permissions of the connection, separated by spaces. Your role in the workspace must include all of them.',
		},
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
		{
			// The name and the values are n8n's own: they restrict its HTTP Request node.
			displayName: 'Use in HTTP Request Nodes',
			name: 'allowedHttpRequestDomains',
			type: 'options',
			options: [
				{
					name: 'Never',
					value: 'none',
					description: 'Only the Link Attribution nodes can use this credential',
				},
				{
					name: 'Only for the Host of Base URL',
					value: 'domains',
					description: "n8n's HTTP Request node can send the access token to the service",
				},
			],
			default: 'none',
			description:
				"Where n8n's HTTP Request node may send the access token. Anyone who may use the credential there can also read the token, for example through a proxy.",
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
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'body' },
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'hidden',
			default: `={{ ${hostOf('baseUrl')} }}`,
		},
	];
}
