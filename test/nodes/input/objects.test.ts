import { describe, expect, it } from '@jest/globals';
import { UserError } from 'n8n-workflow';
import { toObjects } from '../../../nodes/LinkAttribution/input/json';

const NO_JSON = "'Links' is not valid JSON. Enter an array of objects, e.g. [{ ... }].";
const NO_TEXT = "'Links' contains U+D83D, which is not valid in text";
const EMPTY = "'Links' is empty. Enter at least one object.";
const noObject = (place: number) =>
	`'Links' must be an array of objects. Entry ${place} is not an object.`;

describe('a JSON field with objects', () => {
	it.each<[unknown, object[]]>([
		[
			[{ a: 1 }, { b: 2 }],
			[{ a: 1 }, { b: 2 }],
		],
		['[{ "a": 1 }, { "b": 2 }]', [{ a: 1 }, { b: 2 }]],
		[{ a: 1 }, [{ a: 1 }]],
		[' { "a": 1 }\n', [{ a: 1 }]],
		[[{}], [{}]],
		[{ a: [1, [2]], b: { c: null } }, [{ a: [1, [2]], b: { c: null } }]],
	])('parses %j as %j', (value, objects) => {
		expect(toObjects(value, 'Links')).toEqual(objects);
	});

	it.each<[unknown, string]>([
		['', NO_JSON],
		['  ', NO_JSON],
		['[{ "a": 1 }', NO_JSON],
		["[{ 'a': 1 }]", NO_JSON],
		['[object Object]', NO_JSON],
		[undefined, NO_JSON],
		[[], EMPTY],
		['[]', EMPTY],
		[null, noObject(1)],
		['null', noObject(1)],
		[7, noObject(1)],
		['"a"', noObject(1)],
		[true, noObject(1)],
		[[{}, 'a'], noObject(2)],
		[[{}, {}, null], noObject(3)],
		[[[{ a: 1 }]], noObject(1)],
		['[{ "a": { "b": ["\\ud83d"] } }]', NO_TEXT],
		[[{}, { a: '😀'.slice(0, 1) }], NO_TEXT],
	])('rejects %j', (value, message) => {
		expect(() => toObjects(value, 'Links')).toThrow(new UserError(message));
	});
});
