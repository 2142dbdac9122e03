import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { serviceUrl } from '../../../nodes/LinkAttribution/input/baseUrl';
import { eventId, eventTime } from '../../../nodes/LinkAttribution/actions/event/output';
import { externalId } from '../../../nodes/LinkAttribution/input/locators';
import { labelOf, wordsOf } from '../../../nodes/LinkAttribution/input/labels';
import { toBoundedList, toList } from '../../../nodes/LinkAttribution/input/lists';
import { readLocator, requiredText } from '../../../nodes/LinkAttribution/input/locators';
import { plainText } from '../../../nodes/LinkAttribution/input/text';
import { path } from '../../../nodes/LinkAttribution/transport/path';

describe('text', () => {
	const textOf = (value: unknown) => plainText(value, 'Name');

	it.each<[unknown, string]>([
		['a', 'a'],
		[7, '7'],
		[false, 'false'],
		[undefined, ''],
		[null, ''],
		[['a', 1, null], 'a,1,'],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
		[DateTime.fromISO('2026-01-31T10:30:00Z', { zone: 'utc' }), '2026-01-31T10:30:00.000Z'],
	])('converts %p to %p', (value, written) => {
		expect(textOf(value)).toBe(written);
	});

	it.each([
		{},
		{ id: 7 },
		[{ id: 7 }],
		['a', {}],
		[[{}]],
		Object.create(null) as object,
		{ toString: 1 },
		new Date(NaN),
		DateTime.invalid('test'),
	])('rejects %j', (value) => {
		const refusal = "'Name' must be text, not an object";
		expect(() => textOf(value)).toThrow(refusal);
		expect(() => toList(value, 'Name')).toThrow(refusal);
		expect(() => requiredText({ mode: 'id', value }, 'Name')).toThrow(refusal);
	});

	it.each([NaN, Infinity, -Infinity])('rejects %d, as of a calculation that failed', (value) => {
		const refusal = `'Name' must be text, not ${value}`;
		expect(() => textOf(value)).toThrow(refusal);
		expect(() => toList(['a', value], 'Name')).toThrow(refusal);
	});

	it.each([
		['U+0000', 'a\0b'],
		['U+D83D', '😀'.slice(0, 1)],
		['U+DE00', '😀'.slice(1)],
	])('rejects %s, which no database keeps', (character, value) => {
		const refusal = `'Name' contains ${character}, which is not valid in text`;
		expect(() => textOf(value)).toThrow(refusal);
		expect(() => toList(['a', value], 'Name')).toThrow(refusal);
		expect(textOf('a 😀')).toBe('a 😀');
	});
});

describe('lists', () => {
	it.each<[unknown, string[]]>([
		['a', ['a']],
		[' a, b ,,c,', ['a', 'b', 'c']],
		[
			['a', ' b', ''],
			['a', 'b'],
		],
		[
			[1, 2],
			['1', '2'],
		],
		[7, ['7']],
		['["a", "b,c"]', ['a', 'b,c']],
		[' ["a"]', ['a']],
		['[broken', ['[broken']],
		['', []],
		[[], []],
		[null, []],
		[undefined, []],
	])('parse %j as %j', (value, entries) => {
		expect(toList(value, 'Name')).toEqual(entries);
	});

	it('count duplicate entries once', () => {
		expect(toBoundedList('a,b,a', 'Tags', 2)).toEqual(['a', 'b']);
		expect(() => toBoundedList('a,b,c', 'Tags', 2)).toThrow(
			"'Tags' can have at most 2 entries, not 3",
		);
		expect(() => toBoundedList('', 'Tags', 2)).toThrow("'Tags' is empty. Enter a value.");
	});
});

describe('resource locators', () => {
	it.each<[unknown, { mode: string; text: string }]>([
		[
			{ __rl: true, mode: 'list', value: 'a' },
			{ mode: 'list', text: 'a' },
		],
		[
			{ mode: 'url', value: ' https://x ' },
			{ mode: 'url', text: 'https://x' },
		],
		[
			{ mode: 'id', value: 5 },
			{ mode: 'id', text: '5' },
		],
		[
			{ mode: 'id', value: null },
			{ mode: 'id', text: '' },
		],
		['bare', { mode: 'id', text: 'bare' }],
		[undefined, { mode: 'id', text: '' }],
	])('read %j', (value, read) => {
		expect(readLocator(value, 'Name')).toEqual(read);
	});

	it('are rejected with their label when empty', () => {
		expect(() => requiredText({ mode: 'list', value: '' }, 'Partner')).toThrow(
			"'Partner' is empty.",
		);
	});
});

describe('paths', () => {
	it('encode values into a single segment', () => {
		expect(path`/links/${'a/b?c#d%'}/x/${'ü é'}`).toBe('/links/a%2Fb%3Fc%23d%25/x/%C3%BC%20%C3%A9');
		expect(path`/links`).toBe('/links');
		expect(path`/links/${'half an emoji: \ud83d'}`).toBe('/links/half%20an%20emoji%3A%20%EF%BF%BD');
	});

	it.each([
		...['', '.', '..', '%2e', '%2E.', '%252e%2e', 'a/..', 'a\\..', 'a%2f..'],
		...['ext_a/../b', 'ext_a/%2e%2e/b', 'ext_a\\..', 'ext_%252f..%252fb'],
	])('reject %p', (value) => {
		expect(() => path`/links/${value}`).toThrow(`'${value}' cannot be part of a path`);
	});
});

