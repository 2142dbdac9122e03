import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { toBoolean } from '../../input/fields';
import { serviceUrl } from '../../transport/baseUrl';
import { credentialTypeOf } from '../../transport/connection';
import { isStarting } from '../../transport/n8nQuirks';
import { ServiceClock } from '../clock';
import { startFrom } from '../eventList/cursor/cursor';
import { isTemporary, toPollError } from '../eventList/failure';
import { KINDS } from '../eventList/page';
import { asObject, fromPush, nodeKey, PAYOUT_CONFIRMED, type Envelope } from '../item';
import { failureReport, noteSuccess } from '../reports';
import { filterOf, type RoundResult, type TriggerRecord } from '../record';
import type { NodeState } from '../turn';
import { claimContent, forgetContents, isConversion } from './contents';
import { installationOf, type Mark } from './mark';
import { observe, reasonOf } from './observe';
import { eventsOf, isConfirmedBySuccess, isWanted, readPushFilters } from './pushFilters';
import { readUndelivered } from './readUndelivered';
import {
	MARGIN_MS,
	reconcile,
	type Loss,
	type Observed,
	type Step,
	type Wanted,
} from './reconcile';
import { wasReceivedHere } from './received';
import { registerWebhook, setAside, settingsOf } from './register';
import { forgetPreviousSecret, rememberSecret } from './secrets';
import { deleteWebhook, isUnavailable, type Webhook } from './webhooksApi';
import { unlistedWarning, warningOf } from './warnings';

/**
 * A round in webhook delivery: emits what the service could not deliver, and restores the webhook.
 *
 * @param url of the node, without a mark
 * @param deadline its end at the latest, by this machine's clock, epoch milliseconds
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
	const { observed } = observing;
	const { steps, next } = reconcile(wanted, observed, stored);
	const round = new Round({ context, wanted, observed, next, settings, installation });
	const failures: unknown[] = observing.error === undefined ? [] : [observing.error];
	let isRepaired = failures.length === 0;
	for (const step of steps) {
		round.endIf(signal);
		// A webhook that could not be replaced stays as it is until the next round, which says so.
		if (!isRepaired && isRepair(step)) continue;
		if (!isRepaired && step.do === 'warn' && isOfRepair(step.loss)) {
			next.shown = next.shown.filter((key) => key !== step.loss.key);
			continue;
		}
		try {
			failures.push(...(await round.do(step, deadline, signal)));
		} catch (thrown) {
			round.endIf(signal);
			failures.push(thrown);
			if (isRepair(step)) isRepaired = false;
		}
	}
	if (!isRepaired) next.webhook = stored.webhook;
	for (const { id, log } of observed.replaced) if (log) state.drained.add(id);
	if (failures.length === 0) {
		state.orphans = [];
		state.pausedFrom = undefined;
		noteSuccess(key);
		if (observed.replaced.length === 0) forgetPreviousSecret(key);
	}
	return { record: next, ...round.output(reportsOf(context, failures, round.isEmpty)) };
}

function isRepair(step: Step): boolean {
	return ['setAside', 'create', 'update', 'remove'].includes(step.do);
}

function isOfRepair({ cause }: Loss): boolean {
	return ['missing', 'disabled', 'changed'].includes(cause);
}

async function wantedBy(context: IPollFunctions, url: string, state: NodeState): Promise<Wanted> {
	const { baseUrl } = await context.getCredentials<IDataObject>(credentialTypeOf(context));
	const source = [serviceUrl(String(baseUrl)), readPushFilters(context)];
	const filter = filterOf('webhook', source);
	const isAutomatic = context.getNodeParameter('registration') !== 'manual';
	return {
		url,
		isRepaired: isAutomatic && state.registration === 'registered',
		kinds: eventsOf(context).flatMap((event) =>
			Object.hasOwn(KINDS, event) ? [{ kind: KINDS[event as keyof typeof KINDS], filter }] : [],
		),
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

interface Situation {
	context: IPollFunctions;
	wanted: Wanted;
	observed: Observed;
	/** The record after the round. */
	next: TriggerRecord;
	/** The body of a registration. */
	settings: IDataObject;
	installation: string;
}

/** Does the steps of a round, and updates the record in place. */
class Round {
	readonly #items: INodeExecutionData[] = [];

	readonly #warnings: string[] = [];

	readonly #situation: Situation;

	constructor(situation: Situation) {
		this.#situation = situation;
	}

	get isEmpty(): boolean {
		return this.#items.length + this.#warnings.length === 0;
	}

