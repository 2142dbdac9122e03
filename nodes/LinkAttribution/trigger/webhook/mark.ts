import { createHash } from 'node:crypto';
import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';
import { latestPauses, type Period } from '../periods';

/** Why a webhook was registered or updated although nobody published the workflow. */
export type Cause = 'missing' | 'disabled' | 'changed';

/**
 * Notes of the hooks and rounds in the query of a webhook's URL: with durable cursors, a round cannot read what a hook
 * stores, and a webhook has no date of creation. Times are epoch milliseconds by the service's clock.
 */
export interface Mark {
	/** Hash of the ID of this n8n: two can have the same workflow. */
	installation: string;
	/** Since when the webhook is as wanted. */
	from: number;
	cause?: Cause;
	/** The latest periods in which the workflow was unpublished. */
	pauses?: Period[];
	/** Before it, everything was emitted; noted if nothing else may store it. */
	proven?: number;
	/** When it was replaced by another one. The service keeps its log, but allows each URL only once. */
	replaced?: number;
	/** Whether the service refused some of the links or folders, so that the node filters them. */
	isReduced?: boolean;
}

const CAUSES = ['missing', 'disabled', 'changed'];

export function withMark(url: string, mark: Mark): string {
	const query = new URLSearchParams({ installation: mark.installation, from: String(mark.from) });
	for (const name of ['cause', 'proven', 'replaced'] as const) {
		const value = mark[name];
		if (value !== undefined) query.set(name, String(value));
	}
	const { pauses = [] } = mark;
	if (pauses.length > 0) query.set('paused', pauses.map(({ from, to }) => `${from}-${to}`).join());
	if (mark.isReduced) query.set('scope', 'reduced');
	return `${url}?${query.toString()}`;
}

/** @returns undefined for a URL without a mark */
export function readMark(url: string): Mark | undefined {
	const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
	const from = timeOf(query.get('from'));
	const installation = query.get('installation');
	if (!url.includes('?') || from === undefined || installation === null) return undefined;
	const cause = query.get('cause') ?? '';
	return {
		installation,
		from,
		cause: CAUSES.includes(cause) ? (cause as Cause) : undefined,
		pauses: pausesIn(query.get('paused') ?? ''),
		proven: timeOf(query.get('proven')),
		replaced: timeOf(query.get('replaced')),
		isReduced: query.get('scope') === 'reduced' ? true : undefined,
	};
}

interface Marked {
	current?: { mark?: Mark };
	replaced: Array<{ mark?: Mark }>;
}

function marksOf({ current, replaced }: Marked): Mark[] {
	return [current, ...replaced].flatMap((webhook) => webhook?.mark ?? []);
}

/**
 * The latest position that a webhook of the node notes, or that is known otherwise; its successor notes it, too.
 *
 * @param position Infinity if none is known
 */
export function notedBy(webhooks: Marked, position = Infinity): number | undefined {
	const noted = [position, ...marksOf(webhooks).map(({ proven }) => proven ?? Infinity)];
	const latest = Math.max(...noted.filter(Number.isFinite));
	return Number.isFinite(latest) ? latest : undefined;
}

/** The pauses that webhooks of the node note, and others. */
export function allPauses(webhooks: Marked, others: Period[]): Period[] {
	const noted = marksOf(webhooks).flatMap(({ pauses }) => pauses ?? []);
	return latestPauses(...noted, ...others);
}

export function withoutMark(url: string): string {
	return url.split('?')[0];
}

export function installationOf(context: IHookFunctions | IPollFunctions): string {
	const id = 'getInstanceId' in context ? context.getInstanceId() : '';
	return createHash('sha256').update(id).digest('hex').slice(0, 8);
}

function timeOf(text: string | null): number | undefined {
	return text !== null && /^\d{10,15}$/.test(text) ? Number(text) : undefined;
}

function pausesIn(text: string): Period[] {
	return text.split(',').flatMap((each) => {
		const [from, to] = each.split('-').map(timeOf);
		return from !== undefined && to !== undefined ? [{ from, to }] : [];
	});
}
