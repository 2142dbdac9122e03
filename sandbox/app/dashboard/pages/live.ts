import { USER_AGENT, type Dashboard } from '../dashboard.ts';

interface StoredEvent {
	seq: number;
	kind: string;
	timestamp: number;
	country: string;
	link: string | null;
	amount: number | null;
	ip: string;
}

interface Delivery {
	seq: number;
	webhook_id: string;
	event_id: string;
	event: string;
	url: string;
	http_status: number;
	request_body: string;
	response_body: string;
	timestamp: number;
	attempt: number;
}

/** How often the stream looks for what is new. */
const INTERVAL_MS = 300;

const MAX_AT_ONCE = 50;

/** Addresses of the visitors of Play, and of this machine. */
const OWN_VISITOR = /^(203\.0\.|127\.|::1$|::ffff:127\.)/;

/** Requests, events, and deliveries, as they happen. */
export function livePage(dashboard: Dashboard): void {
	const { db } = dashboard.context;
	const { requests, webhooks } = dashboard.shown;

	dashboard.page('live', () => ({}));

	const row = (kind: string, entry: object) => dashboard.render('liveRow', { kind, entry });

	function* newRows(from: Position): Generator<string> {
		const all = requests.since(from.requests, MAX_AT_ONCE);
		for (const request of all.entries) {
			if (request.userAgent === USER_AGENT) continue;
			const bodies = requests.bodiesOf(request);
			yield row('request', { ...request, timestamp: request.at, bodies });
		}
		from.requests = all.next;
		for (const event of db.all<StoredEvent>(
			`SELECT seq, kind, timestamp, country, amount, ip, (SELECT domain || '/' || key FROM links WHERE id = link_id) AS link
			 FROM events WHERE seq > ? ORDER BY seq LIMIT ${MAX_AT_ONCE}`,
			from.events,
		)) {
			from.events = event.seq;
			yield row('event', { ...event, isYours: OWN_VISITOR.test(event.ip) });
		}
		const deliveries = db.all<Delivery>(
			`SELECT *, (SELECT count(*) FROM webhook_deliveries e
				WHERE e.webhook_id = d.webhook_id AND e.event_id = d.event_id AND e.seq <= d.seq) AS attempt
			 FROM webhook_deliveries d WHERE seq > ? ORDER BY seq LIMIT ${MAX_AT_ONCE}`,
			from.deliveries,
		);
		const retries = deliveries.length > 0 ? webhooks.retries : [];
		for (const delivery of deliveries) {
			from.deliveries = delivery.seq;
			const next = retries.find(
				({ message }) =>
					message.webhookId === delivery.webhook_id && message.eventId === delivery.event_id,
			);
			yield row('delivery', { ...delivery, next: next?.at });
		}
	}

	dashboard.get('stream', (_, reply, request) => {
		const last = (table: string) =>
			db.get<{ seq: number | null }>(`SELECT max(seq) AS seq FROM ${table}`)?.seq ?? 0;
		const from = {
			requests: requests.since(0, 0).next,
			events: last('events'),
			deliveries: last('webhook_deliveries'),
		};
		reply.hijack();
		reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		reply.raw.flushHeaders();
		const timer = setInterval(() => {
			for (const html of newRows(from)) {
				reply.raw.write(`data: ${html.trim().replace(/\n/g, '\ndata: ')}\n\n`);
			}
		}, INTERVAL_MS);
		request.raw.on('close', () => clearInterval(timer));
	});
}

interface Position {
	requests: number;
	events: number;
	deliveries: number;
}