	/** @returns failures that did not end the step */
	async do(step: Step, deadline: number, signal: AbortSignal): Promise<unknown[]> {
		const { context, wanted, observed, settings, installation } = this.#situation;
		const { now } = observed;
		const mark: Mark = { installation, from: now + 1 };
		switch (step.do) {
			case 'emit':
				this.#emit(step.events);
				return [];
			case 'setAside': {
				const { webhook } = step;
				const replaced = { ...(webhook.mark ?? mark), replaced: now };
				await setAside(context, webhook, wanted.url, replaced);
				return [];
			}
			case 'create': {
				const cause = step.cause && { cause: step.cause };
				this.#remember(await registerWebhook(context, settings, { ...mark, ...cause }));
				return [];
			}
			case 'update': {
				const { webhook } = step;
				const changed: Mark = { ...mark, cause: 'changed' };
				this.#remember(await registerWebhook(context, settings, changed, webhook));
				return [];
			}
			case 'read':
				return await this.#read(deadline, signal);
			case 'remove':
				await deleteWebhook(context, step.webhook.id);
				return [];
			case 'warn':
				this.#warnings.push(warningOf(context, step.loss, wanted.url));
				return [];
		}
	}

	/** The items and failed executions; without items, warnings are failed executions, so that an error workflow runs. */
	output(reports: Error[]): { items: INodeExecutionData[]; reports: Error[] } {
		const items = this.#items.sort((a, b) => timeOf(a) - timeOf(b));
		if (items.length > 0) {
			// The execution shows it as a hint.
			if (this.#warnings.length > 0) items[0].warning = this.#warnings.join('\n');
			return { items, reports };
		}
		const node = this.#situation.context.getNode();
		const warnings = this.#warnings.map((warning) => new NodeOperationError(node, warning));
		return { items, reports: [...warnings, ...reports] };
	}

	/** Forgets its events, which are not emitted then. @throws the reason of an aborted signal */
	endIf(signal: AbortSignal): void {
		if (!signal.aborted) return;
		const ids = this.#items.map(({ json }) => json.id);
		forgetContents(nodeKey(this.#situation.context), ids);
		signal.throwIfAborted();
	}

	#remember({ id, secret }: Webhook): void {
		const { context, observed, next } = this.#situation;
		rememberSecret(nodeKey(context), secret);
		next.webhook = { id, from: observed.now + 1 };
	}

	#emit(envelopes: Envelope[]): void {
		const { context } = this.#situation;
		const node = nodeKey(context);
		for (const { envelope } of this.#logged) {
			const item = envelope && fromPush(envelope);
			if (item && isConversion(item)) claimContent(node, 'delivery', item);
		}
		for (const envelope of envelopes) {
			if (!isWanted(context, envelope) || wasReceivedHere(node, envelope.id)) continue;
			// The service retries it, and only a response confirms it.
			const isPayout = envelope.event === PAYOUT_CONFIRMED;
			if (isPayout && isConfirmedBySuccess(context)) continue;
			const item = fromPush(envelope);
			const content = isConversion(item) ? claimContent(node, 'delivery', item) : [];
			if (content) this.#add(item, envelope.raw, { content: content.join() });
		}
	}

	get #logged() {
		const { current, replaced } = this.#situation.observed;
		return [current, ...replaced].flatMap((each) => each?.log ?? []);
	}

	async #read(deadline: number, signal: AbortSignal): Promise<unknown[]> {
		const { context, next, observed } = this.#situation;
		const clicks = new Set<unknown>();
		for (const { envelope } of this.#logged) {
			if (envelope?.event === 'link.clicked') clicks.add(asObject(envelope.data.click).id);
		}
		const clock = new ServiceClock();
		const read = await readUndelivered(
			context,
			next,
			clicks,
			observed.now,
			clock,
			deadline,
			signal,
		);
		for (const { json, event, content } of read.items) {
			this.#add(json, event, { content: content.join(), source: 'list' });
		}
		Object.assign(next, read.record);
		const refused = read.failures.find(isUnavailable);
		if (refused === undefined) return read.failures;
		const warning = unlistedWarning(reasonOf(refused));
		if (!next.shown.includes(warning)) {
			next.shown = [...next.shown, warning];
			this.#warnings.push(warning);
		}
		// They cannot be recovered later either.
		for (const [kind, { filter }] of Object.entries(next.kinds)) {
			const cursor = startFrom(observed.now - MARGIN_MS);
			next.kinds[kind as keyof typeof next.kinds] = { filter, cursor };
		}
		return read.failures.filter((each) => !isUnavailable(each));
	}

	#add(json: IDataObject, source: IDataObject, keys: Partial<INodeExecutionData>): void {
		const { raw } = this.#situation.context.getNodeParameter('options', {}) as IDataObject;
		const withRaw = toBoolean(raw ?? false, 'Include Raw Event');
		this.#items.push({ json: withRaw ? { ...json, raw: source } : json, ...keys });
	}
}

function timeOf({ json }: INodeExecutionData): number {
	return Date.parse(String(json.timestamp));
}
