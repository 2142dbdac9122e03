import { createHmac } from 'node:crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { VirtualClock } from './clock';

export const DAY = 86_400_000;

export type Kind = 'link.clicked' | 'lead.created' | 'sale.created' | 'link.created';

const LISTED = { clicks: 'link.clicked', leads: 'lead.created', sales: 'sale.created' };

export interface Happening {
	/** Of the click, the conversion, or the link. */
	id: string;
	kind: Kind;
	time: number;
	/** When webhook deliveries are sent. */
	publishedAt: number;
	/** When `GET /events` shows it. */
	visibleAt: number;
	/** Its timestamp in `GET /events`. */
	listedAt: number;
	/** The `evt_` ID, after it was published. */
	eventId?: string;
	/** Webhooks that it was sent to. */
	deliveries: number;
	/** Whether one of them has accepted it. */
	isDelivered?: true;
	customer: string;
	/** The link that it is about. */
	linkId: string;
	/** The ID of its workspace. */
	workspace: string;
}

interface ModelWebhook {
	id: string;
	url: string;
	secret: string;
	triggers: string[];
	linkScope: string | null;
	linkIds?: string[];
	disabledAt: string | null;
	failures: number;
	/** Newest first. */
	log: IDataObject[];
}

/**
 * How requests fail: 'lost' ones are processed without a response, 'rejected' ones have a wrong key, 'hanging' ones get no
 * response; only the event list, the delivery logs, or changes of webhooks can fail, the last ones also after they were
 * processed.
 */
export const TROUBLES = [
	'away',
	'lost',
	'rejected',
	'busy',
	'hanging',
	'withoutList',
	'withoutLogs',
	'withoutChanges',
	'changesLost',
	'listForbidden',
	'logsForbidden',
	'webhooksForbidden',
	'changesForbidden',
] as const;

export type Trouble = (typeof TROUBLES)[number] | 'none';

/** Delivers a message, and returns the status of the response. */
export type Receiver = (url: string, body: Buffer, signature: string) => Promise<number>;

/** Consecutive failures after which it disables a webhook; the real service does after 20. */
const DISABLE_AT = 5;

/** Attempts that the log of a webhook shows, as in the service: the node takes a shorter log for complete. */
const LOG_SIZE = 100;

export interface ServiceSettings {
	/** Retries of one message. */
	retries: number;
	hasLog: boolean;
	/** Milliseconds from a request to its response. */
	latency: number;
	/** Milliseconds by which its clock is ahead of that of n8n. */
	ahead?: number;
	/** Whether it does not respond when the workflow is first published, if that succeeds without it. */
	isAwayAtFirst?: boolean;
}

/** The service in memory: webhooks with their deliveries and logs, and the list of events. */
export class ModelService {
	readonly happenings: Happening[] = [];

	webhooks: ModelWebhook[] = [];

	trouble: Trouble = 'none';

	/** Requests that it has not responded to. */
	requests = 0;

	/** Attempts that were removed from full logs. */
	dropped = 0;

	readonly #clock: VirtualClock;

	readonly #settings: ServiceSettings;

	readonly #receiver: Receiver;

	readonly #workspace: string;

	/** IDs of links that no longer exist. */
	readonly #deletedLinks = new Set<string>();

	#ids = 0;

	constructor(
		clock: VirtualClock,
		settings: ServiceSettings,
		receiver: Receiver,
		workspace: string,
	) {
		this.#workspace = workspace;
		this.#clock = clock;
		this.#settings = settings;
		this.#receiver = receiver;
	}

