import type { Context } from '../context.ts';
import type { EventRow } from '../store/rows.ts';

/** Adds an event to those that GET /events lists, now or, by the quirks, later and more than once. */
export function storeEvent(
	{ db, clock, quirks }: Pick<Context, 'db' | 'clock' | 'quirks'>,
	row: EventRow,
): void {
	const now = clock.now();
	db.run('DELETE FROM late_events WHERE visible_at <= ?', now);
	for (let copy = 0; copy < quirks.eventCopies; copy++) {
		db.insert('events', { ...row });
		if (quirks.eventDelay > 0) {
			db.run(
				'INSERT INTO late_events (seq, visible_at) VALUES (last_insert_rowid(), ?)',
				now + quirks.eventDelay,
			);
		}
	}
}
