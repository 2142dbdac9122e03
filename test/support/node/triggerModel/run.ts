import fc from 'fast-check';
import type { EngineSettings } from './engine';
import { TROUBLES, type Kind, type ServiceSettings, type Trouble } from './service';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const NOON = Date.UTC(2026, 2, 10, 12);

export const KINDS: Kind[] = ['link.clicked', 'lead.created', 'sale.created', 'link.created'];

/** By which the node may take an event for one from after publishing. */
export const SKEW = MINUTE;

/** Events, more than a log shows. */
const BURST = 110;

export interface Publication {
	kinds: Kind[];
	delivery: 'webhook' | 'polling';
	/** IDs of the links of the filters, separated by commas. Default: all links. */
	link?: string;
	isRenamed?: boolean;
	/** The node was replaced by a copy with its name. */
	isCopied?: boolean;
	/** Without Catch Up. */
	isWithoutCatchUp?: boolean;
	/** Default: that of the run. */
	isManual?: boolean;
	/** ID of the workspace of the credential. Default: the first one. */
	workspace?: string;
	/** Whether polling has a Start Date before all events. */
	hasStartDate?: boolean;
	/** Whether a filter has a wrong value. */
	isWrong?: boolean;
}

/** Changes of a webhook by hand. */
export type Change = 'delete' | 'triggers' | 'url' | 'scope' | 'enable';

export type Meanwhile = 'restart' | 'takeOver' | 'update';

export type Command =
	| {
			type: 'events';
			kind: Kind;
			count: number;
			spacing: number;
			delay: number;
			/** Default: the one of the credential. */
			workspace?: string;
	  }
	| { type: 'n8nUnreachable'; time: number }
	| { type: 'serviceTrouble'; trouble: Trouble; time: number }
	| { type: 'deleteLink'; link: string }
	| { type: 'dashboard'; change: Change }
	| { type: 'repeat'; which: number }
	| {
			type: 'restart';
			time: number;
			/** Cursors are durable from then on. */
			isDurable?: boolean;
			/** n8n has another address from then on. */
			isMoved?: boolean;
	  }
	| { type: 'clock'; skew: number }
	| { type: 'takeOver' }
	| { type: 'update' }
	| { type: 'longOutage'; kind: Kind }
	| { type: 'sleep'; kind: Kind; time: number }
	| { type: 'crash'; steps: number; time: number }
	| ({ type: 'publish'; inPoll?: number } & Publication)
	| ({
			type: 'unpublish';
			time: number;
			event?: Kind;
			inPoll?: number;
			/** While it is unpublished. */
			meanwhile?: Meanwhile;
	  } & Partial<Publication>);

/** A service, an n8n, and what happens to them. */
export interface Run {
	service: ServiceSettings;
	engine: EngineSettings;
	/** How the workflow is published first. Default: webhooks with Catch Up, all kinds, and all links. */
	first?: Publication;
	commands: Array<Command & { then: number }>;
}

const duration = fc.constantFrom(
	SECOND,
	20 * SECOND,
	59 * SECOND,
	2 * MINUTE,
	10 * MINUTE,
	20 * MINUTE,
);
const kinds = fc.subarray(KINDS, { minLength: 1 });

/** Milliseconds after the beginning of the next planned poll. */
const inPoll = fc.constantFrom(undefined, undefined, 1, 300, 3 * SECOND, 5 * SECOND);

const first = {
	kinds,
	delivery: fc.constantFrom('webhook' as const, 'webhook' as const, 'polling' as const),
	link: fc.constantFrom(undefined, undefined, 'link_1', 'link_2', 'link_1,link_2'),
	isWithoutCatchUp: fc.constantFrom(false, false, false, true),
	isManual: fc.constantFrom(undefined, undefined, undefined, undefined, false, true),
	workspace: fc.constantFrom(undefined, undefined, undefined, 'ws_2'),
	hasStartDate: fc.constantFrom(undefined, undefined, true),
	isWrong: fc.constantFrom(...Array<undefined>(11).fill(undefined), true),
};

const publication = {
	...first,
	isRenamed: fc.constantFrom(false, false, false, true),
	isCopied: fc.constantFrom(false, false, false, false, false, true),
};

const away = {
	type: fc.constant('unpublish' as const),
	time: duration,
	event: fc.constantFrom(undefined, ...KINDS),
	meanwhile: fc.constantFrom(undefined, undefined, undefined, 'restart', 'takeOver', 'update'),
};

