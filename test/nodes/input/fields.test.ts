import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endOfDay, timeZoneName } from '../../../nodes/LinkAttribution/input/dates';
import { asCollection, readCollection } from '../../../nodes/LinkAttribution/input/fields';
import { decimal } from '../../../nodes/LinkAttribution/input/values';
import { filterList, list, withExclusions } from '../../../nodes/LinkAttribution/input/lists';
import {
	countryCode,
	currencyCode,
	email,
	maxLength,
	pattern,
} from '../../../nodes/LinkAttribution/input/rules';
import type { Rules } from '../../../nodes/LinkAttribution/input/types';

type Extra = Partial<INodeProperties>;

function field(type: INodeProperties['type'], extra: Extra = {}): INodeProperties {
	return { displayName: 'Field', name: 'field', type, default: '', ...extra };
}

const options = ['a', 'b'].map((value) => ({ name: value.toUpperCase(), value }));

function read(properties: INodeProperties[], values: IDataObject, rules: Rules = {}): IDataObject {
	return readCollection(values, properties, rules, 'Europe/Berlin');
}

function readOne(property: INodeProperties, value: unknown, rules: Rules = {}): unknown {
	return read([property], { field: value } as IDataObject, rules).field;
}

it('reads decimals if a rule allows them', () => {
	const share = field('number', { typeOptions: { minValue: 0, maxValue: 1 } });
	expect(readOne(share, '0.25', { field: decimal })).toBe(0.25);
	expect(() => readOne(share, 2, { field: decimal })).toThrow('must be a number between 0 and 1');
});

describe('a field', () => {
	it.each<[INodeProperties, unknown, unknown]>([
		[field('string'), ' a ', 'a'],
		[field('string'), 7, '7'],
		[field('string', { typeOptions: { password: true } }), ' a ', ' a '],
		[field('options', { options }), 'a', 'a'],
		[field('multiOptions', { options }), 'a, b', ['a', 'b']],
		[field('multiOptions', { options }), [], []],
		[field('number'), '12', 12],
		[field('number'), -1, -1],
		[field('boolean'), 'false', false],
		[field('dateTime'), '2026-01-31T10:30', '2026-01-31T09:30:00.000Z'],
		[field('color'), ' #1a2B3c ', '#1a2B3c'],
		[field('json', { default: '{}' }), '{ "a": 1 }', { a: 1 }],
		[field('json', { default: '{}' }), '{}', undefined],
		[field('json', { default: '[]' }), [{ a: 1 }], [{ a: 1 }]],
		[field('resourceLocator'), { mode: 'list', value: 'x' }, 'x'],
		[field('resourceLocator'), { mode: 'list', value: '' }, undefined],
		[field('resourceLocator'), { mode: 'externalId', value: '42' }, 'ext_42'],
		[field('resourceLocator'), { mode: 'url', value: 'x.co/a' }, 'https://x.co/a'],
		[field('resourceLocator'), 'x', 'x'],
		[field('notice'), 'x', undefined],
	])('%#: %j reads %j as %j', (property, value, expected) => {
		expect(readOne(property, value)).toEqual(expected);
	});

	it.each([
		'string',
		'options',
		'multiOptions',
		'number',
		'boolean',
		'dateTime',
		'color',
		'json',
		'resourceLocator',
	] as const)('omits a blank value of the type %s', (type) => {
		for (const value of ['', ' ', null, undefined]) {
			expect(read([field(type)], { field: value as null })).toEqual({});
		}
	});

	it.each<[INodeProperties, unknown, string]>([
		[field('string'), {}, 'must be text, not an object'],
		[field('options', { options }), 'c', 'must be one of: a, b'],
		[field('multiOptions', { options }), 'a,c', 'must be one of: a, b'],
		[field('number'), 1.5, 'must be a whole number'],
		[field('number'), 'x', 'must be a whole number'],
		[field('number'), Infinity, 'must be a whole number'],
		[field('number', { typeOptions: { minValue: 1 } }), 0, 'must be a whole number of at least 1'],
		[
			field('number', { typeOptions: { minValue: 1, maxValue: 3 } }),
			4,
			'must be a whole number between 1 and 3',
		],
		[field('boolean'), 'yes', 'must be true or false'],
		[field('dateTime'), 'soon', 'must be a date such as 2026-01-31'],
		[field('color'), 'red', 'must be a color such as #1A2B3C'],
		[field('json', { default: '{}' }), '[1]', 'must be a JSON object'],
		[field('json', { default: '{}' }), new Date(0), 'must be a JSON object'],
		[field('json', { default: '[]' }), '{ "a": 1 }', 'must be a JSON array'],
		[field('string', { required: true }), ' ', 'is empty. Enter a value.'],
		[field('multiOptions', { options, required: true }), [], 'is empty. Enter a value.'],
		[
			field('resourceLocator', { required: true }),
			{ mode: 'id', value: ' ' },
			'is empty. Choose one from the list or enter its ID.',
		],
	])('%#: %j rejects %j: %s', (property, value, message) => {
		expect(() => readOne(property, value)).toThrow(`'Field' ${message}`);
	});
});

