import { UserError, type IDataObject } from 'n8n-workflow';

/**
 * What identifies an event among those of its kind: the click's ID for clicks, the conversion's for leads and sales,
 * whose `click.id` is that of the click that led to them.
 */
export function eventId(item: IDataObject): string {
	const id = item.event === 'click' ? (item.click as IDataObject | undefined)?.id : item.eventId;
	if (typeof id !== 'string' || id === '') {
		throw new UserError(
			'The service sent an event without an ID, so it cannot be told from others.',
		);
	}
	return id;
}

/**
 * When it happened. Clicks carry milliseconds in `click.timestamp`; for leads and sales the event's own `timestamp`
 * counts, which is JavaScript date text or ISO-8601.
 */
export function eventTime(item: IDataObject): Date {
	const click = item.click as IDataObject | undefined;
	const text = String(
		item.event === 'click' ? (click?.timestamp ?? item.timestamp) : item.timestamp,
	);
	const time = new Date(text);
	if (Number.isNaN(time.getTime())) {
		throw new UserError(`The service sent an event with a timestamp that is no date: '${text}'.`);
	}
	return time;
}
