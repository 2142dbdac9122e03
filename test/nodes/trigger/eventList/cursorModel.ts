import {
	SIZES,
	type CursorState,
} from '../../../../nodes/LinkAttribution/trigger/eventList/cursor/cursor';
import {
	pollKinds,
	type ModelCapacity,
	type ModelEvent,
	type ModelService,
	type ModelSettings,
	type PollConditions,
} from '../../../support/node/modelService';

export const MORNING = Date.UTC(2026, 4, 5, 1);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const SETTINGS: ModelCapacity = { ...SIZES, lookBack: 10 * MINUTE };
export const SMALL: ModelCapacity = { ...SETTINGS, items: 30, smallPage: 5, fullPage: 20 };
export const REAL: ModelSettings = { window: 'days', sendsDate: true, ties: 'shuffled' };

export function events(count: number, from: number, spacing: number, name = 'event'): ModelEvent[] {
	return Array.from({ length: count }, (_, index) => {
		const time = from + Math.floor(index * spacing);
		return { id: `${name}-${index}`, time, arrival: time };
	});
}

export async function started(service: ModelService, settings = SETTINGS): Promise<CursorState> {
	const { states } = await pollKinds([service], [undefined], settings);
	service.requests = 0;
	service.rows = 0;
	return states[0] as CursorState;
}

export async function poll(
	state: CursorState,
	service: ModelService,
	settings = SETTINGS,
	conditions: PollConditions = {},
) {
	service.requests = 0;
	service.rows = 0;
	const { entries, states } = await pollKinds([service], [state], settings, conditions);
	return { ids: entries.map(({ id }) => id), state: states[0] as CursorState };
}
