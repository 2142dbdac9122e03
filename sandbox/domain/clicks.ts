import type { Context } from '../context.ts';
import type { Visitor } from '../http/visitor.ts';
import { alphanumeric } from '../ids.ts';
import { presentPushedClick } from '../present/event.ts';
import { presentLink } from '../present/link.ts';
import type { Database } from '../store/database.ts';
import type { EventRow, LinkRow } from '../store/rows.ts';
import { storeEvent } from './storeEvent.ts';

type Parts = Pick<Context, 'db' | 'clock' | 'quirks' | 'webhooks'>;

const REPEAT_WINDOW = 60 * 60 * 1000;

export interface Visit {
	visitor: Visitor;
	/** Where the visitor is sent. */
	url: string;
	trigger: 'link' | 'qr';
}

/** Records clicks, of the same visitor (address and browser) on the same link at most one per hour. */
export class ClickRecorder {
	readonly #context: Parts;
	readonly #recent = new Map<string, { clickId: string; at: number }>();

	constructor(context: Parts) {
		this.#context = context;
	}

	/** @returns the click's ID, for a repeated visit the one of the earlier click */
	record(link: LinkRow, visit: Visit): string {
		const now = this.#context.clock.now();
		this.#forgetUntil(now - REPEAT_WINDOW);
		const visitor = JSON.stringify([link.id, visit.visitor.ip, visit.visitor.ua]);
		const earlier = this.#recent.get(visitor);
		if (earlier) return earlier.clickId;
		const clickId = alphanumeric(16);
		this.#recent.set(visitor, { clickId, at: now });
		this.#store(link, visit, clickId, now);
		return clickId;
	}

	/** Entries are in the order of their time. */
	#forgetUntil(instant: number): void {
		for (const [visitor, { at }] of this.#recent) {
			if (at > instant) return;
			this.#recent.delete(visitor);
		}
	}

	#store(link: LinkRow, { visitor, url, trigger }: Visit, clickId: string, now: number): void {
		const { db, webhooks } = this.#context;
		const row: EventRow = {
			workspace_id: link.workspace_id,
			kind: 'click',
			timestamp: now,
			event_id: null,
			event_name: null,
			metadata: null,
			click_id: clickId,
			link_id: link.id,
			url,
			continent: visitor.continent,
			country: visitor.country,
			region: visitor.region,
			city: visitor.city,
			device: visitor.device,
			browser: visitor.browser,
			os: visitor.os,
			ua: visitor.ua,
			trigger,
			referer: visitor.referer,
			referer_url: visitor.refererUrl,
			// The service keeps no addresses of visitors from the European Union.
			ip: visitor.continent === 'EU' ? '' : visitor.ip,
			customer_id: null,
			amount: null,
			currency: null,
			invoice_id: null,
			payment_processor: null,
			sale_type: null,
		};
		db.transaction(() => {
			storeEvent(this.#context, row);
			db.run('UPDATE links SET clicks = clicks + 1, last_clicked = ? WHERE id = ?', now, link.id);
			if (hasQuotaLeft(db, link)) {
				webhooks.publishClick(link.id, (current) => ({
					click: presentPushedClick(row),
					link: presentLink(current),
				}));
			}
		});
	}
}

/** The clicks of a workspace without quota are counted, but it is not told of them. */
function hasQuotaLeft(db: Database, { workspace_id }: LinkRow): boolean {
	const left = 'SELECT 1 FROM workspaces WHERE id = ? AND events_quota_exceeded = 0';
	return db.get(left, workspace_id) !== undefined;
}
