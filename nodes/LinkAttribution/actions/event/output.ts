import { UserError, type IDataObject } from 'n8n-workflow';
import { toText } from '../../input/unknown';
import { pick } from '../output';

const NEWER_NODE =
	"Check 'Base URL' in the credential. If it is correct, look for a newer version of this node.";

/**
 * What identifies an event among those of its kind: the click's ID for clicks, the conversion's for leads and sales,
 * whose `click.id` is that of the click that led to them.
 *
 * @throws UserError if it is missing
 */
export function eventId(item: IDataObject): string {
	const id = item.event === 'click' ? (item.click as IDataObject | undefined)?.id : item.eventId;
	if (typeof id !== 'string' || id === '') {
		throw new UserError('The service sent an event without an ID', { description: NEWER_NODE });
	}
	return id;
}

/**
 * When an event happened. Clicks carry milliseconds in `click.timestamp`; for leads and sales the event's own
 * `timestamp` counts, which is JavaScript date text or ISO 8601.
 *
 * @throws UserError if it is not a date
 */
export function eventTime(item: IDataObject): Date {
	const click = item.click as IDataObject | undefined;
	const text = toText(
		item.event === 'click' ? (click?.timestamp ?? item.timestamp) : item.timestamp,
	);
	const time = new Date(text);
	if (Number.isNaN(time.getTime())) {
		throw new UserError(`The service sent an event with an invalid timestamp: '${text}'`, {
			description: NEWER_NODE,
		});
	}
	return time;
}

/** An event in at most twelve flat fields; `timestamp` as ISO-8601 UTC. */
export function simplifyEvent(event: IDataObject): IDataObject {
	const click = (event.click ?? {}) as IDataObject;
	const link = (event.link ?? {}) as IDataObject;
	const customer = (event.customer ?? {}) as IDataObject;
	const sale = (event.sale ?? {}) as IDataObject;
	const common = {
		event: event.event,
		id: eventId(event),
		timestamp: eventTime(event).toISOString(),
		linkId: link.id,
		shortLink: link.shortLink,
	};
	if (event.event === 'click') {
		return { ...common, ...pick(click, ['country', 'device', 'browser', 'referer', 'trigger']) };
	}
	const conversion = {
		...common,
		eventName: event.eventName,
		customerId: customer.id,
		customerEmail: customer.email,
		...pick(click, ['country', 'device']),
	};
	return event.event === 'sale'
		? { ...conversion, saleAmount: sale.amount, currency: sale.currency }
		: { ...conversion, customerName: customer.name };
}
