import type { IDataObject } from 'n8n-workflow';
import type { NodeService } from './nodeService';
import { Api } from '../sandbox/api';
import { newClick, type ConversionLink } from '../sandbox/conversions';
import { workspaceId } from '../sandbox/rows';
import type { PollOptions, TriggerNode } from './runTrigger';
import { passTime, stopTime, withVirtualWaits } from './virtualWaits';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** Like `poll`, without waiting for the rate limit. */
export async function polled(
	node: TriggerNode,
	options?: PollOptions,
): Promise<IDataObject[] | undefined> {
	return (await withVirtualWaits(async () => await node.poll(options))).result;
}

/** The IDs of items in their order; empty if a poll emitted nothing. */
export function idsOf(items: IDataObject[] | undefined): unknown[] {
	return (items ?? []).map(({ id }) => id);
}

export function kindsOf(items: IDataObject[] | undefined): unknown[] {
	return (items ?? []).map(({ event }) => event);
}

let customers = 0;

/** Simulates visitors. Conversions have whole seconds, so steps are more than one second apart. */
export class Visitors {
	readonly #service: NodeService;

	/** @param service may be started later */
	constructor(service: NodeService) {
		this.#service = service;
	}

	get #api(): Api {
		return new Api(this.#service.sandbox, 'business');
	}

	/** @returns the click's ID */
	async click(link: ConversionLink): Promise<string> {
		this.#service.sandbox.clock.advance(2 * SECOND);
		return await newClick(this.#service.sandbox, link);
	}

	/** @returns the customer's external ID */
	async lead(clickId: string, fields: IDataObject = {}): Promise<string> {
		this.#service.sandbox.clock.advance(2 * SECOND);
		const customerExternalId = `polled-${++customers}`;
		const body = { clickId, customerExternalId, eventName: 'Sign up', ...fields };
		const { status } = await this.#api.post('/track/lead', body);
		if (status !== 200) throw new Error(`The lead got status ${status}`);
		return customerExternalId;
	}

	async sale(customerExternalId: string, fields: IDataObject = {}): Promise<void> {
		this.#service.sandbox.clock.advance(2 * SECOND);
		const body = { customerExternalId, amount: 4900, ...fields };
		const { status } = await this.#api.post('/track/sale', body);
		if (status !== 200) throw new Error(`The sale got status ${status}`);
	}

	async journey(link: ConversionLink): Promise<void> {
		await this.sale(await this.lead(await this.click(link)));
	}
}

/**
 * Advances all clocks with each request, and only then, as if the service were slow.
 *
 * @param latency milliseconds
 * @returns the milliseconds that have passed so
 */
export function slowService({ proxy }: NodeService, latency = SECOND): () => number {
	let passed = 0;
	stopTime(true);
	proxy.onRequest = () => {
		passed += latency;
		passTime(latency);
	};
	return () => passed;
}

let added = 0;

/**
 * Adds thousands of events of a link in one transaction.
 *
 * @param times epoch milliseconds, one for each event
 * @returns the IDs, in the same order
 */
export function addEvents(
	{ sandbox }: NodeService,
	kind: 'click' | 'lead' | 'sale',
	{ id: linkId }: Pick<ConversionLink, 'id'>,
	times: number[],
): string[] {
	const workspace = workspaceId(sandbox, 'business');
	const customer = sandbox.db.get<{ id: string }>(
		'SELECT id FROM customers WHERE workspace_id = ?',
		workspace,
	);
	return sandbox.db.transaction(() =>
		times.map((timestamp) => {
			const id = `added${String(added++).padStart(11, '0')}`;
			sandbox.db.insert('events', {
				workspace_id: workspace,
				kind,
				timestamp,
				event_id: kind === 'click' ? null : id,
				event_name: kind === 'click' ? null : 'Sign up',
				click_id: id,
				link_id: linkId,
				url: 'https://www.example.com',
				continent: 'EU',
				country: 'DE',
				region: 'DE-BE',
				city: 'Berlin',
				device: 'Desktop',
				browser: 'Chrome',
				os: 'Windows',
				referer: '(direct)',
				referer_url: '(direct)',
				ip: '',
				customer_id: kind === 'click' ? null : (customer?.id ?? null),
				amount: kind === 'sale' ? 4900 : null,
				currency: kind === 'sale' ? 'usd' : null,
				payment_processor: kind === 'sale' ? 'custom' : null,
				sale_type: kind === 'sale' ? 'new' : null,
			});
			return id;
		}),
	);
}

/** Times before `end` in ascending order, `spacing` milliseconds apart. */
export function timesUntil(end: number, count: number, spacing: number): number[] {
	return Array.from({ length: count }, (_, n) => end - (count - n) * spacing);
}