	/** The time of n8n as that of the service. */
	#date(time = this.#clock.now): Date {
		return new Date(time + (this.#settings.ahead ?? 0));
	}

	/** @param delay milliseconds until the list shows it */
	happen(kind: Kind, customer: string, delay: number): void {
		const { now } = this.#clock;
		const number = ++this.#ids;
		const { publishedAt, listedAt } = timesOf(kind, now, number % 2 === 0);
		const happening: Happening = {
			id: `${kind.replace(/\W/, '')}${number}_${this.#workspace}`,
			kind,
			time: now,
			publishedAt,
			visibleAt: now + 1000 + delay,
			listedAt,
			deliveries: 0,
			customer,
			linkId: linkOf(customer),
			workspace: this.#workspace,
		};
		this.happenings.push(happening);
		if (publishedAt === now) this.#publish(happening);
		else this.#clock.at(publishedAt, () => this.#publish(happening));
	}

	/** Registers a webhook by hand. */
	register(url: string, triggers: Kind[], secret: string): void {
		this.#create({ url, triggers, linkScope: 'workspace' });
		this.webhooks[0].secret = secret;
	}

	/** Its events are no longer listed. */
	deleteLink(id: string): void {
		this.#deletedLinks.add(id);
		for (const webhook of this.webhooks) {
			webhook.linkIds = webhook.linkIds?.filter((each) => each !== id);
		}
	}

	isDeleted({ linkId }: Pick<Happening, 'linkId'>): boolean {
		return this.#deletedLinks.has(linkId);
	}

	/** Sends a delivery again, as the service can. */
	repeat(happening: Happening): void {
		for (const webhook of this.webhooks) {
			const row = webhook.log.find(({ event_id }) => event_id === happening.eventId);
			if (!row) continue;
			const envelope = row.request_body as IDataObject;
			this.#start(webhook, happening, envelope, this.#settings.retries);
		}
	}

	/** Sends a request to the service, as n8n's helper does. */
	async request(request: IHttpRequestOptions) {
		this.requests += 1;
		try {
			return await this.#send(request);
		} finally {
			this.requests -= 1;
		}
	}

	async #send({ method = 'GET', url, qs, body }: IHttpRequestOptions) {
		const { latency } = this.#settings;
		await this.#clock.sleep(latency / 2);
		if (this.trouble === 'away') throw connectionError('ECONNREFUSED');
		if (this.trouble === 'hanging') {
			await this.#clock.sleep(5 * 60_000);
			throw connectionError('ECONNRESET');
		}
		const headers: IDataObject = { date: this.#date().toUTCString() };
		const [, ...path] = url.replace(/^https:\/\/[^/]+/, '').split('/');
		const refusal = this.#refusalOf(method, path);
		const wasProcessed = refusal === undefined || this.trouble === 'changesLost';
		const response = wasProcessed
			? this.#respond(method, path, qs ?? {}, (body ?? {}) as IDataObject)
			: { status: refusal };
		await this.#clock.sleep(latency / 2);
		if (this.trouble === 'lost') throw connectionError('ECONNRESET');
		const status = refusal ?? response.status;
		if (status < 400) return { statusCode: status, headers, body: response.body };
		if (status === 429) headers['retry-after'] = '20';
		const data = { error: { code: 'refused', message: 'The model refused', doc_url: '' } };
		throw Object.assign(new Error('refused'), { response: { status, headers, data } });
	}

	/** The status with which the trouble refuses a request. */
	#refusalOf(method: string, path: string[]): number | undefined {
		const isLog = path[0] === 'webhooks' && path[2] === 'events';
		switch (this.trouble) {
			case 'rejected':
				return 401;
			case 'busy':
				return 429;
			case 'withoutList':
				return path[0] === 'events' ? 502 : undefined;
			case 'withoutLogs':
				return isLog ? 502 : undefined;
			case 'listForbidden':
				return path[0] === 'events' ? 403 : undefined;
			case 'logsForbidden':
				return isLog ? 403 : undefined;
			case 'webhooksForbidden':
				return path[0] === 'webhooks' && path.length === 1 && method === 'GET' ? 403 : undefined;
			case 'changesForbidden':
				return method === 'GET' ? undefined : 403;
			case 'withoutChanges':
			case 'changesLost':
				return method === 'GET' ? undefined : 502;
			default:
				return undefined;
		}
	}

