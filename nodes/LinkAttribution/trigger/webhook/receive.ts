import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isOn } from '../../helpers/flags';
import { toList } from '../../helpers/lists';
import { isFirst } from './dedupe';
import { asObject, fromPush, isTellingClick, readEnvelope, type Envelope } from '../item';
import { passes, readPushFilters } from './pushFilters';
import { signingSecrets } from './registration';
import { isSigned } from './signature';

interface HttpResponse {
	writeHead(status: number): { end(text: string): void };
}

/** Checks a delivery and starts the workflow for it; always ends the response. */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = this.getRequestObject() as { rawBody?: Buffer };
	const body = request.rawBody ?? Buffer.alloc(0);
	const options = this.getNodeParameter('options', {}) as IDataObject;
	const header = String(options.signatureHeader || 'Dub-Signature').toLowerCase();
	const signature = this.getHeaderData()[header];
	const secrets = await signingSecrets.call(this);
	if (!secrets.some((secret) => isSigned(body, signature, secret))) {
		return refuse(this, 401, 'Unauthorized');
	}
	const raw = isOn(options.raw ?? false, 'Include Raw Event');
	const envelope = readEnvelope(body);
	if (!envelope) return refuse(this, 400, 'Bad Request');
	if (!isWanted.call(this, envelope)) return {};
	if (!(await isFirst.call(this, idsOf(envelope)))) return {};
	const item = fromPush(envelope);
	return { workflowData: [[{ json: raw ? { ...item, raw: envelope.raw } : item }]] };
}

function isWanted(this: IWebhookFunctions, envelope: Envelope): boolean {
	const events = toList(this.getNodeParameter('events'), 'Trigger On');
	const filters = readPushFilters(this.getNodeParameter('pushFilters', {}) as IDataObject);
	return events.includes(envelope.event) && passes(envelope, filters);
}

/** Retries repeat the ID of the delivery; a click that the service publishes anew repeats that of the click. */
function idsOf({ id, event, createdAt, data }: Envelope): string[] {
	const click = asObject(data.click);
	if (event !== 'link.clicked' || typeof click.id !== 'string') return [id];
	return isTellingClick(click, Date.parse(createdAt)) ? [id, click.id] : [id];
}

function refuse(context: IWebhookFunctions, status: number, text: string): IWebhookResponseData {
	const response = context.getResponseObject() as HttpResponse;
	response.writeHead(status).end(text);
	return { noWebhookResponse: true };
}
