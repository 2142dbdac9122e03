import type { INodeParameters } from 'n8n-workflow';
import { VirtualClock } from './clock';
import { Engine, fullParameters, secretIn, type Node } from './engine';
import {
	hasCommand,
	isBusy,
	isWritten,
	KINDS,
	MINUTE,
	NOON,
	SECOND,
	wasAwayAtFirst,
	type Change,
	type Command,
	type Meanwhile,
	type Publication,
	type Run,
} from './run';
import { DAY, ModelService, type Happening, type Trouble } from './service';

/** Before all events by any clock. */
const START_DATE = new Date(NOON - DAY).toISOString();

const ALL: Publication = { kinds: KINDS, delivery: 'webhook' };

export const clock = new VirtualClock();
let nodes: Node[] = [];
let count = 0;

/** The number of runs that were played. */
export function playedRuns(): number {
	return count;
}

/** A time in which the workflow was published with the same parameters. */
export interface Phase extends Publication {
	/** When publishing began. */
	begin: number;
	from: number;
	to: number;
	/** Whether n8n lost what it knew, as it stores data by the name of the node. */
	isForgetful: boolean;
}

/** A run: the services, n8n, and when the workflow was published. */
export class World {
	/** By the IDs of their workspaces. */
	readonly services: Record<string, ModelService>;

	readonly engine: Engine;

	readonly phases: Phase[] = [];

	/** Publications that failed, with when they began. */
	readonly refused: Array<Publication & { begin: number }> = [];

	readonly run: Run;

	/** Whether n8n ended while it ran the workflow, or somebody deleted a webhook. */
	crashes = 0;

	/** Starts of n8n before the workflow was last unpublished, if the same process publishes it again. */
	#startsBefore = 0;

	/** Whether it has another name since the last publication that did not fail. */
	#isRenamed = false;

	/** Whether it is a copy since then. */
	#isCopied = false;

	/** When it was last unpublished. */
	#unpublishedAt = -Infinity;

	/** The end of the last phase before that. */
	#endBefore = Infinity;

	constructor(run: Run) {
		this.run = run;
		// They remember something of each run.
		if (count++ % 5000 === 0) nodes = [];
		clock.reset(NOON);
		this.engine = new Engine(clock, run.engine, nodes, `run-${count}`);
		const settings = this.#isPatient ? { ...run.service, retries: 14 } : run.service;
		const serviceOf = (workspace: string) =>
			new ModelService(
				clock,
				settings,
				async (...delivery) => await this.engine.receive(...delivery),
				workspace,
			);
		this.services = { ws_1: serviceOf('ws_1'), ws_2: serviceOf('ws_2') };
		this.engine.services = this.services;
	}

	async play(): Promise<void> {
		for (const service of this.all) {
			service.happen('lead.created', 'customer', 0);
			service.happen('link.created', 'customer', 0);
		}
		await clock.pass(2 * MINUTE);
		// It is delivered up to a minute later.
		for (const service of this.all) service.happen('link.clicked', 'customer', 0);
		await clock.pass(2 * SECOND + this.run.service.latency);
		this.engine.start();
		if (wasAwayAtFirst(this.run)) {
			this.#trouble('away');
			clock.after(10 * MINUTE, () => this.#trouble('none'));
		}
		await this.#publish(this.run.first ?? ALL);
		for (const { then, ...each } of this.run.commands) {
			await this.#do(each as Command);
			await clock.pass(then);
		}
		this.engine.killAfter(Infinity);
		this.engine.isReachable = true;
		this.#trouble('none');
		this.engine.start();
		// With a slow service, each round reads one page, and the last one of a backlog is proven by 32.
		const isSlow = this.run.service.latency > 2000;
		const isLate = this.#isPatient && hasCommand(this.run, 'sleep');
		await clock.pass(isSlow || isLate ? 2 * DAY : 6 * this.run.engine.interval);
	}

	/** Whether a full log proves something only because the service retries for days. */
	get #isPatient(): boolean {
		const isShared = this.run.engine.separate || hasCommand(this.run, 'takeOver');
		return isShared && isBusy(this.run);
	}

	/** The service as the credential sees it. */
	get service(): ModelService {
		return this.services[this.engine.workspace];
	}

	/** The service as each workspace sees it. */
	get all(): ModelService[] {
		return Object.values(this.services);
	}

