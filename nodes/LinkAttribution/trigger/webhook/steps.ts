import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { toBoolean } from '../../input/values';
import { asObject, fromPush, idsOf, nodeKey, rankOf, type Envelope } from '../item';
import { hasOwnState } from '../n8nQuirks';
import { isPublishedAt } from '../periods';
import { MARGIN_MS, positionOf, raisedKinds, type TriggerRecord } from '../record';
import { claimContent, forgetContents, isConversion } from './contents';
import { MAX_REMEMBERED } from './executions';
import { notedBy, type Mark } from './mark';
import { reasonOf } from './observe';
import { isToConfirm, isWanted } from './pushFilters';
import { readUndelivered } from './readUndelivered';
import { isPolled } from './reconcile';
import type { Observed, Step, Wanted } from './types';
import { wasReceivedHere } from './received';
import { registerWebhook, writeMark } from './register';
import { rememberSecret } from './secrets';
import { deleteWebhook, isUnavailable, type Webhook } from './webhooksApi';
import { answeredWarning, unlistedWarning, warningOf } from './warnings';
import { shownAs, withKnown } from './workspace';

/** A list that can be read again only later is read from then on. */
const MAX_REFUSED_MS = 86_400_000;

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
export class Steps {
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
		const { context, wanted, observed, next, settings, installation } = this.#situation;
		const { now } = observed;
		const { pauses } = next;
		// With durable cursors, n8n stores the position itself.
		const position = hasOwnState(context) ? Infinity : positionOf(next);
		const proven = notedBy(observed, position);
		const mark: Mark = { installation, from: now + 1, pauses, proven };
		switch (step.do) {
			case 'emit':
				this.#emit(step.events);
				return [];
			case 'setAside': {
				const { webhook } = step;
				const replaced = { ...(webhook.mark ?? mark), replaced: now };
				await writeMark(context, webhook, wanted.url, replaced);
				return [];
			}
			case 'create': {
				const { cause } = step;
				this.#remember(await registerWebhook(context, settings, { ...mark, cause }));
				return [];
			}
			case 'update': {
				const { webhook } = step;
				const changed: Mark = { ...mark, cause: 'changed' };
				this.#remember(await registerWebhook(context, settings, changed, webhook));
				return [];
			}
			case 'read':
				return await this.#read(step.isPrecaution, deadline, signal);
			case 'remove':
				await deleteWebhook(context, step.webhook.id);
				return [];
			case 'note':
				await writeMark(context, step.webhook, wanted.url, step.mark);
				return [];
			case 'warn':
				this.#warnings.push(warningOf(context, step.loss, wanted.url));
				return [];
		}
	}

	/** The items and failed executions; without items, warnings are failed executions, so that an error workflow runs. */
	output(reports: Error[]): { items: INodeExecutionData[]; reports: Error[] } {
		const items = this.#items.sort(
			(a, b) => timeOf(a) - timeOf(b) || rankOf(a.json) - rankOf(b.json),
		);
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
		next.shownWebhook = shownAs({ id, since: observed.now + 1 }, next, observed);
	}

	#emit(envelopes: Envelope[]): void {
		const { context, wanted, next } = this.#situation;
		const node = nodeKey(context);
		for (const { envelope } of this.#logged) {
			const item = envelope && fromPush(envelope);
			if (!item || !isConversion(item)) continue;
			// One that was sent after the workflow was unpublished can have happened before, as the list says then.
			if (isPublishedAt(next, timeOf({ json: item }))) claimContent(node, 'delivery', item);
		}
		for (const envelope of envelopes) {
			if (!isWanted(wanted, envelope)) continue;
			const item = fromPush(envelope);
			if (idsOf(envelope, item).some((id) => wasReceivedHere(node, id))) continue;
			if (isToConfirm(context, envelope)) {
				// The service retries it, and only a response confirms it.
				if (!envelope.isAnswered) continue;
				this.#warnings.push(answeredWarning(envelope));
			}
			const content = isConversion(item) ? claimContent(node, 'delivery', item) : [];
			if (content) this.#add(item, envelope.raw, { content: content.join() });
		}
	}

	get #logged() {
		const { observed, next } = this.#situation;
		const attempts = [observed.current, ...observed.replaced].flatMap((each) => each?.log ?? []);
		return attempts.filter(({ envelope }) => envelope && !isPolled(next, envelope));
	}

	async #read(isPrecaution: boolean, deadline: number, signal: AbortSignal): Promise<unknown[]> {
		const { context, wanted, next, observed } = this.#situation;
		const { refusedAt } = next;
		const isRefused = observed.now - (refusedAt ?? -Infinity) <= MAX_REFUSED_MS;
		// Much may have been delivered since then.
		const isDoubtful = isPrecaution || isRefused;
		const clicks = new Set<unknown>();
		for (const { envelope } of this.#logged) {
			if (envelope?.event === 'link.clicked') clicks.add(asObject(envelope.data.click).id);
		}
		const read = await readUndelivered(context, wanted, next, {
			clicks,
			deadline,
			signal,
			now: observed.now,
			max: isDoubtful ? MAX_REMEMBERED : Infinity,
			countedFrom: isPrecaution ? 0 : refusedAt,
		});
		if (isDoubtful && read.count > MAX_REMEMBERED) {
			const ids = read.items.map(({ json }) => json.id);
			forgetContents(nodeKey(context), ids);
			// Some could run twice: it counts as proven.
			next.kinds = raisedKinds(next, observed.now - MARGIN_MS);
			next.refusedAt = undefined;
			return [];
		}
		for (const { json, event, content } of read.items) {
			this.#add(json, event, { content: content.join(), source: 'list' });
		}
		Object.assign(next, read.record);
		if (read.isShown) Object.assign(next, withKnown(next.shownWebhook));
		const refused = read.failures.find(isUnavailable);
		if (read.failures.length === 0) next.refusedAt = undefined;
		if (refused === undefined) return read.failures;
		if (refusedAt === undefined) {
			next.refusedAt = observed.now;
			this.#warnings.push(unlistedWarning(reasonOf(refused)));
		} else if (!isRefused) {
			next.kinds = raisedKinds(next, observed.now - MARGIN_MS);
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
