import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type {
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

/** What a trigger that verifies a signature needs at least. n8n loads it without this package. */
export class MinimalTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Minimal Trigger',
		name: 'minimalTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow for each delivery with a valid signature',
		defaults: { name: 'Minimal Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'webhook',
			},
		],
		properties: [{ displayName: 'Secret', name: 'secret', type: 'string', default: '' }],
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { rawBody } = this.getRequestObject() as unknown as { rawBody: Buffer };
		const response = this.getResponseObject() as unknown as ServerResponse;
		const hmac = createHmac('sha256', this.getNodeParameter('secret') as string);
		const expected = Buffer.from(hmac.update(rawBody).digest('hex'));
		const signature = Buffer.from(String(this.getHeaderData()['dub-signature']));
		if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
			response.writeHead(401).end();
			return { noWebhookResponse: true };
		}
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}