	/** Whether hooks or polls run. */
	get #isBusy(): boolean {
		return this.engine.running > 0 || this.all.some(({ requests }) => requests > 0);
	}

	get happenings(): Happening[] {
		return this.all.flatMap(({ happenings }) => happenings);
	}

	#trouble(trouble: Trouble): void {
		for (const service of this.all) service.trouble = trouble;
	}

	async #do(each: Command): Promise<void> {
		switch (each.type) {
			case 'events':
				for (let i = 0; i < each.count; i++) {
					const { workspace = this.engine.workspace } = each;
					this.services[workspace].happen(each.kind, `customer${i % 2}`, each.delay);
					await clock.pass(each.spacing);
				}
				break;
			case 'n8nUnreachable':
				this.engine.isReachable = false;
				clock.after(each.time, () => (this.engine.isReachable = true));
				break;
			case 'serviceTrouble':
				this.#trouble(each.trouble);
				clock.after(each.time, () => this.#trouble('none'));
				break;
			case 'deleteLink':
				this.service.deleteLink(each.link);
				break;
			case 'dashboard':
				this.#changeWebhook(each.change);
				break;
			case 'repeat': {
				const { happenings } = this.service;
				this.service.repeat(happenings[each.which % happenings.length]);
				break;
			}
			case 'restart':
				this.crashes += 1;
				this.engine.kill();
				if (each.isDurable) this.engine.durable = true;
				if (each.isMoved) this.#move();
				clock.after(each.time, () => this.engine.start());
				break;
			case 'takeOver':
			case 'update':
				this.crashes += 1;
				this.engine[each.type]();
				break;
			case 'clock':
				clock.skew = each.skew;
				break;
			case 'longOutage':
				this.crashes += 1;
				this.engine.kill();
				this.service.happen(each.kind, 'customer0', 0);
				await clock.pass(9 * DAY);
				this.engine.start();
				break;
			case 'sleep':
				// Otherwise, the webhook would be registered later than it says.
				for (let n = 0; n < 100 && this.#isBusy; n++) await clock.pass(SECOND);
				this.engine.asleepUntil = clock.now + each.time;
				clock.slept += each.time / 2;
				await clock.pass(each.time / 2);
				this.service.happen(each.kind, 'customer0', 0);
				clock.slept += each.time / 2;
				await clock.pass(each.time / 2);
				break;
			case 'crash':
				this.crashes += 1;
				this.engine.killAfter(each.steps);
				clock.after(each.time, () => {
					this.engine.killAfter(Infinity);
					this.engine.start();
				});
				break;
			case 'publish':
				await this.#waitForPoll(each.inPoll);
				if (!this.engine.isUp) break;
				if (this.engine.isPublished) await this.#unpublish();
				await this.#publish(each);
				break;
			case 'unpublish':
				await this.#waitForPoll(each.inPoll);
				if (!this.engine.isPublished || !this.engine.isUp) break;
				await this.#unpublish();
				await clock.pass(each.time / 2);
				this.#doMeanwhile(each.meanwhile);
				if (each.event) this.service.happen(each.event, 'customer0', 0);
				await clock.pass(each.time / 2);
				// A person cannot publish it while n8n starts.
				for (let n = 0; n < 100 && !this.engine.isUp; n++) await clock.pass(SECOND);
				await this.#publish({ ...ALL, ...each });
				break;
		}
	}

	/** A person changes the webhook that they registered, too. */
	#move(): void {
		const before = this.engine.url;
		this.engine.moves += 1;
		for (const { webhooks } of this.all) {
			for (const each of webhooks) if (each.url === before) each.url = this.engine.url;
		}
	}

	#doMeanwhile(meanwhile?: Meanwhile): void {
		if (meanwhile === undefined) return;
		this.crashes += 1;
		// Another process, or module, remembers nothing of it.
		this.#startsBefore = -1;
		if (meanwhile === 'restart') {
			this.engine.kill();
			this.engine.start();
		} else {
			this.engine[meanwhile]();
		}
	}

	async #waitForPoll(inPoll?: number): Promise<void> {
		if (inPoll === undefined) return;
		const poll = new Promise<void>((resolve) => (this.engine.onPoll = resolve));
		await clock.passUntil(poll, this.run.engine.interval + MINUTE);
		await clock.pass(inPoll);
	}

	#changeWebhook(change: Change): void {
		const [webhook] = this.service.webhooks;
		if (!webhook) return;
		const { isManual } = this.phases.at(-1) ?? {};
		switch (change) {
			case 'delete':
				this.service.webhooks.shift();
				break;
			case 'triggers':
				Object.assign(webhook, { triggers: ['link.deleted'], linkScope: null });
				break;
			case 'url':
				webhook.url = 'https://elsewhere.example/hook';
				break;
			case 'enable':
				// With webhook processors, a full log is trusted, but the service drops the retries of a disabled webhook.
				if (this.run.engine.separate && isBusy(this.run)) break;
				Object.assign(webhook, { disabledAt: null, failures: 0 });
				break;
			case 'scope':
				// A person can choose other links than the filters of the node.
				if (webhook.linkScope !== null && !isManual) webhook.linkScope = 'folders';
				break;
		}
	}

	/** Registers the webhooks that a person has not registered yet. */
	#registerByHand(): void {
		for (const [workspace, service] of Object.entries(this.services)) {
			const isRegistered = service.webhooks.some(({ url }) => url === this.engine.url);
			if (!isRegistered) service.register(this.engine.url, KINDS, secretIn(workspace));
		}
	}

	async #publish(publication: Publication): Promise<void> {
		const { kinds, delivery, link, isRenamed, isCopied, isWithoutCatchUp } = publication;
		const { workspace = 'ws_1', isManual = this.run.engine.isManual } = publication;
		const { hasStartDate, isWrong } = publication;
		const listed = kinds.filter((each) => each !== 'link.created');
		const chosen = delivery === 'polling' ? [...listed] : [...kinds];
		if (chosen.length === 0) chosen.push('link.clicked');
		const wrong = isWrong && { folderIds: 'https://go.example.com', country: 'Germany' };
		const filters =
			delivery === 'polling'
				? { filters: { linkId: link, ...wrong } }
				: { pushFilters: { linkIds: link, ...wrong } };
		const parameters: INodeParameters = {
			...{ events: chosen, delivery },
			...(isManual && { registration: 'manual' }),
			...((isManual || isWithoutCatchUp) && { catchUp: isWithoutCatchUp !== true }),
			...((link ?? isWrong) && filters),
			...(hasStartDate && delivery === 'polling' && { options: { startDate: START_DATE } }),
		};
		const name = isRenamed ? `Trigger ${this.phases.length % 2}` : undefined;
		this.#isRenamed ||= isRenamed === true;
		this.#isCopied ||= isCopied === true;
		const changes = { name, workspace, isCopied };
		// No hook runs for polling: after an update, nothing has read the state of the old name.
		const isUnread =
			this.engine.isUpdated && !this.engine.durable && this.phases.at(-1)?.delivery === 'polling';
		const work = this.engine.publish(fullParameters(parameters), 'activate', changes);
		if (isManual) this.#registerByHand();
		const begin = clock.now;
		const isReplacing =
			begin - this.#unpublishedAt < 10 * SECOND && this.engine.starts === this.#startsBefore;
		const outcome = { isDone: false, hasFailed: false };
		void work.then((isDone) => Object.assign(outcome, { isDone, hasFailed: !isDone }));
		await clock.passUntil(work, 5 * MINUTE);
		if (outcome.hasFailed || !this.engine.isPublished) {
			// It stays published for the person.
			const replaced = this.phases.at(-1);
			if (replaced && isReplacing) replaced.to = this.#endBefore;
			this.refused.push({
				kinds: chosen,
				delivery,
				link,
				workspace,
				isWithoutCatchUp,
				isManual,
				isWrong,
				begin,
			});
			return;
		}
		const { isDone: hasEnded } = outcome;
		const before = this.phases.at(-1);
		if (before) before.to = Math.min(before.to, begin);
		this.phases.push({
			...{ delivery, kinds: chosen, link, workspace, isWithoutCatchUp, isManual, hasStartDate },
			...{ isCopied: this.#isCopied, begin },
			to: Infinity,
			// n8n was killed while it published.
			from: hasEnded ? clock.now : Infinity,
			isForgetful:
				this.#isCopied ||
				(this.#isRenamed && !(hasEnded && !isUnread && this.engine.starts === this.#startsBefore)),
		});
		this.#isRenamed = false;
		this.#isCopied = false;
	}

	async #unpublish(): Promise<void> {
		const phase = this.phases.at(-1);
		this.#endBefore = phase?.to ?? Infinity;
		if (phase) phase.to = Math.min(phase.to, clock.now);
		this.#startsBefore = this.engine.starts;
		// Neither the process nor what n8n has stored knows that the hooks have registered it.
		const isMoved = this.engine.moves > 0 && hasCommand(this.run, 'update');
		const isUnknown = (this.engine.isUpdated || isMoved) && isWritten(this.run);
		await clock.passUntil(this.engine.unpublish(), 5 * MINUTE);
		this.#unpublishedAt = clock.now;
		const mustBeRemoved = phase?.delivery === 'webhook' && !phase.isManual;
		// The hooks of a publication have 66 seconds.
		const hasTrouble = hasCommand(this.run, 'serviceTrouble') || this.run.service.latency > 2000;
		if (this.engine.isPublished || !mustBeRemoved || hasTrouble || isUnknown) return;
		const { pathname } = new URL(this.engine.url);
		const isLeft = this.service.webhooks.some(({ url }) => url.includes(`${pathname}?`));
		if (isLeft) throw new Error('unpublishing has left a webhook');
	}
}
