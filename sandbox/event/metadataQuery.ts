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
 * Adds what a `query` like `metadata['plan']:'pro' AND metadata['seats'] > 10` asks of an event. All conditions must
 * hold, even when they are joined with OR; text that is not a condition is ignored. Both as in the real service.
 */
export function addMetadataQuery(conditions: Conditions, query: string): void {
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
			const textual = `field.type = 'text' AND field.value ${operator} ?`;
			conditions.add(fieldExists(textual), key, operand);
		}
	}
}

function fieldExists(test: string): string {
	return `EXISTS (SELECT 1 FROM json_each(events.metadata) AS field WHERE field.key = ? AND ${test})`;
}

function parse(query: string): MetadataCondition[] {
	return Array.from(query.matchAll(CONDITION), (match) => ({
		key: match[1] ?? match[2],
		operator: OPERATORS[match[3] as keyof typeof OPERATORS],
		operand: match[4] ?? match[5] ?? match[6],
	}));
}
