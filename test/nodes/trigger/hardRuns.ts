import type { Run } from './trigger.model.test';

const SERVICE = { retries: 1, hasLog: true, latency: 4, ahead: 0 };

const ENGINE = { durable: false, concurrent: false, separate: false, interval: 900_000 };

/** Runs that failed once, from `npm run test:model`; the model test begins with them. */
export const hardRuns: Run[] = [
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{
				type: 'publish',
				kinds: ['link.clicked', 'sale.created'],
				delivery: 'webhook',
				workspace: 'ws_2',
				inPoll: 300,
				then: 20_000,
			},
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 3000, delay: 0, then: 1000 },
			{ type: 'restart', time: 20_000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 0, delay: 0, then: 600_000 },
		],
	},
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'n8nUnreachable', time: 1_200_000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 120_000 },
			{
				type: 'events',
				kind: 'sale.created',
				count: 8,
				spacing: 50_000,
				delay: 480_000,
				then: 1000,
			},
			{ type: 'dashboard', change: 'enable', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: { ...SERVICE, retries: 3 },
		engine: ENGINE,
		commands: [
			{ type: 'serviceTrouble', trouble: 'away', time: 120_000, then: 1000 },
			{ type: 'unpublish', time: 600_000, event: 'link.created', then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, isManual: true },
		commands: [
			{
				type: 'publish',
				kinds: ['link.created'],
				delivery: 'webhook',
				isWithoutCatchUp: true,
				then: 1000,
			},
			{ type: 'unpublish', time: 600_000, event: 'link.created', then: 1000 },
		],
	},
	{
		service: { ...SERVICE, latency: 2000 },
		engine: { ...ENGINE, budget: 36_000 },
		commands: [
			{ type: 'dashboard', change: 'delete', then: 600_000 },
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 3000, delay: 0, then: 1000 },
			{ type: 'events', kind: 'lead.created', count: 1, spacing: 0, delay: 0, then: 1_200_000 },
			{
				type: 'publish',
				kinds: ['lead.created', 'link.created'],
				delivery: 'polling',
				workspace: 'ws_2',
				then: 1000,
			},
			{ type: 'longOutage', kind: 'lead.created', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1_200_000 },
			{ type: 'serviceTrouble', trouble: 'away', time: 1_200_000, then: 1000 },
			{
				type: 'publish',
				kinds: ['sale.created'],
				delivery: 'polling',
				workspace: 'ws_2',
				then: 1000,
			},
			{ type: 'events', kind: 'sale.created', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{
				type: 'publish',
				kinds: ['sale.created', 'link.created'],
				delivery: 'polling',
				workspace: 'ws_2',
				inPoll: 5000,
				then: 1000,
			},
			{ type: 'clock', skew: -300000, then: 1000 },
			{ type: 'events', kind: 'sale.created', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: { ...SERVICE, latency: 8000 },
		engine: { ...ENGINE, durable: true },
		commands: [
			{
				type: 'publish',
				kinds: ['link.created'],
				delivery: 'webhook',
				isWithoutCatchUp: true,
				inPoll: 3000,
				then: 1000,
			},
			{ type: 'events', kind: 'link.clicked', count: 8, spacing: 50000, delay: 0, then: 1000 },
			{ type: 'unpublish', time: 1000, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, isManual: true },
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 3000, delay: 0, then: 1000 },
			{ type: 'clock', skew: -300000, then: 1000 },
			{ type: 'unpublish', time: 600000, then: 1000 },
			{ type: 'clock', skew: -300000, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{
				type: 'publish',
				kinds: ['link.created'],
				delivery: 'webhook',
				isWithoutCatchUp: true,
				inPoll: 1,
				then: 1200000,
			},
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 600000 },
			{ type: 'unpublish', time: 1000, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{
				type: 'publish',
				kinds: ['sale.created'],
				delivery: 'polling',
				workspace: 'ws_2',
				inPoll: 3000,
				then: 600000,
			},
			{ type: 'events', kind: 'sale.created', count: 1, spacing: 0, delay: 480000, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, durable: true },
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{
				type: 'publish',
				kinds: ['link.clicked', 'lead.created', 'sale.created', 'link.created'],
				delivery: 'polling',
				then: 1000,
			},
			{
				type: 'publish',
				kinds: ['link.clicked', 'lead.created', 'sale.created', 'link.created'],
				delivery: 'polling',
				workspace: 'ws_2',
				inPoll: 300,
				then: 1000,
			},
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'n8nUnreachable', time: 600000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 600000 },
			{ type: 'events', kind: 'link.created', count: 110, spacing: 0, delay: 0, then: 1000 },
			{ type: 'restart', time: 1000, then: 1000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
		],
	},
	{
		service: { ...SERVICE, latency: 2000 },
		engine: ENGINE,
		commands: [
			{
				type: 'events',
				kind: 'lead.created',
				count: 1,
				spacing: 0,
				delay: 0,
				workspace: 'ws_2',
				then: 1000,
			},
			{
				type: 'publish',
				kinds: ['lead.created', 'sale.created'],
				delivery: 'polling',
				workspace: 'ws_2',
				inPoll: 1,
				then: 1000,
			},
			{ type: 'publish', kinds: ['lead.created', 'link.created'], delivery: 'polling', then: 1000 },
			{ type: 'events', kind: 'lead.created', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'crash', steps: 0, time: 1000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, durable: true, isManual: true },
		commands: [
			{ type: 'longOutage', kind: 'link.clicked', then: 1000 },
			{ type: 'longOutage', kind: 'link.clicked', then: 1000 },
			{ type: 'publish', kinds: ['lead.created'], delivery: 'webhook', then: 1000 },
			{ type: 'unpublish', time: 1000, then: 1000 },
			{ type: 'events', kind: 'link.created', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, isManual: true },
		commands: [
			{
				type: 'publish',
				kinds: ['link.created'],
				delivery: 'webhook',
				workspace: 'ws_2',
				then: 120000,
			},
			{
				type: 'events',
				kind: 'sale.created',
				count: 3,
				spacing: 0,
				delay: 0,
				workspace: 'ws_1',
				then: 120000,
			},
			{ type: 'events', kind: 'link.clicked', count: 2, spacing: 50000, delay: 0, then: 600000 },
			{ type: 'publish', kinds: ['link.clicked', 'link.created'], delivery: 'webhook', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	// Unwanted by the filters of webhooks, and then polled.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{
				type: 'publish',
				kinds: ['link.clicked', 'sale.created'],
				delivery: 'webhook',
				link: 'link_2',
				then: 1200000,
			},
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'dashboard', change: 'delete', then: 120000 },
			{ type: 'publish', kinds: ['link.created'], delivery: 'polling', then: 1000 },
		],
	},
	{
		service: { retries: 1, hasLog: true, latency: 4, ahead: 18000000 },
		engine: { ...ENGINE, durable: true, isManual: true },
		commands: [
			{ type: 'longOutage', kind: 'link.clicked', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 0, delay: 0, then: 1000 },
			{ type: 'unpublish', time: 600000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'longOutage', kind: 'link.clicked', then: 1000 },
			{ type: 'n8nUnreachable', time: 1200000, then: 1000 },
			{ type: 'events', kind: 'lead.created', count: 2, spacing: 50000, delay: 0, then: 1000 },
			{ type: 'serviceTrouble', trouble: 'away', time: 1000, then: 1000 },
			{ type: 'dashboard', change: 'enable', then: 1000 },
		],
	},
	{
		service: { ...SERVICE, latency: 8000 },
		engine: { ...ENGINE, isManual: true },
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'unpublish', time: 1200000, then: 1000 },
			{ type: 'crash', steps: 0, time: 1000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, durable: true },
		commands: [
			{ type: 'longOutage', kind: 'link.clicked', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 0, delay: 0, then: 600000 },
			{ type: 'n8nUnreachable', time: 1200000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
		],
	},
	{
		service: { ...SERVICE, latency: 8000 },
		engine: ENGINE,
		commands: [
			{ type: 'n8nUnreachable', time: 120000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'crash', steps: 0, time: 1000, then: 600000 },
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 0, delay: 0, then: 1000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: { ...SERVICE, latency: 8000 },
		engine: { ...ENGINE, durable: true },
		commands: [
			{ type: 'longOutage', kind: 'link.clicked', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'crash', steps: 0, time: 1000, then: 1200000 },
			{ type: 'n8nUnreachable', time: 1200000, then: 600000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 600000 },
			{ type: 'events', kind: 'link.clicked', count: 110, spacing: 0, delay: 0, then: 1200000 },
			{ type: 'dashboard', change: 'delete', then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, concurrent: true },
		commands: [
			{ type: 'dashboard', change: 'delete', then: 600000 },
			{ type: 'crash', steps: 4, time: 600000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 8, spacing: 50000, delay: 0, then: 1000 },
			{ type: 'restart', time: 1000, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, durable: true },
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
			{ type: 'crash', steps: 13, time: 600000, then: 1000 },
			{ type: 'dashboard', change: 'triggers', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, interval: 1800000 },
		commands: [
			{ type: 'unpublish', time: 1000, then: 600000 },
			{ type: 'dashboard', change: 'delete', then: 1200000 },
			{ type: 'events', kind: 'sale.created', count: 8, spacing: 3000, delay: 0, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'unpublish', time: 1000, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, concurrent: true },
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'n8nUnreachable', time: 120000, then: 1200000 },
			{ type: 'restart', time: 120000, then: 120000 },
			{ type: 'publish', kinds: ['link.created'], delivery: 'polling', then: 1000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
			{ type: 'dashboard', change: 'delete', then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, concurrent: true },
		commands: [
			{ type: 'restart', time: 1000, then: 1000 },
			{ type: 'serviceTrouble', trouble: 'lost', time: 1200000, then: 1000 },
			{ type: 'dashboard', change: 'delete', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 600000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, interval: 1800000 },
		commands: [
			{ type: 'publish', kinds: ['link.created'], delivery: 'polling', then: 600000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
			{ type: 'publish', kinds: ['link.clicked'], delivery: 'polling', then: 1000 },
		],
	},
	{
		service: SERVICE,
		engine: { ...ENGINE, durable: true },
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
			{ type: 'dashboard', change: 'triggers', then: 1000 },
			{ type: 'events', kind: 'link.created', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'crash', steps: 5, time: 1200000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	// Polling emitted what an old webhook, which could not be removed, logs as undelivered.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'serviceTrouble', trouble: 'away', time: 600000, then: 1000 },
			{
				type: 'publish',
				kinds: ['link.clicked', 'sale.created'],
				delivery: 'polling',
				then: 600000,
			},
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1200000 },
			{ type: 'unpublish', time: 1000, then: 1000 },
		],
	},
	// The list showed the first one of two alike leads only after the second one had run and n8n had crashed.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'dashboard', change: 'delete', then: 1000 },
			{ type: 'crash', steps: 0, time: 1000, then: 600000 },
			{ type: 'events', kind: 'lead.created', count: 1, spacing: 0, delay: 480000, then: 1000 },
			{ type: 'crash', steps: 26, time: 1200000, then: 1000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
			{ type: 'events', kind: 'lead.created', count: 1, spacing: 0, delay: 0, then: 1200000 },
		],
	},
	// A round that ended early had claimed a sale.
	{
		service: { ...SERVICE, latency: 2000 },
		engine: ENGINE,
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
			{ type: 'dashboard', change: 'url', then: 20000 },
			{ type: 'events', kind: 'sale.created', count: 1, spacing: 0, delay: 0, then: 600000 },
			{ type: 'unpublish', time: 1000, then: 1000 },
			{ type: 'serviceTrouble', trouble: 'away', time: 1000, then: 1000 },
			{ type: 'restart', time: 1000, then: 1000 },
		],
	},
	// Polling could not read what an old webhook logs as undelivered.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'serviceTrouble', trouble: 'away', time: 600000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'publish', kinds: ['link.created'], delivery: 'polling', then: 1000 },
			{ type: 'unpublish', time: 1200000, then: 1000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
		],
	},
	// n8n discarded what a poll returned after the workflow was unpublished.
	{
		service: { ...SERVICE, latency: 2000 },
		engine: ENGINE,
		commands: [
			{ type: 'publish', kinds: ['link.clicked'], delivery: 'polling', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 2, spacing: 0, delay: 0, then: 1000 },
			{ type: 'unpublish', time: 20000, inPoll: 1, then: 1000 },
		],
	},
	// A poll of a new kind was skipped, as one from before publishing still ran.
	{
		service: SERVICE,
		engine: { ...ENGINE, durable: true },
		commands: [
			{ type: 'publish', kinds: ['sale.created'], delivery: 'polling', then: 1000 },
			{ type: 'publish', kinds: ['link.clicked'], delivery: 'polling', inPoll: 1, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	// The same, and the next poll was ended by the hooks, or its result discarded.
	...[1000, 600000].map((time): Run => ({
		service: { ...SERVICE, latency: 2000 },
		engine: { ...ENGINE, durable: true },
		commands: [
			{ type: 'publish', kinds: ['sale.created'], delivery: 'polling', then: 1000 },
			{ type: 'publish', kinds: ['link.clicked'], delivery: 'polling', inPoll: 300, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'unpublish', time, inPoll: 1, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 2, spacing: 1000, delay: 0, then: 1000 },
		],
	})),
	// The same, and a restart forgot since when the kind was wanted.
	{
		service: SERVICE,
		engine: { ...ENGINE, durable: true },
		commands: [
			{ type: 'publish', kinds: ['sale.created'], delivery: 'polling', then: 1000 },
			{ type: 'publish', kinds: ['lead.created'], delivery: 'polling', inPoll: 1, then: 1000 },
			{ type: 'restart', time: 1000, then: 1000 },
			{ type: 'events', kind: 'lead.created', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	// The service delivered a click of the minute before a switch, which polling had emitted.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'publish', kinds: ['link.clicked', 'sale.created'], delivery: 'polling', then: 1000 },
			{ type: 'restart', time: 1000, then: 1800000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'crash', steps: 0, time: 1000, then: 20000 },
			{ type: 'publish', kinds: ['link.clicked'], delivery: 'webhook', then: 1000 },
		],
	},
	// The first round did not wait for slow hooks.
	{
		service: { ...SERVICE, latency: 8000 },
		engine: { ...ENGINE, concurrent: true },
		commands: [
			{ type: 'dashboard', change: 'delete', then: 1000 },
			{ type: 'serviceTrouble', trouble: 'away', time: 1000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	// A lead that was listed late took the place of an identical one.
	{
		service: { retries: 1, hasLog: false, latency: 4 },
		engine: ENGINE,
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
			{ type: 'events', kind: 'link.clicked', count: 2, spacing: 3000, delay: 0, then: 120000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 50000, delay: 0, then: 20000 },
			{ type: 'events', kind: 'lead.created', count: 8, spacing: 3000, delay: 480000, then: 20000 },
			{ type: 'events', kind: 'lead.created', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: { ...SERVICE, latency: 14000 },
		engine: { ...ENGINE, concurrent: true },
		commands: [
			{ type: 'restart', time: 1200000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 3, spacing: 0, delay: 0, then: 1200000 },
		],
	},
	{
		service: { ...SERVICE, latency: 14000 },
		engine: { ...ENGINE, durable: true, concurrent: true },
		commands: [
			{ type: 'dashboard', change: 'delete', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	// An identical sale of an execution that crashed counts as run.
	{
		service: { retries: 1, hasLog: false, latency: 4 },
		engine: ENGINE,
		commands: [
			{ type: 'crash', steps: 26, time: 1200000, then: 1000 },
			{ type: 'events', kind: 'sale.created', count: 8, spacing: 0, delay: 480000, then: 1000 },
			{ type: 'events', kind: 'sale.created', count: 3, spacing: 0, delay: 0, then: 120000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	// Webhooks were unpublished before the node polled, and the first round with webhooks again failed.
	{
		service: SERVICE,
		engine: { ...ENGINE, durable: true, interval: 1800000 },
		commands: [
			{ type: 'publish', kinds: ['link.created'], delivery: 'polling', then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'unpublish', time: 20000, inPoll: 300, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1200000 },
			{ type: 'serviceTrouble', trouble: 'away', time: 1200000, then: 600000 },
		],
	},
	// The first webhook was disabled before any round had run.
	{
		service: { ...SERVICE, latency: 14000 },
		engine: { ...ENGINE, durable: true, concurrent: true },
		commands: [
			{ type: 'restart', time: 120000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 2, spacing: 0, delay: 0, then: 1200000 },
		],
	},
	// A webhook that was deleted before the first round.
	{
		service: { ...SERVICE, latency: 14000 },
		engine: { ...ENGINE, durable: true, concurrent: true },
		commands: [
			{ type: 'dashboard', change: 'delete', then: 1000 },
			{ type: 'events', kind: 'link.created', count: 1, spacing: 0, delay: 0, then: 1000 },
		],
	},
	{
		service: { ...SERVICE, latency: 2000 },
		engine: { ...ENGINE, concurrent: true },
		commands: [
			{ type: 'serviceTrouble', trouble: 'away', time: 120000, then: 20000 },
			{ type: 'unpublish', time: 1000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'dashboard', change: 'delete', then: 1000 },
		],
	},
	// A credential of another workspace, whose webhook is deleted before any event has shown the workspace.
	{
		service: { ...SERVICE, hasLog: false, latency: 8000 },
		engine: ENGINE,
		commands: [
			{
				type: 'publish',
				kinds: ['sale.created', 'link.created'],
				delivery: 'webhook',
				workspace: 'ws_2',
				then: 1000,
			},
			{ type: 'events', kind: 'sale.created', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'dashboard', change: 'delete', then: 1000 },
		],
	},
	// Polls that have shown no event, and a kind that is added later.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{
				type: 'publish',
				kinds: ['link.clicked', 'sale.created'],
				delivery: 'webhook',
				workspace: 'ws_2',
				then: 1000,
			},
			{ type: 'publish', kinds: ['lead.created'], delivery: 'polling', then: 1000 },
			{ type: 'events', kind: 'lead.created', count: 1, spacing: 0, delay: 0, then: 120000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'n8nUnreachable', time: 1000, then: 1000 },
			{ type: 'publish', kinds: ['link.created'], delivery: 'polling', inPoll: 300, then: 1000 },
		],
	},
	// A credential of another workspace while polling, and then webhooks.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{
				type: 'publish',
				kinds: ['lead.created', 'sale.created'],
				delivery: 'polling',
				workspace: 'ws_2',
				inPoll: 5000,
				then: 1000,
			},
			{ type: 'events', kind: 'lead.created', count: 1, spacing: 0, delay: 0, then: 1000 },
			{
				type: 'publish',
				kinds: ['lead.created', 'link.created'],
				delivery: 'webhook',
				workspace: 'ws_2',
				then: 1000,
			},
			{ type: 'serviceTrouble', trouble: 'away', time: 1000, then: 1000 },
			{ type: 'serviceTrouble', trouble: 'away', time: 1000, then: 1000 },
		],
	},
	// A pause before webhooks without Catch Up.
	{
		service: SERVICE,
		engine: { ...ENGINE, isManual: true },
		commands: [
			{ type: 'unpublish', time: 1200000, event: 'sale.created', then: 1000 },
			{
				type: 'publish',
				kinds: ['sale.created'],
				delivery: 'webhook',
				isWithoutCatchUp: true,
				then: 1000,
			},
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 1000 },
			{ type: 'unpublish', time: 1000, then: 1000 },
		],
	},
	// Webhooks with a credential of another workspace, and then polling.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 0, delay: 0, then: 3600000 },
			{
				type: 'publish',
				kinds: ['sale.created'],
				delivery: 'webhook',
				workspace: 'ws_2',
				then: 1000,
			},
			{ type: 'n8nUnreachable', time: 120000, then: 1000 },
			{ type: 'events', kind: 'sale.created', count: 1, spacing: 0, delay: 0, then: 20000 },
			{
				type: 'publish',
				kinds: ['sale.created'],
				delivery: 'polling',
				workspace: 'ws_2',
				then: 1200000,
			},
		],
	},
	// A kind that is added with a credential of another workspace.
	{
		service: SERVICE,
		engine: ENGINE,
		commands: [
			{ type: 'publish', kinds: ['lead.created'], delivery: 'webhook', inPoll: 5000, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 50000, delay: 0, then: 20000 },
			{ type: 'events', kind: 'link.clicked', count: 2, spacing: 50000, delay: 0, then: 1000 },
			{ type: 'events', kind: 'link.clicked', count: 1, spacing: 50000, delay: 0, then: 20000 },
			{
				type: 'publish',
				kinds: ['link.clicked', 'lead.created', 'link.created'],
				delivery: 'webhook',
				workspace: 'ws_2',
				then: 1000,
			},
			{ type: 'unpublish', time: 1000, then: 1000 },
		],
	},
	// A webhook that a person changed, and the service disabled later.
	{
		service: { ...SERVICE, retries: 3 },
		engine: ENGINE,
		commands: [
			{ type: 'n8nUnreachable', time: 1200000, then: 1200000 },
			{ type: 'dashboard', change: 'triggers', then: 1000 },
			{ type: 'longOutage', kind: 'link.created', then: 1000 },
		],
	},
];
