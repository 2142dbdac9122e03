import type { IDataObject } from 'n8n-workflow';
import { eventId, eventTime } from './events';

/** A link in ten flat fields. */
export function simplifyLink(link: IDataObject): IDataObject {
	return pick(link, [
		'id',
		'shortLink',
		'url',
		'domain',
		'key',
		'externalId',
		'clicks',
		'leads',
		'sales',
		'createdAt',
	]);
}

/** A partner application in ten flat fields; the answers of its form as lines `question: answer`. */
export function simplifyApplication(application: IDataObject): IDataObject {
	const answers = (application.applicationFormData ?? []) as IDataObject[];
	const partner = (application.partner ?? {}) as IDataObject;
	return {
		applicationId: application.id,
		createdAt: application.createdAt,
		partnerId: partner.id,
		...pick(partner, ['name', 'email', 'country', 'website', 'description', 'groupId']),
		answers: answers
			.map(({ label, value }) => `${String(label)}: ${String(value ?? '')}`)
			.join('\n'),
	};
}

/** An event in ten flat fields; `timestamp` as ISO-8601 UTC. */
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
		return {
			...common,
			...pick(click, ['country', 'device', 'browser', 'referer', 'trigger']),
		};
	}
	const conversion = {
		...common,
		eventName: event.eventName,
		customerId: customer.id,
		customerEmail: customer.email,
	};
	return event.event === 'sale'
		? { ...conversion, saleAmount: sale.amount, currency: sale.currency }
		: { ...conversion, customerName: customer.name, country: click.country };
}

export function pick(source: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
}