describe('collections', () => {
	const inner = field('number', { name: 'share', displayName: 'Share' });
	const fixed = field('fixedCollection', {
		options: [{ displayName: 'Entry', name: 'entries', values: [inner] }],
	});

	it('keep only known fields that are filled in', () => {
		const collection = field('collection', { options: [inner] });
		expect(readOne(collection, { share: '5', other: 1 })).toEqual({ share: 5 });
		expect(readOne(collection, { share: '' })).toEqual({});
		expect(readOne(collection, undefined)).toEqual({});
	});

	it('with several entries are read as a list', () => {
		expect(readOne(fixed, { entries: [{ share: '5' }, {}] })).toEqual([{ share: 5 }, {}]);
		expect(readOne(fixed, [{ share: 5 }])).toEqual([{ share: 5 }]);
		expect(readOne(fixed, '[{ "share": 5 }]')).toEqual([{ share: 5 }]);
		expect(() => readOne(fixed, 'x')).toThrow("'Field' must be a JSON array");
		expect(readOne(fixed, {})).toBeUndefined();
		expect(readOne(fixed, { entries: [] })).toBeUndefined();
		expect(() => readOne(fixed, { entries: [{ share: 'x' }] })).toThrow("'Share' must be");
	});

	it('accept JSON with the same fields and rules', () => {
		const json = field('json', { default: '{}' });
		const rules = { field: asCollection([inner, fixed], {}) };
		expect(readOne(json, '{ "share": "5", "field": [{ "share": 1 }] }', rules)).toEqual({
			share: 5,
			field: [{ share: 1 }],
		});
		expect(() => readOne(json, { share: 'x' }, rules)).toThrow("'Share' must be a whole number");
		expect(() => readOne(json, { shares: 5 }, rules)).toThrow(
			"'Field' has the unknown field 'shares'. Allowed are: share, field.",
		);
	});

	it('reject a field that does not apply', () => {
		const type = field('options', { displayName: 'Type', name: 'type', options });
		const onlyA = field('string', { displayOptions: { show: { type: ['a'] } } });
		expect(read([type, onlyA], { type: 'a', field: 'x' })).toEqual({ type: 'a', field: 'x' });
		expect(read([type, onlyA], { type: 'b', field: '' })).toEqual({ type: 'b' });
		expect(() => read([type, onlyA], { type: 'b', field: 'x' })).toThrow(
			"'Field' does not apply when 'Type' is B. Remove it.",
		);
		const notA = field('string', { displayOptions: { hide: { type: ['a'] } } });
		expect(read([type, notA], { type: 'b', field: 'x' })).toEqual({ type: 'b', field: 'x' });
		expect(() => read([type, notA], { type: 'a', field: 'x' })).toThrow(
			"'Field' does not apply when 'Type' is A. Remove it.",
		);
	});
});

describe('rules', () => {
	it.each<[Rules[string], unknown, unknown]>([
		[maxLength(3), ' abc ', 'abc'],
		[maxLength(3), { mode: 'id', value: 'abc' }, 'abc'],
		[pattern(/^a+$/, 'must be a'), 'aa', 'aa'],
		[email(20), 'ada@example.com', 'ada@example.com'],
		[countryCode, ' de', 'DE'],
		[currencyCode, 'EUR', 'eur'],
		[list, 'a, b, a', ['a', 'b']],
		[list, [], []],
		[filterList(), 'a, b', 'a,b'],
		[filterList(), ['-a', 'b'], '-a,b'],
		[filterList(), { mode: 'id', value: '-a' }, '-a'],
		[filterList(), ' , ', undefined],
		[filterList(countryCode), '-us,de', '-US,DE'],
		[endOfDay, '2026-01-31', '2026-01-31T22:59:59.999Z'],
		[timeZoneName, 'Asia/Tokyo', 'Asia/Tokyo'],
	])('%#: %p reads %j as %j', (rule, value, expected) => {
		expect(readOne(field('string'), value, { field: rule })).toEqual(expected);
	});

	it.each<[Rules[string], unknown, string]>([
		[maxLength(3), 'abcd', 'can have at most 3 characters'],
		[pattern(/^a+$/, 'must be a'), 'b', 'must be a'],
		[email(20), 'ada', 'must be an email address'],
		[email(3), 'ada@example.com', 'can have at most 3 characters'],
		[countryCode, 'Germany', "must be a two-letter ISO 3166-1 code such as US, not 'Germany'"],
		[
			countryCode,
			'x'.repeat(101),
			`must be a two-letter ISO 3166-1 code such as US, not '${'x'.repeat(100)}…'`,
		],
		[currencyCode, 'euro', 'must be a three-letter ISO 4217 code'],
		[timeZoneName, 'Berlin', "must be an IANA name such as Europe/Berlin, not 'Berlin'"],
	])('%#: %p rejects %j', (rule, value, message) => {
		expect(() => readOne(field('string'), value, { field: rule })).toThrow(`'Field' ${message}`);
	});

	it('accept only the options of the field in a filter', () => {
		const property = field('multiOptions', { options });
		expect(readOne(property, '-a,b', { field: filterList() })).toBe('-a,b');
		expect(() => readOne(property, 'c', { field: filterList() })).toThrow('one of: a, b');
	});

	it('of a collection replace the rules of the form', () => {
		const collection = field('collection', { name: 'inner', options: [field('string')] });
		const values = { field: 'abc', inner: { field: 'abc' } };
		const rules = { field: maxLength(3), inner: { field: maxLength(2) } };
		expect(() => read([field('string'), collection], values, rules)).toThrow('at most 2');
		expect(read([field('string'), collection], values, { ...rules, inner: {} })).toEqual(values);
		expect(() => read([collection], { inner: { field: 'abcd' } }, { field: maxLength(3) })).toThrow(
			'at most 3',
		);
	});

	it('reject a field in both Filters and Exclude', () => {
		expect(withExclusions({ a: '1' }, { field: '2,3' }, [field('string')])).toEqual({
			a: '1',
			field: '-2,3',
		});
		expect(withExclusions({}, { field: '-2' }, [field('string')])).toEqual({ field: '-2' });
		expect(() => withExclusions({ field: '1' }, { field: '2' }, [field('string')])).toThrow(
			"'Field' is in both 'Filters' and 'Exclude'",
		);
	});
});
