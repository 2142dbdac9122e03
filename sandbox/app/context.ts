import type { ClickRecorder } from '../shortLink/clicks.ts';
import type { WebhookPublisher } from '../webhook/publisher.ts';
import type { Core } from './core.ts';
import type { Faults } from './faults/faults.ts';
import type { RequestLog } from './requestLog.ts';

/** What every route works with. */
export interface Context extends Core {
	webhooks: WebhookPublisher;
	clicks: ClickRecorder;
	requests: RequestLog;
	faults: Faults;
	/** The sandbox's own URL, for example `http://127.0.0.1:4820`; known once it listens. */
	url: () => string;
	/** Runs work that continues after the response was sent; `close()` finishes it first. */
	background: (delay: number, work: () => void) => void;
}
