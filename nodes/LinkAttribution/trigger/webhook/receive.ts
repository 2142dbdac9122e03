import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { toBoolean } from '../../input/values';
import { plainText } from '../../input/text';
import {
	fromPush,
	idsOf,
	isExternalPayout,
	nodeKey,
	PAYOUT_CONFIRMED,
	readEnvelope,
	timeOf,
	type Envelope,
} from '../item';
import { isPublishedAt } from '../periods';
import { serviceTime, stateOf } from '../nodeState';
import { claimContent, isConversion, releaseContent } from './contents';
import {
	eventsOf,
	isConfirmedBySuccess,
	isToConfirm,
	isWanted,
	matchedFilters,
	readPushFilters,
} from './pushFilters';
import { isFirst } from './received';
import { reportRejection } from './rejection';
import { isAuthentic } from './signature';

interface HttpResponse {
	writeHead(status: number): { end(text: string): void };
}

const DEFAULT_SIGNATURE_HEADER = 'Dub-Signature';

/**
 * Maximum age of a delivery in milliseconds, and how far it can be ahead: the service retries for some days, and the
 * clocks of two machines differ. This prevents later replays of a recorded delivery.
 */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_AHEAD_MS = 10 * 60 * 1000;

/** Checks a delivery and starts the workflow for it; always ends the response. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = context.getRequestObject() as { rawBody?: Buffer };
	const body = request.rawBody ?? Buffer.alloc(0);
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const header = plainText(options.signatureHeader, 'Signature Header').trim();
	const signature = context.getHeaderData()[(header || DEFAULT_SIGNATURE_HEADER).toLowerCase()];
	try {
		if (!(await isAuthentic(context, body, signature))) {
			return { ...reject(context, 401, 'Unauthorized'), ...reportRejection(context, signature) };
		}
	} catch (thrown) {
		context.logger.warn(
			`The signing secret could not be read, so a delivery was rejected: ${String(thrown)}`,
		);
		// The service retries.
		return reject(context, 503, 'Service Unavailable');
	}
	noteDelivery(context);
	const raw = toBoolean(options.raw ?? false, 'Include Raw Event');
	const envelope = readEnvelope(body);
	const node = nodeKey(context);
	// A machine can have another time than the service, e.g. after it slept, and be corrected later.
	const times = [Date.now(), serviceTime(stateOf(node))];
	if (!envelope || !times.some((now) => isRecent(envelope, now))) {
		return reject(context, 400, 'Bad Request');
	}
	const item = fromPush(envelope);
	const wanted = { events: eventsOf(context), filters: readPushFilters(context) };
	if (!isWanted(wanted, envelope)) return {};
	if (wasUnwanted(context, envelope, item)) {
		// It does not count as paid then.
		return isExternalPayout(envelope) ? reject(context, 503, 'Service Unavailable') : {};
	}
	const release = () => releaseContent(node, envelope.id);
	const isConfirmed = isToConfirm(context, envelope);
	if (!(await isFirst(context, idsOf(envelope, item), isConfirmed, release))) return {};
	const json = raw ? { ...item, raw: envelope.raw } : item;
	if (envelope.event === PAYOUT_CONFIRMED) {
		return { workflowData: [[{ json, ...confirmationOf(context, envelope) }]] };
	}
	if (!isConversion(item)) return { workflowData: [[{ json }]] };
	const content = claimContent(node, 'delivery', item);
	return content ? { workflowData: [[{ json, content: content.join() }]] } : {};
}

/**
 * Whether the workflow was not published when an event happened, or had other filters, as far as this process knows: the
 * service delivers clicks up to a minute late, and retries what failed while it could not be asked to remove the webhook.
 * When a workflow with manual registration was published, is not known exactly.
 */
function wasUnwanted(context: IWebhookFunctions, envelope: Envelope, item: IDataObject): boolean {
	const { last } = stateOf(nodeKey(context));
	const isManual = context.getNodeParameter('registration') === 'manual';
	if (!last || isManual || context.getMode() === 'manual') return false;
	const time = timeOf(envelope, item);
	return !isPublishedAt(last.record, time) || !matchedFilters(last.record, () => envelope, time);
}

/**
 * Notes that deliveries reach this process, and stores the position: n8n stores the static data after a delivery, but not
 * after a round without items, unless its cursors are durable.
 */
function noteDelivery(context: IWebhookFunctions): void {
	if (context.getMode() === 'manual') return;
	const state = stateOf(nodeKey(context));
	state.isReceiver = true;
	const { provenUntil } = state;
	if (provenUntil === undefined) return;
	// After the workflow, n8n would store what it loaded before it over what polls have stored meanwhile.
	if (isConfirmedBySuccess(context)) return;
	state.storedUntil = provenUntil;
	const data = context.getWorkflowStaticData('node');
	if (provenUntil > Number(data.provenUntil ?? 0)) data.provenUntil = provenUntil;
}

/**
 * The fields of an item for an external payout: a warning that it already counts as paid, or the mark of an event that can
 * run again, since the service retries it after a failed execution.
 */
function confirmationOf(
	context: IWebhookFunctions,
	envelope: Envelope,
): Partial<INodeExecutionData> {
	const { data } = envelope;
	if (isToConfirm(context, envelope)) return { source: 'confirmation' };
	if (data.mode !== 'external') return {};
	return {
		warning: `The service now counts payout ${plainText(data.id, 'id')} as paid, since it takes the response to this event as the confirmation. Set 'Confirm Payouts' of the trigger to When the Workflow Succeeds to confirm it after the payment.`,
	};
}

function isRecent({ createdAt }: Envelope, now: number): boolean {
	const age = now - Date.parse(createdAt);
	return age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS;
}

function reject(context: IWebhookFunctions, status: number, text: string): IWebhookResponseData {
	const response = context.getResponseObject() as HttpResponse;
	response.writeHead(status).end(text);
	return { noWebhookResponse: true };
}
