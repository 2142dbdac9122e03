import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { HOOK_MAX_WAIT_MS } from '../../transport/connection';
import { shareMaxWait } from '../../transport/request';
import { nodeKey } from '../item';
import { positionOf, type TriggerRecord } from '../record';
import { stateOf, type NodeState } from '../nodeState';
import { takeHookTurn } from '../turn';
import { isSameReceiver } from './deliveryLog';
import { installationOf } from './mark';
import { ownWebhooks } from './observe';
import type { OwnWebhook } from './types';
import { readWebhooks } from './webhooksApi';

/** The static data of the node, as far as hooks write it. */
export interface HookData extends IDataObject {
	/** Whether a published workflow has registered it; n8n does not say so when it is removed. */
	isPublished?: true;
	webhookId?: string;
	/** The URL of the node, without a mark. */
	webhookUrl?: string;
	/** When the workflow was unpublished, by the service's clock, epoch milliseconds. */
	unpublishedAt?: number;
	/** Earlier periods in which it was unpublished. */
	pauses?: IDataObject[];
	/** The undelivered events of a webhook that was removed. */
	orphans?: IDataObject[];
	/** Only while a step is listening: everyone who can read a workflow can read its static data. */
	secret?: string;
}

/** The webhooks of the node. */
export interface Own {
	current?: OwnWebhook;
	replaced: OwnWebhook[];
	/** The service's time, epoch milliseconds. */
	now: number;
}

export async function readOwn(context: IHookFunctions): Promise<Own> {
	const url = urlOf(context);
	const { webhooks, now } = await readWebhooks(context);
	if (isTest(context)) {
		return { current: webhooks.find((each) => each.url === url), replaced: [], now };
	}
	const { webhookId } = hookData(context);
	return { ...ownWebhooks(webhooks, url, installationOf(context), webhookId), now };
}

/** n8n retries a hook that failed up to eight seconds later, and ends a publication after 84. */
const MAX_PAUSE_MS = 10_000;
const MAX_PUBLICATION_MS = 84_000;

/**
 * Runs a hook in its turn. All hooks of a publication together wait for the service for a minute. A step that listens is no
 * part of the published workflow.
 */
export async function inTurn<Result>(
	context: IHookFunctions,
	work: () => Promise<Result>,
): Promise<Result> {
	if (isTest(context)) return await work();
	const begin = performance.now();
	const key = nodeKey(context);
	return await takeHookTurn(key, async () => {
		const state = stateOf(key);
		const { hooks = { since: begin } } = state;
		const isNext =
			begin - (hooks.endedAt ?? begin) < MAX_PAUSE_MS && begin - hooks.since < MAX_PUBLICATION_MS;
		state.hooks = isNext ? hooks : { since: begin };
		shareMaxWait(context, state.hooks.since);
		try {
			return await work();
		} finally {
			// After a registration, the next hook is one of the next publication.
			if (state.hooks) state.hooks.endedAt = performance.now();
		}
	});
}

/**
 * After a publication that failed: the workflow stays published for n8n and for the person, unless it was unpublished before.
 *
 * @param begin of the round that failed, by `performance.now()`; by default, it was a hook
 */
export function keepPublished(state: NodeState, data: HookData, begin = -Infinity): void {
	const { endedAt = 0, isReplacing } = state.hooks ?? {};
	if (!isReplacing || begin - endedAt >= MAX_PAUSE_MS) return;
	state.unpublishedAt = undefined;
	delete data.unpublishedAt;
}

/** Whether the hooks of a publication have waited as long as they may, so that n8n must not try again. */
export function isTimeUp(context: IHookFunctions): boolean {
	const { hooks } = stateOf(nodeKey(context));
	return (
		!isTest(context) && hooks !== undefined && performance.now() - hooks.since >= HOOK_MAX_WAIT_MS
	);
}

/**
 * Whether n8n tries a hook that failed again. Until then, the first round must not end: a planned poll beside hooks takes from
 * n8n 2.41 what it evaluates expressions with (n8n-io/n8n#30729 avoids that for the first poll), so that the publication
 * fails with "No bridge acquired for this context".
 */
export function areHooksRetried({ registration, hooks }: NodeState): boolean {
	const endedAt = hooks?.endedAt ?? -Infinity;
	return registration === 'failed' && !hooks?.isFinal && performance.now() - endedAt < MAX_PAUSE_MS;
}

/** Whether a step in the editor is listening. */
export function isTest(context: IHookFunctions): boolean {
	return context.getMode() === 'manual';
}

/** Without those of another node with the same name, of which this one is a copy: its webhook can be in use elsewhere. */
export function hookData(context: IHookFunctions): HookData {
	const data: HookData = context.getWorkflowStaticData('node');
	const url = context.getNodeWebhookUrl('default');
	const { webhookUrl } = data;
	if (url && webhookUrl !== undefined && !isSameReceiver(String(webhookUrl), url)) {
		for (const name of NAMES) delete data[name];
	}
	return data;
}

const NAMES: Array<keyof HookData> = [
	'isPublished',
	'webhookId',
	'webhookUrl',
	'unpublishedAt',
	'pauses',
	'orphans',
];

export function urlOf(context: IHookFunctions): string {
	return String(context.getNodeWebhookUrl('default'));
}

/** The record after the last round, or before it if it emitted, as n8n may have discarded that. */
export function surelyEmitted({ last }: NodeState): TriggerRecord | undefined {
	return (last?.before ?? last)?.record;
}

/** Whether a round has shown that polls use the static data of the hooks: with durable cursors, n8n stores theirs itself. */
export function sharesData({ publication }: NodeState): boolean {
	return typeof publication === 'object';
}

/**
 * Before it, everything was emitted; Infinity if that is not known, or if n8n stores it itself. If another node writes static
 * data, n8n stores what was loaded for its execution over what rounds have stored since.
 */
export function positionBefore(context: IHookFunctions): number {
	const state = stateOf(nodeKey(context));
	const record = surelyEmitted(state);
	if (!record || !sharesData(state)) return Infinity;
	const isRead = Object.values(record.kinds).every((kind) => 'cursor' in kind);
	return isRead ? positionOf(record) : Infinity;
}
