import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { serviceUrl } from '../../transport/baseUrl';
import { credentialTypeOf } from '../../transport/connection';
import { commitCursor, hasOwnState, isStarting } from '../../transport/n8nQuirks';
import { Cursor, SIZES, startFrom, type CursorState } from '../eventList/cursor/cursor';
import { isForAllKinds, isTemporary, toPollError } from '../eventList/failure';
import { readPage, type Kind } from '../eventList/page';
import { deadlineOf, readRoundRobin, type Outcome } from '../eventList/roundRobin';
import { asObject, nodeKey } from '../item';
import { readOptions, type Options } from './options';
import { hashOf, queriesOf, readSelections, type LinkIds, type Selection } from './query';
import { failureReport, noteSuccess } from './reports';
import { toItem } from './sample';
import { ServiceClock } from './serviceClock';
import { readState, type KindState, type PollingState } from './state';
import { credentialHash, OtherWorkspace, WorkspaceDetector } from './workspace';

/** The static data of the running polls of this process, by node. */
const running = new Map<string, IDataObject>();

/**
 * One poll: reads the new events of each selected kind, and stores the position at the end. A poll that runs out of time,
 * or fails for one kind, keeps what it read.
 *
 * @throws what a person must mend, unless n8n starts
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = nodeKey(context);
	const data = context.getWorkflowStaticData('node');
	const other = running.get(key);
	// The poll on publishing can overlap the first scheduled one.
	if (other && (other === data || hasOwnState(context))) return null;
	running.set(key, data);
	try {
		const result = await pollOnce(context, data);
		// If the workflow was published again meanwhile, that poll emits the same events.
		return running.get(key) === data ? result : null;
	} finally {
		if (running.get(key) === data) running.delete(key);
	}
}

/** Forgets everything except that the node has polled, so that 'Start Date' does not apply again. */
export async function stopPolling(context: IPollFunctions): Promise<null> {
	const data = context.getWorkflowStaticData('node');
	if (data.polling === undefined || 'stopped' in asObject(data.polling)) return null;
	data.polling = { kinds: {}, stopped: true };
	return await commitCursor(context);
}

async function pollOnce(
	context: IPollFunctions,
	data: IDataObject,
): Promise<INodeExecutionData[][] | null> {
	const before = JSON.stringify(data.polling);
	const result = await tryToRead(context, readState(data.polling));
	const { state, items, error } = result;
	const mustThrow = error !== undefined && !isTemporary(error) && !isStarting(context);
	if (mustThrow) throw toPollError(context.getNode(), error);
	// Another poll of this node, started later, was faster and has emitted the same events.
	if (JSON.stringify(data.polling) !== before) return null;
	data.polling = state as unknown as IDataObject;
	report(context, result);
	if (items.length === 0) return await commitCursor(context);
	return [items];
}

interface PollResult {
	state: PollingState;
	items: INodeExecutionData[];
	/** Why nothing could be read. */
	error?: unknown;
	/** By kind: why it could not be read, or undefined. */
	errors?: Array<[kind: Kind, error: unknown]>;
}

async function tryToRead(context: IPollFunctions, state: PollingState): Promise<PollResult> {
	try {
		return await readKinds(context, state, readOptions(context), new ServiceClock());
	} catch (error) {
		return { state, items: [], error };
	}
}

