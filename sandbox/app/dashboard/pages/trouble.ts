import type { Fault } from '../../faults/schema.ts';
import { CONTRACT_QUIRKS, type Quirks } from '../../../http/quirks.ts';
import type { Dashboard } from '../dashboard.ts';
import { networkActions } from './network.ts';

/** Faults that one button turns on; `PUT /sandbox/faults` takes any. */
const PRESETS: Record<string, Fault> = {
	'Rate limited (429)': { kind: 'rateLimited', wait: 2000 },
	'Server errors (500), every second request': { kind: 'status', status: 500, share: 0.5 },
	'Bad gateway (502)': { kind: 'status', status: 502 },
	'Connection resets, every second request': { kind: 'reset', share: 0.5 },
	'Responses cut off': { kind: 'truncated' },
	'Slow responses (3 seconds)': { kind: 'slow', stall: 3000 },
	'HTML instead of JSON': { kind: 'html' },
	'Lost responses of requests that took effect': { kind: 'reset', after: 'carriedOut' },
};

/** Values that a quirk can have, besides that of the contract. */
const OTHER_VALUES: Partial<{ [Name in keyof Quirks]: Quirks[Name] }> = {
	retryAfter: 'epochMilliseconds',
	rateLimitReset: 'epochMilliseconds',
	rateLimitHeaders: 'asReal',
	malformedStatus: 422,
	eventWindow: 'instant',
	eventDelay: 5000,
	eventCopies: 2,
	clickDelivery: 'batched',
	banDelay: 2000,
	banCancels: 'unpaid',
	webhookScopes: false,
	deliveryLog: false,
};

/** Faults, outages, the network, and quirks of the public service. */
export function troublePage(dashboard: Dashboard): void {
	const { faults, webhooks } = dashboard.shown;
	const quirks = dashboard.context.quirks as unknown as Record<string, unknown>;
	const contract = CONTRACT_QUIRKS as unknown as Record<string, unknown>;
	const network = networkActions(dashboard);

	dashboard.page('trouble', () => ({
		presets: Object.keys(PRESETS),
		faults: faults.all().map((fault, index) => ({ index, text: JSON.stringify(fault) })),
		...network(),
		outage: { active: webhooks.outage.active, until: webhooks.outage.until },
		quirks: Object.keys(OTHER_VALUES).map((name) => ({
			name,
			value: String(quirks[name]),
			isOn: quirks[name] !== contract[name],
		})),
	}));

	dashboard.action('trouble/fault', ({ fields: { preset = '', path = '' } }) => {
		const fault = PRESETS[preset];
		if (!fault) return 'Choose a fault.';
		faults.set([...faults.all(), path.startsWith('/') ? { ...fault, path } : fault]);
		return `On: ${preset}.`;
	});

	dashboard.action('trouble/remove', ({ fields: { index = '' } }) => {
		faults.set(faults.all().filter((_, at) => at !== Number(index)));
		return 'The fault is off.';
	});

	dashboard.action('trouble/outage', ({ fields: { seconds = '' } }) => {
		if (webhooks.outage.active) webhooks.outage.end();
		else webhooks.outage.begin(Number(seconds) || 30);
		return webhooks.outage.active ? 'n8n cannot be reached.' : 'n8n can be reached again.';
	});

	dashboard.action('trouble/quirk', ({ fields: { name = '' } }) => {
		if (!(name in OTHER_VALUES)) return 'Choose a quirk.';
		const other = (OTHER_VALUES as Record<string, unknown>)[name];
		quirks[name] = quirks[name] === contract[name] ? other : contract[name];
		return `${name} is ${String(quirks[name])} now.`;
	});
}
