import { DateTime } from 'luxon';
import type { IPollFunctions } from 'n8n-workflow';
import { eventLabels } from '../description';
import { KINDS } from '../eventList/page';
import { eventsOf } from './pushFilters';
import type { Loss } from './reconcile';

/** What a person reads of a loss: what happened, what to do, and which kinds of events come from the list. */
export function warningOf(context: IPollFunctions, loss: Loss, url: string): string {
	const date = (time: number) =>
		DateTime.fromMillis(time, { zone: context.getTimezone() }).toFormat('yyyy-MM-dd HH:mm:ss');
	const period = `between ${date(loss.from)} and ${date(loss.to)}`;
	const fromList = `Events ${period} come from the event list`;
	const notDelivered = `Events ${period} that were not delivered cannot be recovered`;
	const again = 'It was registered again.';
	switch (loss.cause) {
		case 'missing':
			return withKinds(
				context,
				`The webhook was deleted in the service, or its URL was changed. ${again} To stop the workflow, unpublish it instead.`,
				fromList,
				notDelivered,
			);
		case 'changed':
			return withKinds(
				context,
				`The webhook's events or links were changed in the service. ${again} Change the events and filters in this node instead.`,
				fromList,
				notDelivered,
			);
		case 'disabled':
			return withKinds(
				context,
				`The service disabled the webhook after too many failed deliveries. ${again} Check that n8n can be reached from the internet and responds within a few seconds.`,
				fromList,
				notDelivered,
			);
		case 'failing':
			return withKinds(
				context,
				'The service disabled the webhook after too many failed deliveries, and somebody enabled it again.',
				fromList,
				notDelivered,
			);
		case 'reduced':
			return 'A link or folder of the filters no longer exists, so the webhook is for all links of the workspace, and this node filters the events. Remove it from the filters.';
		case 'off':
			return withKinds(
				context,
				`The service disabled the webhook at ${date(Number(loss.detail))}. Enable it in the workspace settings.`,
				'Undelivered events come from the event list instead',
				'These undelivered events are lost',
			);
		case 'unregistered':
			return withKinds(
				context,
				`No webhook of the workspace has the URL ${url}. Register it in the workspace settings.`,
				'Undelivered events come from the event list instead',
				'These undelivered events are lost',
			);
		case 'unavailable':
			return withKinds(
				context,
				`The delivery log of the webhook cannot be read: ${loss.detail} It requires the Business plan and the permission webhooks.read.`,
				'Undelivered events come from the event list instead',
				'These undelivered events are lost',
			);
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
	return `The event list cannot be read: ${reason} It requires the Business plan and the permission analytics.read. Clicks, leads, and sales that were not delivered are lost.`;
}
