import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { reconcile } from '../../../../nodes/LinkAttribution/trigger/webhook/reconcile';
import type {
	Observed,
	OwnWebhook,
	Step,
	Wanted,
} from '../../../../nodes/LinkAttribution/trigger/webhook/types';
import { startFrom } from '../../../../nodes/LinkAttribution/trigger/eventList/cursor/cursor';
import { positionOf, type TriggerRecord } from '../../../../nodes/LinkAttribution/trigger/record';
import type { Attempt } from '../../../../nodes/LinkAttribution/trigger/webhook/webhooksApi';
import { modelRuns } from '../../../support/node/modelRuns';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 10, 12);
const URL = 'https://n8n.example/webhook/trigger/webhook';
const FILTER = 'webhook:filter';
const NO_FILTERS = {
	...{ linkIds: [], folderIds: [], domains: [], partnerIds: [], programIds: [] },
	saleType: '',
};

/** Minutes before now. */
const minutes = fc.constantFrom(0, 1, 5, 9, 11, 20, 40, 60, 120);
const ago = minutes.map((each) => NOW - each * MINUTE);

const attempt = fc
	.record({ event: fc.nat(30), isDelivered: fc.boolean(), at: ago })
	.map(({ event, isDelivered, at }): Attempt => ({
		eventId: `evt_${event}`,
		url: URL,
		status: isDelivered ? 200 : 503,
		at,
		envelope: {
			id: `evt_${event}`,
			event: 'link.created',
			createdAt: new Date(at).toISOString(),
			data: {},
			raw: {},
		},
	}));

const log = fc
	.oneof(
		{ weight: 9, arbitrary: fc.array(attempt, { maxLength: 8 }) },
		fc.array(attempt, { minLength: 100, maxLength: 100 }),
	)
	.map((attempts) => attempts.sort((a, b) => b.at - a.at));

const pauses = fc.array(
	fc.tuple(ago, ago).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
	{ maxLength: 2 },
);

const mark = fc.record(
	{
		installation: fc.constant('here'),
		from: ago,
		cause: fc.constantFrom('missing' as const, 'disabled' as const, 'changed' as const),
		pauses,
	},
	{ requiredKeys: ['installation', 'from'] },
);

const webhook = (id: fc.Arbitrary<string>): fc.Arbitrary<OwnWebhook> =>
	fc.record(
		{
			id,
			url: fc.constant(URL),
			secret: fc.constant('whsec'),
			triggers: fc.constant([]),
			disabledAt: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constant('2026-03-10')),
			mark,
			log,
		},
		{ requiredKeys: ['id', 'url', 'secret', 'triggers', 'disabledAt'] },
	);

const current = fc
	.tuple(webhook(fc.constantFrom('wh_1', 'wh_2')), fc.boolean())
	.map(([each, isAsWanted]) => ({ ...each, isAsWanted }));

const replaced = fc
	.tuple(webhook(fc.constantFrom('wh_0', 'wh_1')), ago)
	.map(([each, at]) => ({ ...each, mark: { installation: 'here', from: at, replaced: at } }));

const observed: fc.Arbitrary<Observed> = fc.record(
	{
		now: fc.constant(NOW),
		isRead: fc.constant(true),
		current,
		replaced: fc.array(replaced, { maxLength: 2 }),
		drained: fc.subarray(['wh_0', 'wh_1']).map((ids) => new Set(ids)),
		isReceiver: fc.boolean(),
		pauses,
		orphans: fc.constant([]),
	},
	{ requiredKeys: ['now', 'isRead', 'replaced', 'drained', 'pauses', 'orphans'] },
);

const wanted: fc.Arbitrary<Wanted> = fc.record({
	events: fc.constant([]),
	url: fc.constant(URL),
	isRepaired: fc.boolean(),
	isManual: fc.boolean(),
	kinds: fc
		.subarray(['clicks', 'leads', 'sales'] as const)
		.map((kinds) => kinds.map((kind) => ({ kind, filter: FILTER }))),
	filters: fc.constant(NO_FILTERS),
});

const record: fc.Arbitrary<TriggerRecord> = fc
	.record(
		{
			floor: ago,
			since: ago,
			webhook: fc.record({ id: fc.constantFrom('wh_1', 'wh_2'), from: ago }),
			emitted: fc.array(fc.nat(30).map((n) => `evt_${n}`)),
			checkedAt: ago,
		},
		{ requiredKeys: ['floor', 'emitted'] },
	)
	.map(({ floor, ...rest }) => ({
		...rest,
		rounds: 1,
		since: rest.since === undefined ? undefined : Math.min(rest.since, floor),
		kinds: { clicks: { filter: FILTER, cursor: startFrom(floor) } },
		pauses: [],
		filters: [],
		shown: [],
	}));