/** @param publishedAt of kinds without a state, by this machine's clock, epoch milliseconds */
async function readKinds(
	context: IPollFunctions,
	state: PollingState,
	options: Options,
	clock: ServiceClock,
	publishedAt = clock.begin,
): Promise<PollResult> {
	const credential = await context.getCredentials<Credential>(credentialTypeOf(context));
	const hash = credentialHash(context, credential);
	const detector = new WorkspaceDetector(state.workspace, hash, clock.begin);
	const { restart } = detector;
	const [known, start] = restart === undefined ? [state, publishedAt] : [{ kinds: {} }, restart];
	const kinds = selectedKinds(context, known, options, credential.baseUrl, start);
	const settings = { ...SIZES, lookBack: options.lookBack };
	const capacity = { memory: SIZES.memory, items: SIZES.items };
	const links: LinkIds = { stored: state.links ?? {}, used: {} };
	const cursors = kinds.map((kind) => {
		const publishing = () => clock.publishing(kind.publishedAt);
		return new Cursor<IDataObject>(kind.cursor, { ...settings, publishing }, capacity);
	});
	let queries: Promise<IDataObject[]> | undefined;
	const { outcomes, next } = await readRoundRobin(
		kinds.map((_, index) => ({
			reading: cursors[index].read(),
			readPage: async (request) => {
				queries ??= queriesOf(context, kinds, links);
				const query = (await queries)[index];
				const page = await clock.read((each) => readPage(context, query, each), request);
				detector.check(page);
				return page;
			},
		})),
		// A page that would probably end later is left to the next poll.
		() => Date.now() + clock.slowest < deadlineOf(context, clock.begin),
	);
	if (outcomes.some(({ error }) => error instanceof OtherWorkspace)) {
		return await readKinds(context, { kinds: {} }, options, clock, detector.otherSince);
	}
	const isRead = outcomes.some(({ pages }) => pages > 0);
	const found = cursors.flatMap(({ entries }) => entries).sort((a, b) => a.time - b.time);
	return {
		state: {
			kinds: Object.fromEntries(
				kinds.map((kind, index) => [kind.kind, stateOf(kind, cursors[index], clock)]),
			),
			next: kinds[next].kind,
			workspace: isRead ? detector.workspace : (state.workspace ?? detector.workspace),
			links: { ...links.used },
		},
		items: found.map(({ item }) => toItem(item, options.raw)),
		...(!isRead && { error: outcomes.find(({ error }) => error !== undefined)?.error }),
		errors: kinds.map(({ kind }, index) => [kind, partialError(outcomes[index])]),
	};
}

interface Credential extends IDataObject {
	baseUrl: string;
}

interface SelectedKind extends Selection {
	filter: string;
	/** Absent if the kind was never read. */
	cursor?: CursorState;
	/** By this machine's clock, epoch milliseconds. */
	publishedAt: number;
}

/** The kinds in the order in which they are read, with what is stored of them. */
function selectedKinds(
	context: IPollFunctions,
	state: PollingState,
	options: Options,
	baseUrl: string,
	publishedAt: number,
): SelectedKind[] {
	const kinds = readSelections(context).map((selection) => {
		const filter = hashOf(serviceUrl(baseUrl), selection);
		const stored = state.kinds[selection.kind];
		const fresh = { ...selection, filter, cursor: options.start(state), publishedAt };
		return stored?.filter === filter ? { ...fresh, cursor: undefined, ...stored } : fresh;
	});
	const first = kinds.findIndex(({ kind }) => kind === state.next);
	return first > 0 ? [...kinds.slice(first), ...kinds.slice(0, first)] : kinds;
}

function stateOf(kind: SelectedKind, cursor: Cursor<IDataObject>, clock: ServiceClock): KindState {
	const { filter, publishedAt } = kind;
	if (cursor.state) return { filter, cursor: cursor.state };
	// The poll had no time to read it, or could not.
	const publishing = clock.isKnown ? clock.publishing(publishedAt) : undefined;
	return publishing ? { filter, cursor: startFrom(publishing.since) } : { filter, publishedAt };
}

/** Why a kind could not be read, although others could. */
function partialError({ pages, error }: Outcome): unknown {
	return pages > 0 || isForAllKinds(error) ? undefined : error;
}

/** Shows failures as failed executions of the workflow. */
function report(context: IPollFunctions, { error, errors = [] }: PollResult): void {
	const key = nodeKey(context);
	const node = context.getNode();
	const reports: Array<Error | undefined> = [];
	if (error === undefined) {
		noteSuccess(key);
		for (const [kind, thrown] of errors) {
			const ofKind = `${key} ${kind}`;
			const consequence = `The other events were read, and no ${kind} are lost: the next poll retries.`;
			if (thrown === undefined) noteSuccess(ofKind);
			else reports.push(failureReport(node, { key: ofKind, events: kind, consequence }, thrown));
		}
	} else {
		const consequence = 'Nothing is lost: the next poll retries.';
		reports.push(failureReport(node, { key, events: 'events', consequence }, error));
	}
	for (const each of reports) if (each) context.__emitError(each);
}
