/** The events that a webhook can subscribe to. The sandbox sends only those that its endpoints can cause. */
export const TRIGGERS = [
	'link.created',
	'link.updated',
	'link.deleted',
	'link.clicked',
	'lead.created',
	'sale.created',
	'partner.application_submitted',
	'partner.enrolled',
	'partner.merged',
	'commission.created',
	'bounty.created',
	'bounty.updated',
	'payout.confirmed',
	'discount_code.created',
	'discount_code.deleted',
] as const;

export type Trigger = (typeof TRIGGERS)[number];

/** The body of a delivery. */
export interface Envelope {
	id: string;
	event: string;
	createdAt: string;
	data: unknown;
}

/** Publishes the events of a workspace to its webhooks. */
export interface Publisher {
	/**
	 * Publishes an event, within a transaction only after it is committed.
	 *
	 * @param data the envelope's data; called only if there is a subscription
	 * @param event its name, if different from the trigger
	 */
	publish(workspaceId: string, trigger: Trigger, data: () => unknown, event?: string): void;
	/** Wraps data in an envelope with the event ID that all receivers get. */
	envelope(event: string, data: unknown): Envelope;
}
