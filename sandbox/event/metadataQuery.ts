import type { Conditions } from '../store/conditions.ts';

const OPERATORS = {
	':': '=',
	'=': '=',
	'!=': '!=',
	'>': '>',
	'<': '<',
	'>=': '>=',
	'<=': '<=',
} as const;

interface MetadataCondition {
	key: string;
	operator: (typeof OPERATORS)[keyof typeof OPERATORS];
	operand: string;
}

const CONDITION =
	/metadata\[(?:'([^']+)'|"([^"]+)")\]\s*(!=|>=|<=|:|=|>|<)\s*(?:'([^']*)'|"([^"]*)"|([^\s'"()]+))/g;

/** A field's value as text: `json_each` gives booleans as 0 and 1. */
const AS_TEXT = `CASE field.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(field.value AS TEXT) END`;

/**
 * Adds the conditions of a `query` such as `metadata['plan']:'pro' AND metadata['seats'] > 10` on events. As in the real
 * service, OR means AND, and other text is ignored.
 */
export function addMetadataQuery(conditions: Conditions, query: string): void {
	const fieldExists = existsIn('events.metadata');
	for (const { key, operator, operand } of parse(query)) {
		if (operator === '=' || operator === '!=') {
			conditions.add(
				`${operator === '=' ? '' : 'NOT '}${fieldExists(`${AS_TEXT} = ?`)}`,
				key,
				operand,
			);
		} else if (Number.isFinite(Number(operand))) {
			const numeric = `field.type IN ('integer', 'real') AND field.value ${operator} CAST(? AS REAL)`;
			conditions.add(fieldExists(numeric), key, operand);
		} else {
			conditions.add(fieldExists(`${IS_TEXT} AND field.value ${operator} ?`), key, operand);
		}
	}
}

/**
 * Adds the conditions of a `query` that compares only text: numbers and booleans do not match.
 *
 * @param column with the metadata as JSON
 */
export function addTextMetadataQuery(conditions: Conditions, column: string, query: string): void {
	const fieldExists = existsIn(column);
	for (const { key, operator, operand } of parse(query)) {
		const [not, comparison] = operator === '!=' ? ['NOT ', '='] : ['', operator];
		conditions.add(
			`${not}${fieldExists(`${IS_TEXT} AND field.value ${comparison} ?`)}`,
			key,
			operand,
		);
	}
}

const IS_TEXT = `field.type = 'text'`;

function existsIn(column: string) {
	return (test: string) =>
		`EXISTS (SELECT 1 FROM json_each(${column}) AS field WHERE field.key = ? AND ${test})`;
}

function parse(query: string): MetadataCondition[] {
	return Array.from(query.matchAll(CONDITION), (match) => ({
		key: match[1] ?? match[2],
		operator: OPERATORS[match[3] as keyof typeof OPERATORS],
		operand: match[4] ?? match[5] ?? match[6],
	}));
}
