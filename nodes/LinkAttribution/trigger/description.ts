import { cronNodeOptions, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';
import { filterCollections, saleType } from '../actions/event/filterParameters';
import { folderLocator, linkLocator, partnerIdLocator, withModes } from '../methods/locators';
import { webhookFields } from './n8nQuirks';
import { authentication } from '../input/settings';

const WEBHOOK = { show: { delivery: ['webhook'] } };
const POLLING = { show: { delivery: ['polling'] } };

const conversionEvents: INodePropertyOptions[] = [
	{ name: 'Click', value: 'link.clicked', description: 'Someone visited a short link' },
	{
		name: 'Lead',
		value: 'lead.created',
		description: 'A visitor became a lead, for example by signing up',
	},
	{ name: 'Sale', value: 'sale.created', description: 'A customer made a payment' },
];

const otherEvents: INodePropertyOptions[] = [
	{
		name: 'Bounty Created',
		value: 'bounty.created',
		description: 'A bounty was added to the partner program',
	},
	{
		name: 'Bounty Updated',
		value: 'bounty.updated',
		description: 'A bounty of the partner program was updated',
	},
	{
		name: 'Commission Created',
		value: 'commission.created',
		description: 'A partner earned a commission, or one was clawed back',
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
		description: 'A link was created. Not sent for bulk creation and imports.',
	},
	{
		name: 'Link Deleted',
		value: 'link.deleted',
		description: 'A link was deleted. Not sent for bulk deletion.',
	},
	{
		name: 'Link Updated',
		value: 'link.updated',
		description: 'A link was updated. Not sent for bulk updates.',
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
		description: 'Two accounts of a partner were merged',
	},
	{
		name: 'Payout Confirmed',
		value: 'payout.confirmed',
		description:
			'A payout of a program with external payouts was confirmed, and is to be paid. See Confirm Payouts.',
	},
];

const pushFilters: INodeProperties[] = [
	{
		displayName: 'Domain',
		name: 'domains',
		type: 'string',
		default: '',
		placeholder: 'e.g. go.example.com',
		description: 'Only events of links on these domains. Separate several domains with commas.',
	},
	{
		...folderLocator,
		name: 'folderIds',
		description:
			'Only events of links in this folder. In By ID mode, you can enter several, comma-separated. For clicks, the service filters before it sends.',
	},
	{
		...withModes(linkLocator, ['list', 'id']),
		name: 'linkIds',
		description:
			'Only events of this link. In By ID mode, you can enter several, comma-separated. For clicks, the service filters before it sends.',
	},
	{
		...partnerIdLocator,
		name: 'partnerIds',
		description:
			'Only events of this partner or their links. In By ID mode, you can enter several, comma-separated.',
	},
	{
		displayName: 'Program IDs',
		name: 'programIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. prog_1',
		description:
			'Only events of these partner programs or their links. Separate several IDs with commas.',
	},
	saleType,
];

const rawOption: INodeProperties = {
	displayName: 'Include Raw Event',
	name: 'raw',
	type: 'boolean',
	default: true,
	description: 'Whether to add the unchanged event of the service in the field raw',
};

/** Options of polling delivery. */
export const pollingOptions: INodeProperties[] = [
	{ ...rawOption },
	{
		displayName: 'Look-Back (Minutes)',
		name: 'lookBack',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 10,
		description:
			'Maximum time between an event and its appearance in the service. Events that appear later are missed. A longer look-back reads more events on each poll.',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		description:
			'Also emit the events since this time, oldest first. Applies only when the node starts polling for the first time. Leave empty to emit only new events.',
	},
];

const CATCH_UP: INodeProperties = {
	displayName: 'Catch Up',
	name: 'catchUp',
	type: 'boolean',
	default: false,
	description:
		'Whether to also emit events that the service could not deliver, and to register the webhook again if the service disabled it',
};

/** On by default with automatic registration. */
const catchUp: INodeProperties[] = [
	{
		...CATCH_UP,
		default: true,
		displayOptions: { show: { delivery: ['webhook'], registration: ['automatic'] } },
	},
	{ ...CATCH_UP, displayOptions: { show: { delivery: ['webhook'], registration: ['manual'] } } },
];

/** Labels of event types, comma-separated. */
export function eventLabels(events: string[]): string {
	return [...conversionEvents, ...otherEvents]
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
				description:
					'The service sends each event to n8n, which must be reachable from the internet',
			},
			{
				name: 'Polling',
				value: 'polling',
				description: 'Checks for new clicks, leads, and sales at times that you choose',
			},
		],
		default: 'webhook',
	},
	{
		// One parameter for both deliveries: with two of the same name, the editor would lose the selection when the delivery changes.
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			...conversionEvents,
			...otherEvents.map((event) => ({ ...event, displayOptions: WEBHOOK })),
		],
		default: ['link.clicked'],
		description: 'The events that start the workflow. Polling supports clicks, leads, and sales.',
	},
	{
		displayName: 'Poll Times',
		name: 'pollTimes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
		default: { item: [{ mode: 'everyMinute' }] },
		placeholder: 'Add Poll Time',
		displayOptions: POLLING,
		description: 'When to check for new events',
		options: cronNodeOptions,
	},
	{
		// n8n schedules polls by this parameter; an empty one means no polls.
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
				description: 'Publishing the workflow registers the webhook, and unpublishing removes it',
			},
			{
				name: 'Manual',
				value: 'manual',
				description: 'You register the URL of this node in the workspace settings',
			},
		],
		default: 'automatic',
		description: 'Who registers the webhook with the service',
	},
	{
		displayName:
			"Copy the <b>Production URL</b> under <b>Webhook URLs</b> above. Register it as a webhook in the workspace settings, with the events of 'Trigger On', and paste its signing secret (whsec_...) into the credential.",
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { delivery: ['webhook'], registration: ['manual'] } },
	},
	{
		displayName: 'Confirm Payouts',
		name: 'confirmPayouts',
		type: 'options',
		options: [
			{
				name: 'When Received',
				value: 'received',
				description: 'The service marks the payout as paid before the workflow has paid it',
			},
			{
				name: 'When the Workflow Succeeds',
				value: 'succeeded',
				description:
					'The service marks the payout as paid after the workflow, or as soon as the workflow waits, for example for an approval. If the workflow fails, the service retries, and the workflow runs again.',
			},
		],
		default: 'received',
		displayOptions: { show: { delivery: ['webhook'], events: ['payout.confirmed'] } },
		description:
			'When the service marks an external payout and its commissions as paid: it takes the response to the event as the confirmation. To confirm when the workflow succeeds, use a separate trigger for this event, without filters.',
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
		description: 'When to check for undelivered events',
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
			"Only events that match all filters. Filters that don't apply to an event type are ignored.",
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
				description: 'Name of the header that contains the signature of a delivery',
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
		options: pollingOptions,
	},
];

/** In polling delivery the webhook has no method, so that n8n does not register it. */
export const webhook = webhookFields({
	httpMethod: {
		template: '={{ $parameter["delivery"] === "webhook" ? "POST" : "" }}',
		resolve: ({ delivery }) => (delivery === 'webhook' ? 'POST' : ''),
	},
	responseMode: {
		template: '={{ $parameter["confirmPayouts"] === "succeeded" ? "lastNode" : "onReceived" }}',
		resolve: ({ confirmPayouts }) => (confirmPayouts === 'succeeded' ? 'lastNode' : 'onReceived'),
	},
	responseData: {
		template: '={{ $parameter["confirmPayouts"] === "succeeded" ? "noData" : "" }}',
		resolve: ({ confirmPayouts }) => (confirmPayouts === 'succeeded' ? 'noData' : ''),
	},
	ndvHideUrl: {
		template:
			'={{ $parameter["delivery"] !== "webhook" || $parameter["registration"] !== "manual" }}',
		resolve: ({ delivery, registration }) => delivery !== 'webhook' || registration !== 'manual',
	},
});
