import { DateTime } from 'luxon';
import type { IPollFunctions } from 'n8n-workflow';
import { plainText } from '../../input/text';
import { eventLabels } from '../description';
import { KINDS } from '../eventList/page';
import type { Envelope } from '../item';
import { eventsOf } from './pushFilters';
import type { Loss } from './types';

/** The text for a loss: the problem, the remedy, and which kinds of events come from the list. */
export function warningOf(context: IPollFunctions, loss: Loss, url: string): string {
	const date = (time: number) =>
		DateTime.fromMillis(time, { zone: context.getTimezone() }).toFormat('yyyy-MM-dd HH:mm:ss');
	const period = `between ${date(loss.from)} and ${date(loss.to)}`;
	const problem = problemOf(loss, url, date);
	if (loss.cause === 'reduced') return problem;
	return OPEN.includes(loss.cause)
		? withKinds(
				context,
				problem,
				'Undelivered events come from the event list instead',
				'These undelivered events are lost',
			)
		: withKinds(
				context,
				problem,
				`Events ${period} come from the event list`,
				`Events ${period} that were not delivered cannot be recovered`,
			);
}

/** Causes that last until a person mends them. */
const OPEN: Array<Loss['cause']> = ['off', 'unregistered', 'incomplete', 'unavailable'];

function problemOf({ cause, detail }: Loss, url: string, date: (time: number) => string): string {
	switch (cause) {
		case 'missing':
			return 'The webhook was deleted in the service, or its URL was changed. It was registered again. To stop the workflow, unpublish it instead.';
		case 'changed':
			return "The webhook's events or links were changed in the service. It was registered again. Change the events and filters in this node instead.";
		case 'disabled':
			return 'The service disabled the webhook after too many failed deliveries. It was registered again. Check that n8n can be reached from the internet and responds within a few seconds.';
		case 'failing':
			return 'The service disabled the webhook after too many failed deliveries, and somebody enabled it again.';
		case 'reduced':
			return 'A link or folder of the filters no longer exists in the workspace, so the webhook is for all links, and this node filters the events. Remove it from the filters.';
		case 'off':
			return `The service disabled the webhook at ${date(Number(detail))}. Enable it in the workspace settings.`;
		case 'unregistered':
			return `No webhook of the workspace has the URL ${url}. Register it in the workspace settings.`;
		case 'incomplete':
			return "The webhook does not send all events of 'Trigger On'. Add them in the workspace settings.";
		case 'unavailable':
			return `The delivery log of the webhook cannot be read: ${detail} It requires the Business plan and the permission webhooks.read.`;
	}
}

/** With the types of events that the event list contains, and of those that it does not. */
function withKinds(
	context: IPollFunctions,
	problem: string,
	recovered: string,
	lost: string,
): string {
	const events = eventsOf(context);
	const isListed = (event: string) => Object.hasOwn(KINDS, event);
	const listed = eventLabels(events.filter(isListed));
	const unlisted = eventLabels(events.filter((event) => !isListed(event)));
	const sentences = [
		problem,
		listed && `${recovered}: ${listed}.`,
		unlisted && `${lost}: ${unlisted}.`,
	];
	return sentences.filter(Boolean).join(' ');
}

/** @param reason a sentence */
export function unlistedWarning(reason: string): string {
	return `The event list cannot be read: ${reason} It requires the Business plan and the permission analytics.read. Clicks, leads, and sales that were not delivered are lost unless it can be read again soon.`;
}

/** An external payout counts as paid, as n8n responded before it could run the workflow. */
export function answeredWarning({ data }: Pick<Envelope, 'data'>): string {
	return `The service already counts payout ${plainText(data.id, 'id')} as paid, since n8n responded while it was starting. If this execution fails, the service does not send the event again.`;
}
