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

export function triggersOf(webhook: { triggers: string }): Trigger[] {
	return JSON.parse(webhook.triggers) as Trigger[];
}
