import type { Clock } from './clock.ts';
import type { ClickRecorder } from './domain/clicks.ts';
import type { Faults } from './faults/faults.ts';
import type { RequestLog } from './http/requestLog.ts';
import type { Quirks } from './quirks.ts';
import type { Database } from './store/database.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What every route works with. */
export interface Context {
	db: Database;
	clock: Clock;
	quirks: Quirks;
	webhooks: Webhooks;
	clicks: ClickRecorder;
	requests: RequestLog;
	faults: Faults;
	/** Where this sandbox answers, e.g. `http://127.0.0.1:4820`; known once it listens. */
	url: () => string;
	/** Work that goes on after its answer was sent; `close()` waits for it. */
	background: (delay: number, work: () => void) => void;
}