const command: fc.Arbitrary<Command> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			type: fc.constant('events' as const),
			kind: fc.constantFrom(...KINDS),
			count: fc.constantFrom(1, 1, 1, 2, 3, 8),
			spacing: fc.constantFrom(0, 10, 3 * SECOND, 50 * SECOND),
			delay: fc.constantFrom(0, 0, 0, MINUTE, 8 * MINUTE),
			workspace: fc.constantFrom(undefined, undefined, undefined, 'ws_1', 'ws_2'),
		}),
	},
	fc.record({
		type: fc.constant('events' as const),
		kind: fc.constantFrom('link.clicked' as const, 'link.created' as const),
		count: fc.constant(BURST),
		spacing: fc.constantFrom(0, 3 * SECOND),
		delay: fc.constant(0),
	}),
	{
		weight: 3,
		arbitrary: fc.record({ type: fc.constant('n8nUnreachable' as const), time: duration }),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			type: fc.constant('serviceTrouble' as const),
			trouble: fc.constantFrom(...TROUBLES),
			time: duration,
		}),
	},
	fc.record({
		type: fc.constant('deleteLink' as const),
		link: fc.constantFrom('link_1', 'link_2'),
	}),
	{
		weight: 2,
		arbitrary: fc.record({
			type: fc.constant('dashboard' as const),
			change: fc.constantFrom('delete', 'triggers', 'url', 'scope', 'enable'),
		}) as fc.Arbitrary<Command>,
	},
	fc.record({ type: fc.constant('repeat' as const), which: fc.nat(1000) }),
	fc.record({
		type: fc.constant('restart' as const),
		time: duration,
		isDurable: fc.constantFrom(false, false, true),
		isMoved: fc.constantFrom(false, false, true),
	}),
	fc.record({ type: fc.constant('takeOver' as const) }),
	fc.record({ type: fc.constant('update' as const) }),
	{
		weight: 2,
		arbitrary: fc.record({
			type: fc.constant('clock' as const),
			skew: fc.constantFrom(-5 * MINUTE, 5 * MINUTE, -5 * HOUR, 5 * HOUR, 0),
		}),
	},
	fc.record({ type: fc.constant('longOutage' as const), kind: fc.constantFrom(...KINDS) }),
	{
		weight: 3,
		arbitrary: fc.record({
			type: fc.constant('sleep' as const),
			kind: fc.constantFrom(...KINDS),
			time: fc.constantFrom(20 * SECOND, 2 * MINUTE, 20 * MINUTE, 5 * HOUR),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			type: fc.constant('crash' as const),
			steps: fc.nat(60),
			time: duration,
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({ type: fc.constant('publish' as const), ...publication, inPoll }),
	},
	fc.record({ ...away, inPoll }) as fc.Arbitrary<Command>,
	{ weight: 3, arbitrary: fc.record({ ...away, ...publication }) as fc.Arbitrary<Command> },
);

export const runs = fc.record<Run>({
	service: fc.record({
		retries: fc.constantFrom(1, 1, 2, 3),
		hasLog: fc.constantFrom(true, true, true, true, false),
		latency: fc.constantFrom(4, 200, 2000, 8000),
		ahead: fc.constantFrom(0, 0, 0, 5 * HOUR, -5 * HOUR, 300),
		isAwayAtFirst: fc.constantFrom(false, false, true),
	}),
	engine: fc.record({
		durable: fc.boolean(),
		concurrent: fc.boolean(),
		separate: fc.constantFrom(false, false, false, true),
		interval: fc.constantFrom(15 * MINUTE, 15 * MINUTE, 30 * MINUTE),
		budget: fc.constantFrom(undefined, 36_000),
		isManual: fc.constantFrom(false, false, true),
		queued: fc.constantFrom(undefined, undefined, undefined, SECOND, 10 * MINUTE),
		writing: fc.constantFrom(undefined, undefined, undefined, 20 * SECOND, 20 * MINUTE),
		isStale: fc.boolean(),
		other: fc.constantFrom(undefined, undefined, undefined, MINUTE, 20 * MINUTE),
		isPersistent: fc.boolean(),
	}),
	first: fc.oneof(fc.constant(undefined), fc.record(first)),
	commands: fc.array(
		fc.tuple(command, duration).map(([each, then]) => ({ ...each, then })),
		{ minLength: 2, maxLength: 10 },
	),
});

export function hasCommand({ commands }: Run, name: Command['type']): boolean {
	return commands.some(({ type }) => type === name);
}

export function isBusy({ commands }: Run): boolean {
	return commands.some((each) => each.type === 'events' && each.count === BURST);
}

/** Whether neither clock of n8n's machine tells the time; hooks of manual registration do not ask the service. */
export function isTimeUnknown(run: Run): boolean {
	return isEverManual(run) && hasCommand(run, 'clock') && hasCommand(run, 'sleep');
}

/** Whether a person registers the webhook of a publication. */
export function isEverManual({ commands, engine, first }: Run): boolean {
	const isManual = (each: object) => 'isManual' in each && each.isManual === true;
	return engine.isManual === true || [first ?? {}, ...commands].some(isManual);
}

/** Whether the workflow was first published without the service, which automatic registration needs. */
export function wasAwayAtFirst({ engine, first, service }: Run): boolean {
	const isManual = first?.isManual ?? engine.isManual ?? false;
	return (isManual || first?.delivery === 'polling') && service.isAwayAtFirst === true;
}

/** Whether somebody deletes a webhook, or gives it to another receiver. */
export function isRemoved({ commands }: Run): boolean {
	return commands.some(
		(each) => each.type === 'dashboard' && ['delete', 'url'].includes(each.change),
	);
}

/** Whether somebody else stores older data of the node. */
export function isWritten({ engine: { writing, other } }: Run): boolean {
	return writing !== undefined || other !== undefined;
}

/** Whether the package is ever updated. */
export function isEverUpdated({ commands }: Run): boolean {
	return commands.some(
		(each) => each.type === 'update' || ('meanwhile' in each && each.meanwhile === 'update'),
	);
}
