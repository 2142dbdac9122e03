import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/app/server';
import { Api } from './api';
import { newClick, type ConversionLink } from './conversions';
import { row, workspaceId } from './rows';

let customers = 0;

/** Somebody visits a link, becomes a lead and buys: three events. */
export async function journey(sandbox: Sandbox, link: ConversionLink): Promise<void> {
	const clickId = await newClick(sandbox, link);
	const customerExternalId = `customer-${++customers}`;
	await track(sandbox, 'lead', { clickId, eventName: 'Sign up', customerExternalId });
	await track(sandbox, 'sale', { customerExternalId, amount: 4900, currency: 'usd' });
}

async function track(sandbox: Sandbox, kind: 'lead' | 'sale', body: object): Promise<void> {
	const response = await new Api(sandbox, 'business').post(`/track/${kind}`, body);
	if (response.status !== 200) throw new Error(`a ${kind} returned ${response.status}`);
}

/**
 * Tells clicks, leads and sales apart in both deliveries, which have no ID of leads and sales in common, and events of
 * links.
 */
export function keyOf({ event, click, customer, link }: IDataObject): string {
	const { externalId } = (customer ?? {}) as IDataObject;
	return `${String(event)} ${String(externalId ?? ((click ?? link) as IDataObject).id)}`;
}

/** A place in the course of events. */
export function lastEvent(sandbox: Sandbox): number {
	return row<{ seq: number }>(sandbox, 'SELECT max(seq) AS seq FROM events').seq;
}

/** The keys of everything that happened in a workspace after `lastEvent`. */
export function eventsSince(sandbox: Sandbox, seq: number): string[] {
	return sandbox.db
		.all<{ key: string }>(
			`SELECT kind || ' ' || coalesce(external_id, events.click_id) AS key FROM events
			 LEFT JOIN customers ON customers.id = events.customer_id
			 WHERE seq > ? AND events.workspace_id = ? ORDER BY seq`,
			seq,
			workspaceId(sandbox, 'business'),
		)
		.map(({ key }) => key);
}

export interface Tally {
	happened: number;
	executed: number;
	lost: number;
	twice: number;
}

/** @param executed the keys of what ran, with repetitions */
export function tally(happened: string[], executed: string[]): Tally {
	const ran = new Set(executed);
	return {
		happened: happened.length,
		executed: executed.length,
		lost: happened.filter((key) => !ran.has(key)).length,
		twice: executed.length - ran.size,
	};
}

export function print(what: string, { happened, executed, lost, twice }: Tally): void {
	process.stdout.write(
		`${what}: pushed ${happened}, executed ${executed}, lost ${lost}, twice ${twice}\n`,
	);
}
