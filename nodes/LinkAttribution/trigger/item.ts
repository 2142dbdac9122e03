import { createHash } from 'node:crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { eventId, eventTime } from '../actions/event/output';
import { isObject } from '../input/json';

/** The body of a delivery. Its `data` is not checked: test events have older formats. */
const envelope = z.object({
	id: z.string().min(1),
	event: z.string().min(1),
	createdAt: z.string(),
	data: z.looseObject({}),
	isAnswered: z.boolean().optional(),
});

export interface Envelope {
	id: string;
	event: string;
	createdAt: string;
	data: IDataObject;
	/** The unchanged body. */
	raw: IDataObject;
	/** Whether the service takes it for delivered, although it has not started the workflow. */
	isAnswered?: boolean;
}

/** @returns undefined if the body is not an event of the service */
export function readEnvelope(body: Buffer): Envelope | undefined {
	try {
		return toEnvelope(JSON.parse(body.toString('utf8')));
	} catch {
		return undefined;
	}
}

/** As `readEnvelope`, from parsed JSON. */
export function toEnvelope(value: unknown): Envelope | undefined {
	const result = envelope.safeParse(value);
	if (!result.success || Number.isNaN(Date.parse(result.data.createdAt))) return undefined;
	const raw = value as IDataObject;
	const { id, event, createdAt, isAnswered } = result.data;
	const data = asObject(raw.data);
	return { id, event: canonicalName(event), createdAt, data, raw, isAnswered };
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether a click is of a test event: those are years old, and all have the same ID. */
function isOfTest({ timestamp }: IDataObject, createdAt: string): boolean {
	return Math.abs(Date.parse(createdAt) - Date.parse(String(timestamp))) >= WEEK_MS;
}

/** The contract spells one name differently than the service, whose documents give another one a longer name. */
function canonicalName(event: string): string {
	if (event.endsWith(PAYOUT_CONFIRMED)) return PAYOUT_CONFIRMED;
	return event === 'disccount.deleted' ? 'discount_code.deleted' : event;
}

/** The service takes the response to it as the confirmation that an external payout was paid. */
export const PAYOUT_CONFIRMED = 'payout.confirmed';

/** Whether the response to an event decides whether a payout counts as paid. */
export function isExternalPayout({ event, data }: Pick<Envelope, 'event' | 'data'>): boolean {
	return event === PAYOUT_CONFIRMED && data.mode !== 'internal';
}

const KINDS: Record<string, string> = {
	'link.clicked': 'click',
	'lead.created': 'lead',
	'sale.created': 'sale',
};

/** The name of the payload in an item, by event or by the part of its name before the dot. */
const PAYLOAD_NAMES: Record<string, string> = {
	link: 'link',
	'partner.application_submitted': 'application',
	'partner.enrolled': 'partner',
	'partner.merged': 'merge',
	commission: 'commission',
	bounty: 'bounty',
	payout: 'payout',
	discount_code: 'discountCode',
};

/**
 * The item for a pushed event. Clicks, leads, and sales have the same format as polled ones. The `id` of leads and sales
 * is that of the delivery, since the payload has no ID of the conversion; so is that of test clicks, which all have the
 * same ID.
 */
export function fromPush({ id, event, createdAt, data }: Envelope): IDataObject {
	const kind = KINDS[event];
	const timestamp = new Date(createdAt).toISOString();
	if (kind === undefined) {
		const name = PAYLOAD_NAMES[event] ?? PAYLOAD_NAMES[event.split('.')[0]] ?? 'data';
		return { event, id, timestamp, [name]: data };
	}
	if (kind !== 'click') return item(kind, id, timestamp, data);
	const click = asObject(data.click);
	const isUnique = typeof click.id === 'string' && !isOfTest(click, createdAt);
	return item(kind, isUnique ? click.id : id, iso(click.timestamp ?? timestamp), data);
}

/** When an event happened, epoch milliseconds: clicks are delivered up to a minute later, and test clicks are years old. */
export function timeOf(envelope: Envelope, item = fromPush(envelope)): number {
	const { id, timestamp } = item;
	return Date.parse(String(id === envelope.id ? envelope.createdAt : timestamp));
}

/** A retry has the same delivery ID; a click that the service publishes again, and the list, have the same click ID. */
export function idsOf({ id }: Envelope, item: IDataObject): string[] {
	return [...new Set([id, String(item.id)])];
}

/** The item for an event of `GET /events`. */
export function fromPoll(event: IDataObject): IDataObject {
	return item(String(event.event), eventId(event), eventTime(event).toISOString(), event);
}

const ORDER = Object.values(KINDS);

/** The order of events of one instant: the list states whole seconds, and a lead comes before its sale. */
export function rankOf({ event }: IDataObject): number {
	const rank = ORDER.indexOf(String(event));
	return rank === -1 ? ORDER.length : rank;
}

function item(kind: string, id: unknown, timestamp: string, source: IDataObject): IDataObject {
	const link = asObject(source.link);
	const visit = { event: kind, id, timestamp, click: clickOf(source.click), link } as IDataObject;
	if (kind === 'click') return visit;
	const partner = source.partner ?? (link.partnerId ? { id: link.partnerId } : null);
	const conversion = {
		...visit,
		eventName: source.eventName ?? null,
		customer: complete(source.customer, CUSTOMER_FIELDS),
		partner: complete(partner, PARTNER_FIELDS),
		metadata: source.metadata ?? null,
	};
	return kind === 'sale' ? { ...conversion, sale: complete(source.sale, SALE_FIELDS) } : conversion;
}

const CUSTOMER_FIELDS = [
	'id',
	'name',
	'email',
	'avatar',
	'externalId',
	'country',
	'stripeCustomerId',
	'sales',
	'saleAmount',
	'firstSaleAt',
	'subscriptionCanceledAt',
	'createdAt',
];

const PARTNER_FIELDS = [
	'id',
	'name',
	'email',
	'image',
	'country',
	'groupId',
	'payoutsEnabledAt',
	'totalClicks',
	'totalLeads',
	'totalConversions',
	'totalSales',
	'totalSaleAmount',
	'totalCommissions',
];

const SALE_FIELDS = ['amount', 'currency', 'paymentProcessor', 'invoiceId'];

/** Fields that the service does not provide are null; polled events contain empty text for some of them. */
function complete(value: unknown, fields: string[]): IDataObject | null {
	if (typeof value !== 'object' || value === null) return null;
	const missing = fields.map((name) => [name, null]);
	const known = Object.entries(value as IDataObject).map(([name, field]) => [
		name,
		field === '' ? null : field,
	]);
	return Object.fromEntries([...missing, ...known]) as IDataObject;
}

/** Pushed clicks contain the bare subdivision as region (`CA`), polled ones the full code (`US-CA`). */
function clickOf(value: unknown): IDataObject {
	const click = asObject(value);
	const { country, region, timestamp } = click;
	const bare = typeof region === 'string' && /^[A-Z0-9]{1,3}$/.test(region);
	return {
		...click,
		...(timestamp !== undefined && { timestamp: iso(timestamp) }),
		...(bare && typeof country === 'string' && { region: `${country}-${region}` }),
	};
}

function iso(value: unknown): string {
	const time = new Date(String(value));
	return Number.isNaN(time.getTime()) ? String(value) : time.toISOString();
}

/** The ID of the workspace that the first payload with one names, in its link or as a link. */
export function workspaceOf(payloads: IDataObject[]): string | undefined {
	for (const payload of payloads) {
		const { workspaceId } = asObject(payload.link ?? payload);
		if (typeof workspaceId === 'string') return workspaceId;
	}
	return undefined;
}

/** The value if it is an object, otherwise an empty object: the fields of payloads are not checked. */
export function asObject(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

/**
 * Identifies a lead or sale both in a delivery and in the event list, which have no ID in common, and times that differ by
 * some seconds.
 */
export function fingerprintOf({ event, eventName, link, customer, sale }: IDataObject): string {
	const { amount, currency, invoiceId } = asObject(sale);
	const parts = [event, eventName, asObject(link).id, asObject(customer).id];
	const text = JSON.stringify([...parts, amount, currency, invoiceId ?? null]);
	return createHash('sha256').update(text).digest('base64').slice(0, 22);
}

/** Identifies a node in this n8n. */
export function nodeKey(
	context: IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions,
): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}
