import type { Context } from '../context.ts';
import { storeEvent } from '../domain/storeEvent.ts';
import { alphanumeric } from '../ids.ts';
import type { CustomerRow, EventRow } from '../store/rows.ts';
import { conversionData, metadataText, wholeSecond } from './conversion.ts';

export interface NewLead {
	eventName: string;
	eventQuantity?: number | null;
	metadata?: Record<string, unknown> | null;
}

/** Stores a lead, as many times as its quantity says, and tells the webhooks of it once. */
export function recordLead(
	context: Context,
	click: EventRow,
	customer: CustomerRow,
	{ eventName, eventQuantity, metadata }: NewLead,
): void {
	const { db, clock, webhooks } = context;
	const quantity = eventQuantity ?? 1;
	const event: EventRow = {
		...click,
		kind: 'lead',
		timestamp: wholeSecond(clock.now()),
		event_name: eventName,
		metadata: metadataText(metadata),
		customer_id: customer.id,
	};
	for (let i = 0; i < quantity; i++) {
		storeEvent(context, { ...event, event_id: alphanumeric(16) });
	}
	db.run('UPDATE links SET leads = leads + ? WHERE id = ?', quantity, click.link_id);
	webhooks.publish(click.workspace_id, 'lead.created', () =>
		conversionData(db, { event, click, linkId: click.link_id, customer }),
	);
}