const order: Array<Step['do']> = [
	...(['emit', 'setAside', 'create', 'update', 'warn', 'read', 'remove', 'note'] as const),
];

/** The state that a round finds after one that has done all of its steps. */
function after(before: Observed, steps: Step[]): Observed {
	const later = { ...before, drained: new Set(before.replaced.map(({ id }) => id)) };
	for (const step of steps) {
		if (step.do === 'setAside') {
			const { mark: own = { installation: 'here', from: NOW } } = step.webhook;
			later.replaced = [...later.replaced, { ...step.webhook, mark: { ...own, replaced: NOW } }];
			later.current = undefined;
		} else if (step.do === 'create' || step.do === 'update') {
			const created = { installation: 'here', from: NOW };
			const fresh = { id: 'wh_new', url: URL, secret: 'whsec', triggers: [], log: [] };
			const of = step.do === 'update' ? { ...step.webhook } : { ...fresh };
			later.current = { ...of, disabledAt: null, mark: created, isAsWanted: true };
		} else if (step.do === 'remove') {
			later.replaced = later.replaced.filter(({ id }) => id !== step.webhook.id);
		}
	}
	return later;
}

const is =
	(...names: Array<Step['do']>) =>
	(step: Step) =>
		names.includes(step.do);

it('keeps its laws in any order of events', () => {
	const property = fc.property(wanted, observed, record, (want, seen, stored) => {
		const before = JSON.stringify(stored);
		const { verdict, steps, next } = reconcile(want, seen, stored);
		expect(JSON.stringify(stored)).toBe(before);
		// In a fixed order.
		const places = steps.map((step) => order.indexOf(step.do));
		expect(places).toEqual([...places].sort((a, b) => a - b));
		// Proven: nothing is read. Otherwise, no position moves without reading, but where the workflow was unpublished.
		const reads = steps.some(is('read'));
		expect(reads).toBe(verdict === 'broken' || verdict === 'unseen');
		for (const { kind } of want.kinds) {
			const floor = cursorOf(stored, kind) ?? -Infinity;
			const moved = cursorOf(next, kind) ?? -Infinity;
			expect(moved).toBeGreaterThanOrEqual(floor);
			const isLate = next.pauses.some(({ to }) => to === moved);
			if (verdict !== 'proven' && floor > -Infinity && !isLate) expect(moved).toBe(floor);
			// Events can be delivered or listed late.
			if (verdict === 'proven' && moved > floor && floor > -Infinity && !isLate) {
				expect(moved).toBeLessThanOrEqual(NOW - 10 * MINUTE);
			}
		}
		// A webhook that another person manages is never changed.
		if (!want.isRepaired)
			expect(steps.some(is('setAside', 'create', 'update', 'remove'))).toBe(false);
		// A log goes only after an earlier round has emitted it, and once everything before its end is proven.
		for (const step of steps) {
			if (step.do !== 'remove') continue;
			expect(seen.drained.has(step.webhook.id)).toBe(true);
			expect(step.webhook.mark?.replaced ?? 0).toBeLessThan(positionOf(next));
		}
		// A repaired webhook needs no repair, and what was emitted or said is not repeated.
		const again = reconcile(want, after(seen, steps), next);
		if (want.isRepaired) expect(again.steps.some(is('setAside', 'create', 'update'))).toBe(false);
		const emitted = new Set(idsOf(steps));
		expect(idsOf(again.steps).filter((id) => emitted.has(id))).toEqual([]);
		const warned = new Set(keysOf(steps));
		expect(keysOf(again.steps).filter((key) => warned.has(key))).toEqual([]);
	});
	fc.assert(property, modelRuns(20_000));
});

function cursorOf({ kinds }: TriggerRecord, kind: 'clicks' | 'leads' | 'sales') {
	const state = kinds[kind];
	return state && 'cursor' in state ? state.cursor.floor : undefined;
}

function idsOf(steps: Step[]): string[] {
	return steps.flatMap((step) => (step.do === 'emit' ? step.events.map(({ id }) => id) : []));
}

function keysOf(steps: Step[]): string[] {
	return steps.flatMap((step) => (step.do === 'warn' ? [step.loss.key] : []));
}