describe('base URL', () => {
	it.each([
		['https://api.dub.co', 'https://api.dub.co'],
		[' https://api.dub.co/ ', 'https://api.dub.co'],
		['https://example.com/base//', 'https://example.com/base'],
		['http://localhost:4820', 'http://localhost:4820'],
		['http://127.0.0.1', 'http://127.0.0.1'],
		['http://127.1.2.3:80', 'http://127.1.2.3:80'],
		['http://[::1]:4820/', 'http://[::1]:4820'],
	])('normalizes %p to %p', (given_, url) => {
		expect(serviceUrl(given_)).toBe(url);
	});

	it.each([
		'http://example.com',
		'HTTP://example.com',
		'http://localhost.example.com',
		'http://dub.localhost',
		'http://localhost.',
		'http://127.0.0.1.example.com',
		'http://localhost:pass@example.com',
		'http://10.0.0.1',
		'ftp://localhost',
		'javascript:alert(1)',
	])('rejects %p', (url) => {
		expect(() => serviceUrl(url)).toThrow("'Base URL' of the credential must start with https://");
	});

	it.each([
		...['https:/api.dub.co', 'http:/localhost:4820', 'https:api.dub.co', 'https//api.dub.co'],
		...[
			'https:///api.dub.co',
			'https:\\\\api.dub.co',
			'https://api.dub.co?a=/',
			'https://api.dub.co/#',
		],
		...['api.dub.co', ''],
	])('rejects %p, and says what to enter', (url) => {
		expect(() => serviceUrl(url)).toThrow(
			expect.objectContaining({
				message: "'Base URL' of the credential must be an address such as https://api.dub.co",
				description: 'Open the credential and enter https://, the host, and if needed a path.',
			}),
		);
	});

	it.each(['https://name:password@example.com', 'https://name@example.com', 'http://:x@localhost'])(
		'rejects the user name or password in %p',
		(url) => {
			expect(() => serviceUrl(url)).toThrow(
				"'Base URL' of the credential must not contain a user name or a password",
			);
		},
	);
});

describe('labels', () => {
	const properties = [
		{
			displayName: 'Details',
			name: 'details',
			type: 'collection' as const,
			default: {},
			options: [{ displayName: 'Image URL', name: 'image', type: 'string' as const, default: '' }],
		},
		{
			displayName: 'Link Properties',
			name: 'linkProps',
			type: 'collection' as const,
			default: {},
			options: [
				{ displayName: 'Preview: Image', name: 'image', type: 'string' as const, default: '' },
				{
					displayName: 'Variants',
					name: 'variants',
					type: 'fixedCollection' as const,
					default: {},
					options: [
						{
							displayName: 'Variant',
							name: 'values',
							values: [
								{ displayName: 'Share', name: 'share', type: 'number' as const, default: 0 },
							],
						},
					],
				},
			],
		},
	];

	it.each([
		[['image'], 'Image URL'],
		[['partner', 'image'], 'Image URL'],
		[['partner', 'linkProps', 'image'], 'Preview: Image'],
		[['linkProps', 'variants', 'share'], 'Share'],
		[['share'], 'Share'],
		[['none'], undefined],
	])('resolve %j to %p', (fieldPath, label) => {
		expect(labelOf(fieldPath, properties)).toBe(label);
	});

	it.each([
		['rejectionNote', 'Rejection Note'],
		['linkIds', 'Link IDs'],
		['expiredUrl', 'Expired URL'],
		['utm_campaign', 'UTM Campaign'],
	])('turn the field name %s into %s if no parameter has it', (name, words) => {
		expect(wordsOf(name)).toBe(words);
	});
});

describe('external IDs', () => {
	it('get the prefix only once', () => {
		expect(externalId('a')).toBe('ext_a');
		expect(externalId('ext_a')).toBe('ext_a');
	});
});

describe('events', () => {
	const click = { id: 'c1', timestamp: '2026-02-03T09:35:57.123Z' };
	const timestamp = 'Tue Feb 03 2026 09:35:57 GMT+0000 (Coordinated Universal Time)';

	it('are identified by click ID for clicks and by event ID for leads and sales', () => {
		expect(eventId({ event: 'click', click, eventId: 'e1' })).toBe('c1');
		expect(eventId({ event: 'sale', click, eventId: 'e1' })).toBe('e1');
		expect(() => eventId({ event: 'lead', click })).toThrow('without an ID');
	});

	it('have a time in milliseconds if the service returns it', () => {
		expect(eventTime({ event: 'click', click, timestamp }).toISOString()).toBe(click.timestamp);
		expect(eventTime({ event: 'lead', click, timestamp }).toISOString()).toBe(
			'2026-02-03T09:35:57.000Z',
		);
		expect(eventTime({ event: 'lead', timestamp: click.timestamp }).toISOString()).toBe(
			click.timestamp,
		);
		expect(() => eventTime({ event: 'lead', timestamp: 'soon' })).toThrow(
			"The service sent an event with an invalid timestamp: 'soon'",
		);
	});
});