	#respond(method: string, path: string[], qs: IDataObject, body: IDataObject) {
		if (path[0] === 'events') {
			const { linkId = '' } = qs;
			if (this.#isGone(String(linkId).split(','))) return { status: 404 };
			return { status: 200, body: this.#list(qs) };
		}
		const [, id, part] = path;
		const webhook = this.webhooks.find((each) => each.id === id);
		if (id === undefined) {
			if (method === 'GET') return { status: 200, body: this.webhooks.map(present) };
			return this.#create(body);
		}
		if (!webhook) return { status: 404 };
		if (part === 'events') {
			return this.#settings.hasLog ? { status: 200, body: [...webhook.log] } : { status: 403 };
		}
		if (part === 'links') return { status: 200, body: [...(webhook.linkIds ?? [])] };
		if (method === 'DELETE') {
			this.webhooks = this.webhooks.filter((each) => each !== webhook);
			return { status: 200, body: { id } };
		}
		if (method !== 'PATCH') return { status: 200, body: present(webhook) };
		if (this.webhooks.some((each) => each !== webhook && each.url === body.url)) {
			return { status: 409 };
		}
		if (this.#isGone(body.linkIds)) return { status: 422 };
		const { url = webhook.url, triggers = webhook.triggers } = body;
		const { linkScope = null, linkIds } = body.triggers === undefined ? webhook : body;
		Object.assign(webhook, { url, triggers, linkScope, linkIds });
		return { status: 200, body: present(webhook) };
	}

	#create({ url, triggers, linkScope = null, linkIds }: IDataObject) {
		if (this.webhooks.some((each) => each.url === url)) return { status: 409 };
		if (this.#isGone(linkIds)) return { status: 422 };
		const webhook = {
			id: `wh_${++this.#ids}_${this.#workspace}`,
			url,
			secret: `whsec_${this.#ids}_${this.#workspace}`,
			triggers,
			linkScope,
			linkIds,
			disabledAt: null,
			failures: 0,
			log: [],
		} as unknown as ModelWebhook;
		this.webhooks.unshift(webhook);
		return { status: 201, body: present(webhook) };
	}

	/** Whether one of the links was deleted. */
	#isGone(linkIds: unknown): boolean {
		return Array.isArray(linkIds) && linkIds.some((id: string) => this.#deletedLinks.has(id));
	}

	/** `start` is rounded to its day. */
	#list({ event, start, page, limit, sortOrder, linkId = '' }: IDataObject): IDataObject[] {
		const kind = LISTED[event as keyof typeof LISTED];
		const from = start === undefined ? 0 : Math.floor(Date.parse(String(start)) / DAY) * DAY;
		const direction = sortOrder === 'asc' ? 1 : -1;
		const first = (Number(page) - 1) * Number(limit);
		return this.happenings
			.filter((each) => each.kind === kind && each.visibleAt <= this.#clock.now)
			.filter((each) => linkId === '' || String(linkId).split(',').includes(each.linkId))
			.filter(({ listedAt }) => this.#date(listedAt).getTime() >= from)
			.sort((a, b) => direction * (a.listedAt - b.listedAt))
			.slice(first, first + Number(limit))
			.filter((each) => !this.isDeleted(each))
			.map((each) => this.#listed(each));
	}

	#publish(happening: Happening): void {
		const eventId = `evt_${++this.#ids}_${this.#workspace}`;
		happening.eventId = eventId;
		const envelope = {
			id: eventId,
			event: happening.kind,
			createdAt: this.#date().toISOString(),
			data: this.#dataOf(happening),
		};
		for (const webhook of this.webhooks) {
			if (webhook.disabledAt !== null || !isFor(webhook, happening)) continue;
			happening.deliveries += 1;
			this.#clock.after(this.#settings.latency, () => this.#start(webhook, happening, envelope, 0));
		}
	}

	#start(
		webhook: ModelWebhook,
		happening: Happening,
		envelope: IDataObject,
		retried: number,
	): void {
		if (webhook.disabledAt !== null || !this.webhooks.includes(webhook)) return;
		this.#clock.spawn(async () => {
			const body = Buffer.from(JSON.stringify(envelope));
			const signature = createHmac('sha256', webhook.secret).update(body).digest('hex');
			const { url } = webhook;
			const status = await this.#receiver(url, body, signature);
			if (!this.webhooks.includes(webhook)) return;
			const isLast = retried >= this.#settings.retries;
			this.#report(webhook, url, envelope, status);
			if (status < 300) {
				happening.isDelivered = true;
				return;
			}
			if (isLast) this.#report(webhook, url, envelope, status);
			else {
				const wait = Math.min(DAY, Math.exp(2.5 * (retried + 1)) * 1000);
				this.#clock.after(wait, () => this.#start(webhook, happening, envelope, retried + 1));
			}
		});
	}

