import { beforeAll, beforeEach, expect } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Visitors } from '../../../support/node/polling';
import type { PollOptions, TriggerNode } from '../../../support/node/runTrigger';
import { useTriggerService } from '../../../support/node/triggerService';
import { withVirtualWaits } from '../../../support/node/virtualWaits';
import { Api } from '../../../support/sandbox/api';
import {
	conversionLink,
	newClick,
	type ConversionLink,
} from '../../../support/sandbox/conversions';
import { register, settled } from '../../../support/sandbox/webhooks';

export const ALL: INodeParameters = {
	events: ['link.clicked', 'lead.created', 'sale.created', 'link.created'],
};

export const MANUAL: INodeParameters = { ...ALL, registration: 'manual', catchUp: true };

/** The path of a delivery log. */
export const LOG = /^\/webhooks\/[^/]+\/events/;

/** The path at which a webhook is changed or removed. */
export const WEBHOOK = /^\/webhooks\/[^/]+$/;

export const linkIds = (items: IDataObject[]) => items.map((item) => (item.link as IDataObject).id);

/** The sandbox and nodes with Catch Up. */
export class CatchUpBench {
	// Every delivery fails or succeeds for good in an instant.
	readonly service = useTriggerService({ webhooks: { retryFactor: 0, maxRetries: 2 } });
	readonly visitors = new Visitors(this.service.service);
	readonly link = {} as ConversionLink;

	/** Starts it for a test file. */
	constructor() {
		beforeAll(async () => {
			Object.assign(this.link, await conversionLink(this.service.sandbox));
		});
		beforeEach(() => {
			this.service.reset();
			this.service.service.withoutLimits();
			this.service.sandbox.outage.end();
			this.service.sandbox.db.run('DELETE FROM events');
		});
	}

	get api(): Api {
		return new Api(this.service.sandbox, 'business');
	}

	/** Publishes a node, as n8n does: the hooks and the first poll. */
	readonly published = async (parameters = ALL): Promise<TriggerNode> => {
		const node = await this.service.published(parameters);
		await this.caughtUp(node);
		// Nothing was lost yet.
		expect(await this.caughtUp(node)).toEqual([]);
		return node;
	};

	/** A node whose webhook a person has registered, not published yet. */
	readonly registeredByHand = async (): Promise<TriggerNode> => {
		const node = await this.service.start(MANUAL, { secret: 'whsec_pasted' });
		const scope = { linkScope: 'workspace' };
		await register(this.service.sandbox, node.url, ALL.events as string[], scope);
		return node;
	};

	/** One poll, and what the execution that it starts outputs. */
	readonly caughtUp = async (
		node: TriggerNode,
		options: PollOptions = {},
	): Promise<IDataObject[]> => {
		const { result } = await withVirtualWaits(async () => {
			const items = await node.pollItems(options);
			return items ? await node.executeItems('trigger', items) : [];
		});
		return result;
	};

	/** Publishes a changed workflow, as n8n does; the node can have another name in it. */
	readonly republish = async (node: TriggerNode, name = node.name): Promise<void> => {
		await withVirtualWaits(async () => {
			await node.hook('delete');
			node.name = name;
			await node.activate();
		});
	};

	readonly newLink = async (): Promise<string> => {
		const { body } = await this.api.post<{ id: string }>('/links', { url: 'https://example.com' });
		return body.id;
	};

	/** A link whose event cannot be delivered. @returns its ID */
	readonly lostLink = async (): Promise<string> => {
		return await this.lost(this.newLink);
	};

	/** A click whose delivery fails for good. @returns its ID */
	readonly lostClick = async (): Promise<string> => {
		return await this.lost(async () => await newClick(this.service.sandbox, this.link));
	};

	/** Lets requests to a path fail. */
	readonly failing = (path: RegExp, status: number): void => {
		this.service.proxy.respond = (request) =>
			path.test(request.path)
				? { status, body: { error: { code: 'internal_server_error', message: 'No.' } } }
				: undefined;
	};

	/** Does what no delivery succeeds for. @returns its result */
	readonly lost = async <Result>(work: () => Promise<Result>): Promise<Result> => {
		this.service.sandbox.outage.begin();
		const result = await work();
		await settled(this.service.sandbox);
		this.service.sandbox.outage.end();
		return result;
	};

	/** As many failures in a row as the service disables a webhook after. */
	readonly disabled = async (node: TriggerNode): Promise<string[]> => {
		const ids: string[] = [];
		await this.lost(async () => {
			while (this.service.webhookOf(node).disabled_at === null) {
				ids.push(await this.newLink());
				await settled(this.service.sandbox);
			}
		});
		return ids;
	};
}
