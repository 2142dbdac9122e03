/**
 * The responses of the service to a request with one changed field:
 * - `taken`: as to the request without the change
 * - `malformed`: missing, or of a wrong type: 400 in the contract, 422 in the real service
 * - `invalid`: 422
 * - a status: any other error, which comes after the fields were read
 */
export type Outcome = 'taken' | 'malformed' | 'invalid' | 400 | 403 | 404 | 409;

export interface Mutation {
	title: string;
	/** undefined removes the field; a function gives another value to each request. */
	value: unknown;
	outcome: Outcome;
	/** The path in the error's message, if it is not that of the field. */
	path?: string;
	/** Refused only after all fields were read: without a path, and in a bulk request only for this entry. */
	late?: boolean;
}

export type Field = Mutation[];

/** By the path of the field, such as `partner.linkProps.testVariants[0].url`. */
export type Fields = Record<string, Field>;

interface Presence {
	required?: boolean;
	nullable?: boolean;
}

let texts = 0;

/** A text that no other request has, so that names and IDs are free. */
function textOf(length: number): string {
	return `${texts++}`.padEnd(length, 'x').slice(0, length);
}

const mutation = (title: string, value: unknown, outcome: Outcome, path?: string): Mutation => ({
	title,
	value,
	outcome,
	path,
});

/** Refused only after all fields were read. */
export const late = (field: Field): Field => field.map((entry) => ({ ...entry, late: true }));

function presence({ required, nullable }: Presence): Field {
	return [
		mutation('null', null, nullable ? 'taken' : 'malformed'),
		mutation('absent', undefined, required ? 'malformed' : 'taken'),
	];
}

interface TextForm extends Presence {
	min?: number;
	/** Without one, any length is taken. */
	max?: number;
	/** What becomes of an empty text, if its length does not say it. */
	empty?: Outcome;
	/** What becomes of a text that is no ID of anything. */
	unknown?: Outcome;
}

/** Text of a length, as the documentation gives it: `text({ min: 1, max: 190, required: true })`. */
export function text({ min = 0, max, empty, unknown = 'taken', ...form }: TextForm = {}): Field {
	const lengths =
		max === undefined
			? [mutation('40,000 characters', () => textOf(40_000), unknown)]
			: [
					mutation(`${max} characters`, () => textOf(max), unknown),
					mutation(`${max + 1} characters`, () => textOf(max + 1), 'invalid'),
				];
	return [
		mutation('a number', 7, 'malformed'),
		mutation('an object', {}, 'malformed'),
		mutation('empty', '', empty ?? (min > 0 ? 'invalid' : 'taken')),
		...lengths.map((entry) => ({ ...entry, late: typeof entry.outcome === 'number' })),
		...presence(form),
	];
}

/** An ID of something that must exist. */
export const id = (form: TextForm = {}): Field =>
	text({ max: undefined, unknown: 404, empty: form.required ? 404 : 'taken', ...form });

/** A field with some outcomes that its form does not give. */
export const special = (...mutations: [value: unknown, outcome: Outcome, path?: string][]): Field =>
	mutations.map(([value, outcome, path]) => mutation(shown(value), value, outcome, path));

/** Text in a form of which some examples are given. */
export function textLike(good: unknown[], bad: unknown[], form: Presence = {}): Field {
	return [
		mutation('a number', 7, 'malformed'),
		...good.map((value) => mutation(shown(value), value, 'taken')),
		...bad.map((value) => mutation(shown(value), value, 'invalid')),
		...presence(form),
	];
}

const LONG_URL = `https://example.com/${'x'.repeat(31_980)}`;

/** `https://` is added to a host; at most 32,000 characters. */
export const url = (form: Presence = {}): Field =>
	textLike(
		['https://example.com/a', 'example.com/a', LONG_URL, 'myapp://open'],
		['', 'no url', 'localhost', `${LONG_URL}x`],
		form,
	);

/** A URL with its scheme, of any length. */
export const wholeUrl = (form: Presence = {}): Field =>
	textLike(['https://example.com/a', `${LONG_URL}x`], ['', 'no url', 'example.com/a'], form);

/** Text of any form. */
export const anyUrl = (max: number): Field => [
	...text({ max, nullable: true }),
	mutation('no url', 'no url', 'taken'),
];

export const email = ({ max, ...form }: TextForm): Field => {
	const long = (length: number) => `${'x'.repeat(length - 12)}@example.com`;
	const lengths = max === undefined ? [[long(300)], []] : [[], [long(max + 1)]];
	return textLike(
		[`e${texts++}@example.com`, ...lengths[0]],
		['', 'nobody', 'no body@example.com', '@example.com', ...lengths[1]],
		form,
	);
};