	#report(webhook: ModelWebhook, url: string, envelope: IDataObject, status: number): void {
		webhook.log.unshift({
			event_id: envelope.id,
			url,
			http_status: status,
			timestamp: this.#date().toISOString(),
			request_body: envelope,
		});
		this.dropped += webhook.log.splice(LOG_SIZE).length;
		webhook.failures = status < 300 ? 0 : webhook.failures + 1;
		if (webhook.failures >= DISABLE_AT) {
			webhook.disabledAt ??= this.#date().toISOString();
		}
	}

	/** The common fields of deliveries and the list; sales of a customer are identical. */
	#dataOf({ id, kind, time, customer, linkId }: Happening): IDataObject {
		const link = { domain: 'go.example.com', id: linkId, workspaceId: this.#workspace };
		if (kind === 'link.created') return { ...link, id };
		const timestamp = this.#date(time).toISOString();
		const click = { id: kind === 'link.clicked' ? id : `click of ${customer}`, timestamp };
		if (kind === 'link.clicked') return { click, link };
		const conversion = {
			eventName: kind,
			click,
			link,
			customer: { id: `${customer} ${this.#workspace}` },
		};
		if (kind === 'lead.created') return conversion;
		return { ...conversion, sale: { amount: 100, currency: 'usd', invoiceId: null } };
	}

	#listed(happening: Happening): IDataObject {
		const [event] = happening.kind.split('.').slice(happening.kind === 'link.clicked' ? 1 : 0);
		return {
			...this.#dataOf(happening),
			event: event === 'clicked' ? 'click' : event,
			timestamp: this.#date(happening.listedAt).toISOString(),
			...(event !== 'clicked' && { eventId: happening.id }),
		};
	}
}

/**
 * When an event is published, and how the list dates it. Clicks are collected for a minute; leads and sales are listed in
 * whole seconds, before or after their deliveries.
 */
function timesOf(kind: Kind, now: number, isStoredFirst: boolean) {
	if (kind === 'link.clicked') {
		return { publishedAt: Math.ceil((now + 1) / 60_000) * 60_000, listedAt: now };
	}
	const second = Math.floor(now / 1000) * 1000;
	return isStoredFirst
		? { publishedAt: now + 2000, listedAt: second }
		: { publishedAt: now, listedAt: second + 1000 };
}

function connectionError(code: string): Error {
	return Object.assign(new Error(code), { code });
}

/** The links of a webhook are those whose clicks it gets. */
function isFor({ triggers, linkIds }: ModelWebhook, { kind, linkId }: Happening): boolean {
	if (!triggers.includes(kind)) return false;
	return kind !== 'link.clicked' || linkIds === undefined || linkIds.includes(linkId);
}

function present({ id, url, secret, triggers, linkScope, linkIds, disabledAt }: ModelWebhook) {
	return { id, url, secret, triggers, linkScope, linkIds, disabledAt };
}

/** The link that brought a customer. */
function linkOf(customer: string): string {
	return customer === 'customer1' ? 'link_2' : 'link_1';
}
