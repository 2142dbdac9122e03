import { cronNodeOptions, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';
import { authentication } from '../transport/settings';
import { filterCollections, saleType } from '../actions/event/filterParameters';
import { webhookFields } from '../transport/n8nQuirks';

const WEBHOOK = { show: { delivery: ['webhook'] } };
const POLLING = { show: { delivery: ['polling'] } };

function journeyEvents(): INodePropertyOptions[] {
	return [
		{ name: 'Click', value: 'link.clicked', description: 'A short link was visited' },
		{ name: 'Lead', value: 'lead.created', description: 'A visitor became a lead, e.g. signed up' },
		{ name: 'Sale', value: 'sale.created', description: 'A customer paid' },
	];
}

function otherEvents(): INodePropertyOptions[] {
	return [
		{
			name: 'Bounty Created',
			value: 'bounty.created',
			description: 'A bounty was added to the partner program',
		},
		{
			name: 'Bounty Updated',
			value: 'bounty.updated',
			description: 'A bounty of the partner program was changed',
		},
		{
			name: 'Commission Created',
			value: 'commission.created',
			description: 'A partner earned a commission, or one was taken back',
		},
		{
			name: 'Discount Code Created',
			value: 'discount_code.created',
			description: 'A partner got a discount code',
		},
		{
			name: 'Discount Code Deleted',
			value: 'discount_code.deleted',
			description: 'A discount code was deleted or disabled',
		},
		{
			name: 'Link Created',
			value: 'link.created',
			description: 'A link was created, but not in bulk or by an import',
		},
		{
			name: 'Link Deleted',
			value: 'link.deleted',
			description: 'A link was deleted, but not in bulk',
		},
		{
			name: 'Link Updated',
			value: 'link.updated',
			description: 'A link was changed, but not in bulk',
		},
		{
			name: 'Partner Application Submitted',
			value: 'partner.application_submitted',
			description: 'Someone applied to the partner program',
		},
		{
			name: 'Partner Enrolled',
			value: 'partner.enrolled',
			description: 'A partner joined the partner program',
		},
		{
			name: 'Partner Merged',
			value: 'partner.merged',
			description: 'Two accounts of a partner became one',
		},
		{
			name: 'Payout Confirmed',
			value: 'payout.confirmed',
			description: 'A payout was confirmed; only for programs with external payouts',
		},
	];
}

const pushFilters: INodeProperties[] = [
	{
		displayName: 'Domain',
		name: 'domains',
		type: 'string',
		default: '',
		placeholder: 'e.g. go.example.com',
		description: 'Only events of links with these domains, comma-separated',
	},
	{
		displayName: 'Folder IDs',
		name: 'folderIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. fold_1, fold_2',
		description:
			'Only events of links in these folders, comma-separated. For clicks the service does this already, so that others are not pushed at all.',
	},
	{
		displayName: 'Link IDs',
		name: 'linkIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. link_1, link_2',
		description:
			'Only events of these links, comma-separated. For clicks the service does this already, so that others are not pushed at all.',
	},
	{
		displayName: 'Partner IDs',
		name: 'partnerIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. pn_1, pn_2',
		description: 'Only events of these partners or their links, comma-separated',
	},
	{
		displayName: 'Program IDs',
		name: 'programIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. prog_1',
		description: 'Only events of these partner programs or their links, comma-separated',
	},
	saleType,
];

const rawOption: INodeProperties = {
	displayName: 'Include Raw Event',
	name: 'raw',
	type: 'boolean',
	default: false,
	description: 'Whether to add what the service sent, unchanged, as field raw',
};

const CATCH_UP: INodeProperties = {
	displayName: 'Catch Up',
	name: 'catchUp',
	type: 'boolean',
	default: false,
	description:
		'Whether to also emit the events that the service could not deliver, and to register the webhook again if the service disabled it',
};

/** On by default where the node registers the webhook, but not in workflows that were saved before there was this option. */
const catchUp: INodeProperties[] = [
	{
		...CATCH_UP,
		default: true,
		displayOptions: {
			show: {
				delivery: ['webhook'],
				registration: ['automatic'],
				'@version': [{ _cnd: { gte: 2.1 } }],
			},
		},
	},
	{
		...CATCH_UP,
		displayOptions: {
			show: {
				delivery: ['webhook'],
				registration: ['manual'],
				'@version': [{ _cnd: { gte: 2.1 } }],
			},
		},
	},
	{
		...CATCH_UP,
		displayOptions: { show: { delivery: ['webhook'], '@version': [2] } },
	},
];

/** The labels of events, comma-separated. */
export function eventLabels(events: string[]): string {
	return [...journeyEvents(), ...otherEvents()]
		.filter(({ value }) => events.includes(String(value)))
		.map(({ name }) => name)
		.join(', ');
}

export const properties: INodeProperties[] = [
	authentication,
	{
		displayName: 'Delivery',
		name: 'delivery',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Webhook (Instant)',
				value: 'webhook',
				description: 'The service pushes events; n8n must be reachable from the internet',
			},
			{
				name: 'Polling',
				value: 'polling',
				description: 'At times that you choose, n8n asks for new clicks, leads and sales',
			},
		],
		default: 'webhook',
	},
	{
		// One for both deliveries: of two with the same name the editor forgets what was chosen when the delivery changes.
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			...journeyEvents(),
			...otherEvents().map((event) => ({ ...event, displayOptions: WEBHOOK })),
		],
		default: ['link.clicked'],
		description: 'The events that start the workflow. Polling finds clicks, leads and sales.',
	},
	{
		displayName: 'Poll Times',
		name: 'pollTimes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
		default: { item: [{ mode: 'everyMinute' }] },
		placeholder: 'Add Poll Time',
		displayOptions: POLLING,
		description: 'When to look for new events',
		options: cronNodeOptions,
	},
	{
		// What n8n plans polls by, with nothing in it: no polls.
		displayName: 'Poll Times',
		name: 'pollTimes',
		type: 'hidden',
		default: { item: [] },
		displayOptions: { show: { delivery: ['webhook'], catchUp: [false] } },
	},
	{
		displayName: 'Registration',
		name: 'registration',
		type: 'options',
		noDataExpression: true,
		displayOptions: WEBHOOK,
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Publishing the workflow registers the webhook, unpublishing removes it',
			},
			{
				name: 'Manual',
				value: 'manual',
				description: 'You register the URL in the workspace settings',
			},
		],
		default: 'automatic',
		description: 'Who registers the webhook with the service',
	},
	{
		displayName:
			'Copy the URL above, register it as a webhook in the workspace settings, and paste its signing secret into the credential, after those of other webhooks.',
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { delivery: ['webhook'], registration: ['manual'] } },
	},
	...catchUp,
	{
		displayName: 'Catch-Up Times',
		name: 'pollTimes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Catch-Up Time' },
		default: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
		placeholder: 'Add Catch-Up Time',
		displayOptions: { show: { delivery: ['webhook'], catchUp: [true] } },
		description: 'When to look for undelivered events',
		options: cronNodeOptions,
	},
	{
		displayName: 'Filters',
		name: 'pushFilters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: WEBHOOK,
		description:
			'Events must match all of these. One that does not apply to a kind of event lets it through.',
		options: pushFilters,
	},
	...filterCollections.map((collection) => ({ ...collection, displayOptions: POLLING })),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: WEBHOOK,
		options: [
			{ ...rawOption },
			{
				displayName: 'Signature Header',
				name: 'signatureHeader',
				type: 'string',
				default: 'Dub-Signature',
				description: 'Header in which the service sends the signature of a delivery',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: POLLING,
		options: [
			{ ...rawOption },
			{
				displayName: 'Look-Back (Minutes)',
				name: 'lookBack',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 10,
				description:
					'How long after it happened an event may become visible in the service. Later ones are missed. A longer look-back reads more events on each poll.',
			},
			{
				displayName: 'Start Date',
				name: 'startDate',
				type: 'dateTime',
				default: '',
				description:
					'Also emit the events from this instant on, oldest first. Applies once, when the node starts polling for the first time. Leave empty to emit only new events.',
			},
		],
	},
];

/** In polling delivery the webhook has no method, so n8n registers none. */
export const webhook = webhookFields({
	httpMethod: {
		template: '={{ $parameter["delivery"] === "webhook" ? "POST" : "" }}',
		resolve: ({ delivery }) => (delivery === 'webhook' ? 'POST' : ''),
	},
	ndvHideUrl: {
		template:
			'={{ $parameter["delivery"] !== "webhook" || $parameter["registration"] !== "manual" }}',
		resolve: ({ delivery, registration }) => delivery !== 'webhook' || registration !== 'manual',
	},
});