/** A date in ISO-8601 or in words. */
export const date = (form: Presence = {}): Field =>
	textLike(['2030-01-05T10:00:00.000Z', '2030-01-05', 'tomorrow'], ['', 'never', '12345'], form);

/** The same on a link, where an empty one clears. */
export const linkDate: Field = [
	...textLike(['2030-01-05T10:00:00.000Z', 'tomorrow', ''], [], { nullable: true }),
	...late(special(['never', 'invalid'], ['12345', 'invalid'])),
];

export const choice = (values: string[], form: Presence = {}): Field =>
	textLike(values, ['', 'unknown', values[0].toUpperCase()], form);

export const flag = (form: Presence = {}): Field => [
	mutation('true', true, 'taken'),
	mutation('false', false, 'taken'),
	mutation('text', 'true', 'malformed'),
	mutation('empty', '', 'malformed'),
	mutation('a number', 1, 'malformed'),
	...presence(form),
];

interface NumberForm extends Presence {
	min?: number;
	max?: number;
	/** A fraction is then of the wrong type. */
	whole?: boolean;
	/** Also takes digits as text. */
	fromText?: boolean;
}

export function number({ min, max, whole, fromText, ...form }: NumberForm): Field {
	const inRange = [min, max].filter((value) => value !== undefined);
	const fraction = (min ?? 10) + 0.5;
	return [
		...inRange.map((value) => mutation(`${value}`, value, 'taken')),
		...(min === undefined ? [] : [mutation(`below ${min}`, min - 1, 'invalid')]),
		...(max === undefined ? [] : [mutation(`above ${max}`, max + 1, 'invalid')]),
		mutation('a fraction', fraction, whole ? 'malformed' : 'taken'),
		mutation('digits', '50', fromText ? 'taken' : 'malformed'),
		mutation('text', 'many', 'malformed'),
		mutation('a list', [50], 'malformed'),
		...presence(form),
	];
}

/** A list, or text with commas, of what must exist. */
export const names = (unknown: Outcome = 'invalid'): Field => [
	mutation('empty', '', 'taken'),
	mutation('an empty list', [], 'taken'),
	...late([
		mutation('unknown', ['unknown'], unknown, ''),
		mutation('unknown, as text', 'unknown', unknown, ''),
	]),
	mutation('a number', 7, 'malformed'),
	mutation('an object', {}, 'malformed'),
	...presence({}),
];

/** The fields of an object in a field: `within('customer.', { … })`. */
export function within(prefix: string, fields: Fields): Fields {
	const inside = (path: string | undefined) => path && prefix + path;
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			prefix + name,
			field.map((entry) => ({ ...entry, path: inside(entry.path) })),
		]),
	);
}

/** A query parameter, which is always text. */
export const query = {
	text: ({ min = 0, max, unknown = 'taken', empty, required }: TextForm = {}): Field => [
		mutation('empty', '', empty ?? (min > 0 ? 'invalid' : 'taken')),
		mutation('a text', 'x', unknown),
		...(max === undefined
			? []
			: [
					mutation(`${max} characters`, () => textOf(max), unknown),
					mutation(`${max + 1} characters`, () => textOf(max + 1), 'invalid'),
				]),
		...(required ? [mutation('absent', undefined, 'malformed')] : []),
	],
	choice: (values: string[]): Field => [
		...values.map((value) => mutation(value, value, 'taken')),
		mutation('empty', '', 'invalid'),
		mutation('unknown', 'unknown', 'invalid'),
	],
	flag: (): Field =>
		query.choice(['true', 'false']).concat(special(['1', 'invalid'], ['yes', 'invalid'])),
	/** From 1. */
	whole: (max: number): Field =>
		special(
			['1', 'taken'],
			[`${max}`, 'taken'],
			['0', 'invalid'],
			['-1', 'invalid'],
			[`${max + 1}`, 'invalid'],
			['', 'invalid'],
			['abc', 'malformed'],
			['1.5', 'malformed'],
		),
	date: (earliest?: string): Field =>
		special(
			['2026-01-05T10:00:00.000Z', 'taken'],
			['yesterday', 'taken'],
			['', 'invalid'],
			['never', 'invalid'],
			['1767607200000', 'invalid'],
			...(earliest ? [[earliest, 'invalid'] as [string, Outcome]] : []),
		),
};

function shown(value: unknown): string {
	const json = JSON.stringify(value) ?? 'absent';
	return json.length <= 50 ? json : `${json.slice(0, 20)}… (${json.length} characters)`;
}
