import type { EventRow } from '../event/columns.ts';
import { presentPushedClick } from '../event/present.ts';
import { NO_CONVERSION, storeEvent } from '../event/rules.ts';
import type { Core } from '../http/context.ts';
import type { LinkRow } from '../link/columns.ts';
import { presentLink } from '../link/present.ts';
import type { Database } from '../store/database.ts';
import { alphanumeric } from '../store/ids.ts';
import type { WebhookPublisher } from '../webhook/publisher.ts';
import type { Visitor } from './visitor.ts';

const REPEAT_WINDOW = 60 * 60 * 1000;

export interface Visit {
	visitor: Visitor;
	/** The URL that the visitor is redirected to. */
	url: string;
	trigger: 'link' | 'qr';
}

/** Records clicks: at most one an hour for the same visitor (address and browser) on the same link. */
export class ClickRecorder {
	readonly #core: Core;
	readonly #webhooks: WebhookPublisher;
	readonly #recent = new Map<string, { clickId: string; at: number }>();

	constructor(core: Core, webhooks: WebhookPublisher) {
		this.#core = core;
		this.#webhooks = webhooks;
	}

	/** @returns the click ID; for a repeated visit, that of the earlier click */
	record(link: LinkRow, visit: Visit): string {
		const now = this.#core.clock.now();
		this.#forgetUntil(now - REPEAT_WINDOW);
		const visitor = JSON.stringify([link.id, visit.visitor.ip, visit.visitor.ua]);
		const earlier = this.#recent.get(visitor);
		if (earlier) return earlier.clickId;
		const clickId = alphanumeric(16);
		this.#recent.set(visitor, { clickId, at: now });
		this.#store(link, visit, clickId, now);
		return clickId;
	}

	/** The entries are in chronological order. */
	#forgetUntil(instant: number): void {
		for (const [visitor, { at }] of this.#recent) {
			if (at > instant) return;
			this.#recent.delete(visitor);
		}
	}

	#store(link: LinkRow, { visitor, url, trigger }: Visit, clickId: string, now: number): void {
		const { db } = this.#core;
		const row: EventRow = {
			workspace_id: link.workspace_id,
			kind: 'click',
			timestamp: now,
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
			// The service stores no addresses of visitors from the EU.
			ip: visitor.continent === 'EU' ? '' : visitor.ip,
			...NO_CONVERSION,
		};
		db.transaction(() => {
			storeEvent(this.#core, row);
			db.run('UPDATE links SET clicks = clicks + 1, last_clicked = ? WHERE id = ?', now, link.id);
			if (hasQuotaLeft(db, link)) {
				this.#webhooks.publishClick(link.id, (current) => ({
					click: presentPushedClick(row),
					link: presentLink(current),
				}));
			}
		});
	}
}

/** A workspace over its quota gets no webhooks for clicks, although they are counted. */
function hasQuotaLeft(db: Database, { workspace_id }: LinkRow): boolean {
	const left = 'SELECT 1 FROM workspaces WHERE id = ? AND events_quota_exceeded = 0';
	return db.get(left, workspace_id) !== undefined;
}
