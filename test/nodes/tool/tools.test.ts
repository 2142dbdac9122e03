import { describe, expect, it } from '@jest/globals';
import { generateZodSchema } from 'n8n-workflow';
import * as registry from '../../../nodes/LinkAttribution/actions/registry';
import type { Resource } from '../../../nodes/LinkAttribution/actions/types';
import { LinkAttribution } from '../../../nodes/LinkAttribution/LinkAttribution.node';
import { toolOf } from '../../support/node/runNode';

const operations = Object.entries(registry as Record<string, Resource>).flatMap(
	([resource, { operations: all }]) => Object.keys(all).map((name) => [resource, name] as const),
);

const { properties } = new LinkAttribution().description;

/** Parameters that are a locator in each operation. */
const locators = properties.filter(({ name }) =>
	properties.every((each) => each.name !== name || each.type === 'resourceLocator'),
);

const tokens = (value: unknown) => JSON.stringify(value).length / 4;

/** As an agent sends it to a model. */
function schemaOf(resource: string, operation: string) {
	const tool = toolOf(resource, operation);
	const properties = Object.fromEntries(
		tool.arguments.map(({ key, type = 'string', description, defaultValue }) => [
			key,
			{ type, description, ...(defaultValue !== undefined && { default: defaultValue }) },
		]),
	);
	const required = tool.arguments
		.filter((argument) => !generateZodSchema(argument).isOptional())
		.map(({ key }) => key);
	return { description: tool.description, parameters: { type: 'object', properties, required } };
}

describe.each(operations)('the tool %s · %s, with nothing else set', (resource, operation) => {
	const tool = toolOf(resource, operation);

	it('says in at most 60 words what it does', () => {
		expect(tool.description).toBe(
			(registry as Record<string, Resource>)[resource].operations[operation].toolDescription,
		);
		expect(tool.description.split(/\s+/).length).toBeLessThanOrEqual(60);
		expect(tool.description).toMatch(/^[A-Z].*\.$/s);
	});

	it('has arguments with a description, each once, and none that changes something by yes or no', () => {
		const keys = tool.arguments.map(({ key }) => key);
		expect(new Set(keys).size).toBe(keys.length);
		for (const { key, description, type } of tool.arguments) {
			expect(key).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
			expect(description).toMatch(/\S/);
			expect(['string', 'number']).toContain(type);
		}
	});

	it('fills in a locator in the form in which the editor stores it', () => {
		for (const { name } of locators.filter((each) => each.name in tool.parameters)) {
			expect([name, tool.parameters[name]]).toEqual([
				name,
				expect.objectContaining({ __rl: true }),
			]);
		}
	});

	it('does not show Simplify, since its answers are always short', () => {
		expect(tool.parameters).not.toHaveProperty('simple');
	});

	it('has no argument for a collection that is not shown', () => {
		for (const { key } of tool.arguments) {
			const [, collection = 'resource'] = /^([a-zA-Z]+)_/.exec(key) ?? [];
			expect(tool.parameters).toHaveProperty(collection);
		}
	});
});

it('all tools together take less than 9,000 tokens', () => {
	const all = operations.map(([resource, operation]) => schemaOf(resource, operation));
	const sum = all.reduce((total, one) => total + tokens(one), 0);
	process.stdout.write(`tokens of all tools: ${Math.round(sum)}\n`);
	expect(sum).toBeLessThan(9000);
});

it('An argument for a menu names its values', () => {
	const reason = toolOf('partner', 'ban').arguments.find(({ key }) => key === 'reason');
	expect(reason?.description).toBe(
		'Why. One of: brand_abuse, fake_traffic, fraud, inappropriate_content, spam, tos_violation',
	);
});
