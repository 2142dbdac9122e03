import * as n8nWorkflow from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';

const HTTP_METHOD = {
	template: '={{ $parameter["delivery"] === "webhook" ? "POST" : "" }}',
	resolve: ({ delivery }: INodeParameters) => (delivery === 'webhook' ? 'POST' : ''),
};

const HIDE_URL = {
	template:
		'={{ $parameter["delivery"] !== "webhook" || $parameter["registration"] !== "manual" }}',
	resolve: ({ delivery, registration }: INodeParameters) =>
		delivery !== 'webhook' || registration !== 'manual',
};

/**
 * What of the webhook depends on the parameters: in polling delivery it has no method, and so is none.
 *
 * Given as functions beside the expressions, since n8n from 2.41 on would otherwise start an engine for expressions
 * with each delivery, which halves how many it takes in.
 */
export const webhookFields =
	'webhookDescriptionFields' in n8nWorkflow
		? n8nWorkflow.webhookDescriptionFields({ httpMethod: HTTP_METHOD, ndvHideUrl: HIDE_URL })
		: { httpMethod: HTTP_METHOD.template, ndvHideUrl: HIDE_URL.template };
