import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { serviceUrl } from '../../input/baseUrl';
import { credentialTypeOf } from '../../transport/connection';
import { isStarting } from '../n8nQuirks';
import { isTemporary, toPollError } from '../eventList/failure';
import { nodeKey } from '../item';
import { filterOf, type RoundResult, type TriggerRecord } from '../record';
import { failureReport, noteSuccess } from '../reports';
import { haveHooksRegistered, type NodeState } from '../nodeState';
import { installationOf } from './mark';
import { observe } from './observe';
import { eventsOf, listedKinds, readPushFilters } from './pushFilters';
import { reconcile } from './reconcile';
import { settingsOf } from './register';
import { forgetPreviousSecret } from './secrets';
import { Steps } from './steps';
import type { Loss, Step, Wanted } from './types';

/**
 * A round in webhook delivery: emits what the service could not deliver, and restores the webhook.
 *
 * @param url of the node, without a mark
 * @param deadline its end at the latest, by `performance.now()`
 * @throws what a person must mend, unless n8n starts or there is something to emit
 */
export async function catchUpRound(
	context: IPollFunctions,
	url: string,
	stored: TriggerRecord,
	state: NodeState,
	deadline: number,
	signal: AbortSignal,
): Promise<RoundResult> {
	const key = nodeKey(context);
	const wanted = await wantedBy(context, url, state);
	const settings = settingsOf(context, wanted.url);
	const installation = installationOf(context);
	const observing = await observe(context, wanted, settings, installation, stored, state);
	const { observed, failure } = observing;
	// A warning says what the service does not allow.
	const error = observed.unavailable === undefined ? failure : undefined;
	// Only the webhook knows since when its events are wanted; that of a person does not, but this needs the service's clock.
	const isUnknown = wanted.isManual
		? state.ahead === undefined
		: stored.since === undefined && observed.publishedAt === undefined;
	const { steps, begun, next } = reconcile(wanted, observed, stored);
	if (isUnknown && (error !== undefined || (!observed.isRead && !wanted.isManual))) {
		const { publishedAt = observed.now } = observed;
		const publishedBy = Math.min(publishedAt, stored.publishedBy ?? Infinity);
		const record = wanted.isManual ? { ...stored, url, publishedBy } : stored;
		return { begun: stored, record, items: [], reports: reportsOf(context, [failure], true) };
	}
	const doing = new Steps({ context, wanted, observed, next, settings, installation });
	const failures: unknown[] = error === undefined ? [] : [error];
	let isRepaired = true;
	for (const step of steps) {
		doing.endIf(signal);
		// A webhook that could not be replaced stays as it is until the next round, which says so.
		if (!isRepaired && isRepair(step)) continue;
		if (!isRepaired && step.do === 'warn' && isOfRepair(step.loss)) {
			next.shown = next.shown.filter((key) => key !== step.loss.key);
			continue;
		}
		try {
			failures.push(...(await doing.do(step, deadline, signal)));
		} catch (thrown) {
			doing.endIf(signal);
			failures.push(thrown);
			if (isRepair(step)) isRepaired = false;
		}
	}
	if (!isRepaired) next.webhook = stored.webhook;
	for (const { id, log } of observed.replaced) if (log) state.drained.add(id);
	if (failures.length === 0) {
		state.orphans = [];
		noteSuccess(key);
		if (observed.replaced.length === 0) forgetPreviousSecret(key);
	}
	const output = doing.output(reportsOf(context, failures, doing.isEmpty));
	return { begun: { ...begun, url }, record: { ...next, url }, ...output };
}

function isRepair(step: Step): boolean {
	return ['setAside', 'create', 'update', 'remove'].includes(step.do);
}

function isOfRepair({ cause }: Loss): boolean {
	return ['missing', 'disabled', 'changed'].includes(cause);
}

async function wantedBy(context: IPollFunctions, url: string, state: NodeState): Promise<Wanted> {
	const { baseUrl } = await context.getCredentials<IDataObject>(credentialTypeOf(context));
	const filter = filterOf('webhook', [serviceUrl(String(baseUrl))]);
	const isManual = context.getNodeParameter('registration') === 'manual';
	return {
		events: eventsOf(context),
		url,
		isManual,
		isRepaired: !isManual && haveHooksRegistered(state),
		kinds: listedKinds(context).map((kind) => ({ kind, filter })),
		filters: readPushFilters(context),
	};
}

function reportsOf(context: IPollFunctions, failures: unknown[], isEmpty: boolean): Error[] {
	const node = context.getNode();
	const [first] = failures;
	if (first === undefined) return [];
	const lasting = failures.find((each) => !isTemporary(each));
	if (lasting !== undefined && isEmpty && !isStarting(context)) throw toPollError(node, lasting);
	const consequence = 'Nothing is lost: the next catch-up retries.';
	const subject = { key: nodeKey(context), events: 'undelivered events', consequence };
	const report = failureReport(node, subject, first);
	return report ? [report] : [];
}
