import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import * as listSearch from './methods/listSearch';
import { properties, webhook } from './trigger/description';
import { sample } from './trigger/polling/sample';
import { runRound } from './trigger/round';
import { receive } from './trigger/webhook/receive';
import { runForNew } from './trigger/webhook/executions';
import { isRejectionReport } from './trigger/webhook/rejection';
import { isRegistered, register } from './trigger/webhook/registration';
import { unregister } from './trigger/webhook/removal';

/**
 * One trigger with two deliveries. n8n registers a webhook only if `httpMethod` is not empty, and schedules polls by the
 * parameter `pollTimes`, which is empty in webhook delivery; `polling: true` would add a second, always visible one. In a
 * manual run n8n prefers `execute` over `poll` and `webhook`, and without it would drop the delivered event.
 */
export class LinkAttributionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Attribution (Dub) Trigger',
		name: 'linkAttributionTrigger',
		icon: {
			light: 'file:../../icons/link-attribution.svg',
			dark: 'file:../../icons/link-attribution.dark.svg',
		},
		group: ['trigger'],
		// For nodes of version 1, n8n evaluates an expression for each delivery.
		version: 2,
		subtitle: '={{ $parameter["delivery"] === "polling" ? "polling" : "webhook" }}',
		// The node panel shows this text in its one entry for both nodes.
		description:
			'Work with short links and affiliate partners, or start on clicks, leads, sales, and other events',
		defaults: { name: 'Link Attribution Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		builderHint: {
			searchHint:
				'Webhook needs an n8n that the service can reach over HTTPS; otherwise set Delivery to Polling. The webhook is registered and signed automatically. Each item is one event, with its kind in the field event.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-link-attribution.linkAttribution',
					relationHint: 'Looks up or changes links, partners, and customers',
				},
			],
		},
		credentials: [
			{
				name: 'linkAttributionApi',
				required: true,
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'linkAttributionOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		webhooks: [{ name: 'default', ...webhook, path: 'webhook', ndvHideMethod: true }],
		eventTriggerDescription: 'Waiting for an event from the service',
		activationMessage: 'Your workflow will now run whenever the selected events happen.',
		triggerPanel: {
			header: 'Get a test event from your links',
			executionsHelp: {
				inactive:
					"<b>While building your workflow</b>, click the 'Execute step' button. With webhook delivery, then cause the event, for example by visiting a short link. With polling, the newest matching event is fetched immediately.<br /><br /><b>Once you're happy with your workflow</b>, publish it. It will then run for every new event. Those executions appear in the <a data-key=\"executions\">executions list</a>, not in the editor.",
				active:
					"<b>While building your workflow</b>, click the 'Execute step' button. With webhook delivery, then cause the event, for example by visiting a short link. With polling, the newest matching event is fetched immediately.<br /><br /><b>Your workflow also runs automatically</b>, since it's published. Those executions appear in the <a data-key=\"executions\">executions list</a>, not in the editor.",
			},
			activationHint: {
				inactive:
					"Once you've finished building your workflow, publish it to have it run automatically on new events (you just won't see those executions here).",
				active:
					"This workflow is published, so it also runs automatically on new events (those executions won't show up here).",
			},
		},
		properties,
	};

	methods = { listSearch };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await register(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				await unregister(this);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runRound(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (isRejectionReport(this)) return [[]];
		const mode = this.getMode();
		const isPolling = this.getNodeParameter('delivery', 0) === 'polling';
		if (mode === 'manual' && isPolling) return await sample(this);
		// A retried execution has a different mode.
		const isNew = mode === 'webhook' || mode === 'trigger';
		return isNew ? [await runForNew(this)] : [this.getInputData()];
	}
}
