import { describe, expect, it } from '@jest/globals';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { filterCollections } from '../../../nodes/LinkAttribution/actions/event/filterParameters';
import { LinkAttributionTrigger } from '../../../nodes/LinkAttribution/LinkAttributionTrigger.node';
import { parametersOf } from '../../support/node/runTrigger';

const trigger = new LinkAttributionTrigger();
const { description } = trigger;

function isShown(parameters: INodeParameters, what: INodeProperties | INodePropertyOptions) {
	const values = parametersOf(parameters);
	const node = { typeVersion: 1, parameters: values } as INode;
	return NodeHelpers.displayParameter(values, what, node, description);
}

function shown(parameters: INodeParameters): INodeProperties[] {
	return description.properties.filter(
		(property) => property.type !== 'hidden' && isShown(parameters, property),
	);
}

function names(parameters: INodeParameters): string[] {
	return shown(parameters).map(({ name }) => name);
}

/** The values of a choice that the editor shows. */
function choices(parameters: INodeParameters, name: string): unknown[] {
	const property = shown(parameters).find((each) => each.name === name);
	return (property?.options ?? [])
		.filter((option) => !('displayOptions' in option) || isShown(parameters, option))
		.map((option) => ('value' in option ? option.value : option.name));
}

describe('Delivery by webhook', () => {
	it('is the default, with its parameters', () => {
		expect(names({})).toEqual([
			'authentication',
			'delivery',
			'events',
			'registration',
			'catchUp',
			'pollTimes',
			'pushFilters',
			'options',
		]);
		expect(names({ registration: 'manual' })).toContain('manualNotice');
		expect(choices({}, 'options')).toEqual(['raw', 'signatureHeader']);
	});

	it('offers all events, with clicks, leads, and sales first', () => {
		const kinds = choices({}, 'events');
		expect(kinds.slice(0, 3)).toEqual(['link.clicked', 'lead.created', 'sale.created']);
		expect([...kinds].sort()).toEqual([
			'bounty.created',
			'bounty.updated',
			'commission.created',
			'discount_code.created',
			'discount_code.deleted',
			'lead.created',
			'link.clicked',
			'link.created',
			'link.deleted',
			'link.updated',
			'partner.application_submitted',
			'partner.enrolled',
			'partner.merged',
			'payout.confirmed',
			'sale.created',
		]);
	});

	it('schedules no polls without Catch Up', () => {
		expect(parametersOf({ catchUp: false }).pollTimes).toEqual({ item: [] });
	});
});

describe('Delivery by polling', () => {
	const polling = { delivery: 'polling' };

	it('has the filters of Event · Get Many and poll times', () => {
		expect(names(polling)).toEqual([
			'authentication',
			'delivery',
			'events',
			'pollTimes',
			...filterCollections.map(({ name }) => name),
			'options',
		]);
		expect(choices(polling, 'events')).toEqual(['link.clicked', 'lead.created', 'sale.created']);
		expect(choices(polling, 'options')).toEqual(['raw', 'lookBack', 'startDate']);
		expect(parametersOf(polling).pollTimes).toEqual({ item: [{ mode: 'everyMinute' }] });
	});
});

it('No parameter is shown twice', () => {
	for (const parameters of [{}, { delivery: 'polling' }, { registration: 'manual' }]) {
		expect(new Set(names(parameters)).size).toBe(names(parameters).length);
	}
});

it('The description supports both deliveries in one class', () => {
	expect(description).not.toHaveProperty('polling');
	expect(description).not.toHaveProperty('usableAsTool');
	expect(description.inputs).toEqual([]);
	expect(description.group).toEqual(['trigger']);
	for (const method of ['poll', 'webhook', 'execute']) expect(trigger).toHaveProperty(method);
	const [{ httpMethod, responseMode, responseData }] = description.webhooks ?? [];
	expect(httpMethod).toBe('={{ $parameter["delivery"] === "webhook" ? "POST" : "" }}');
	// External payouts can be confirmed when the workflow succeeds; all else is received.
	const isConfirmed = '$parameter["confirmPayouts"] === "succeeded"';
	expect(responseMode).toBe(`={{ ${isConfirmed} ? "lastNode" : "onReceived" }}`);
	expect(responseData).toBe(`={{ ${isConfirmed} ? "noData" : "" }}`);
});

it('The panel has texts for both states', () => {
	const panel = description.triggerPanel as Record<string, unknown>;
	expect(panel).toEqual({
		header: expect.any(String),
		executionsHelp: { active: expect.any(String), inactive: expect.any(String) },
		activationHint: { active: expect.any(String), inactive: expect.any(String) },
	});
	for (const text of Object.values(panel.executionsHelp as object)) {
		expect(text).toMatch(/webhook delivery.*polling.*data-key="executions"/);
	}
});

it('Every parameter and option has a description', () => {
	const silent = ['authentication', 'manualNotice', 'pollTimes'];
	const undescribed = description.properties
		.flatMap((property) => [
			property,
			...(property.type === 'collection' ? (property.options as INodeProperties[]) : []),
		])
		.filter(({ name, type, options, description: text }) => {
			const said = (options ?? []).some((option) => 'value' in option && option.description);
			return !silent.includes(name) && type !== 'collection' && !text && !said;
		})
		.map(({ name }) => name);
	expect(undescribed).toEqual([]);
});
