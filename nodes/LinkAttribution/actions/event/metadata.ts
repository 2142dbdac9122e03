import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { maxLength } from '../../input/rules';
import type { Rule } from '../../input/types';

/** Conditions on the metadata of leads and sales as text. */
export const metadataText: INodeProperties = {
	displayName: 'Metadata',
	name: 'query',
	type: 'string',
	default: '',
	placeholder: "e.g. metadata['plan']:'pro'",
	description:
		'Only leads and sales with matching metadata; clicks have none. Operators are : = != &gt; &lt; &gt;= &lt;=. Join conditions with AND.',
};

/** The same as a form, and as text for an expression. */
export const metadataFilters: INodeProperties[] = [
	{
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Condition' },
		placeholder: 'Add Condition',
		default: {},
		description:
			'Only leads and sales whose metadata meets all conditions. Clicks have no metadata.',
		options: [
			{
				displayName: 'Condition',
				name: 'conditions',
				values: [
					{
						displayName: 'Key',
						name: 'key',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. plan',
						description: 'Name of the entry in the metadata',
					},
					{
						displayName: 'Operator',
						name: 'operator',
						type: 'options',
						options: [
							{ name: 'At Least', value: '>=' },
							{ name: 'At Most', value: '<=' },
							// Not '=': the editor would take it for an expression.
							{ name: 'Equals', value: ':' },
							{ name: 'Greater Than', value: '>' },
							{ name: 'Less Than', value: '<' },
							{ name: 'Not Equal', value: '!=' },
						],
						default: ':',
						description: 'How to compare the entry with Value',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. pro',
						description: 'What to compare the entry with',
					},
				],
			},
		],
	},
	{
		...metadataText,
		displayName: 'Metadata (Text)',
		description:
			"Conditions on the metadata as text, e.g. from an expression: metadata['plan']:'pro' AND metadata['seats']&gt;10. Operators are : = != &gt; &lt; &gt;= &lt;=.",
	},
];

const CONDITION =
	/metadata\[(?:'[^']+'|"[^"]+")\]\s*(?:!=|>=|<=|:|=|>|<)\s*(?:'[^']*'|"[^"]*"|[^\s'"()]+)/g;

const KEY = /metadata\[(?:'([^']+)'|"([^"]+)")\]/g;

/** The service knows only the entries of the metadata themselves, and finds nothing for those within one. */
function requireTopLevel(key: string, label: string): void {
	if (!key.includes('.')) return;
	throw new UserError(
		`'${label}' cannot filter by '${key}', since the service compares only top-level entries of the metadata`,
		{
			description:
				'Filter the events by this entry after this node, for example with a Filter node.',
		},
	);
}

const EXAMPLE = { key: 'plan', operator: ':', value: 'pro' };

const OPERATOR = /[!><]=|==|[:=><]/;

/** As people write a condition who do not know the notation, e.g. `plan = pro`; undefined for another text. */
function plainCondition(query: string) {
	const { index, 0: operator } = OPERATOR.exec(query) ?? { index: 0, 0: '' };
	const key = unquoted(query.slice(0, index));
	const value = unquoted(query.slice(index + operator.length));
	return /^[\w .-]+$/.test(key) ? { key, operator: operator.replace('==', '='), value } : undefined;
}

function unquoted(text: string): string {
	return text.trim().replace(/^["']|["']$/g, '');
}

/** Checks conditions, since the service ignores what it cannot read, and joins them with AND even where they say OR. */
export const metadataQuery: Rule = (raw, field) => {
	const query = String(maxLength(10_000)(raw, field));
	const { label } = field;
	const rest = query.replace(CONDITION, '');
	if (/\bOR\b/i.test(rest)) {
		throw new UserError(
			`'${label}' can join conditions only with AND. Run the node once for each alternative.`,
		);
	}
	for (const [, single, double] of query.matchAll(KEY)) requireTopLevel(single ?? double, label);
	if (rest !== query && /^(?:[\s()]|\bAND\b)*$/i.test(rest)) return query;
	const plain = plainCondition(query);
	if (plain) requireTopLevel(plain.key, label);
	const { key, operator, value } = plain ?? EXAMPLE;
	throw new UserError(
		`'${label}' must be conditions such as metadata['${key}']${operator}'${value}'`,
		{
			description:
				'The service ignores text in another notation and would return everything. Join several conditions with AND.',
		},
	);
};

/**
 * The filters with the form of metadata as the query of the service.
 *
 * @throws UserError for text that the notation cannot express
 */
export function withMetadataQuery({ metadata, ...filters }: IDataObject): IDataObject {
	const conditions = ((metadata ?? []) as IDataObject[]).map(conditionText);
	if (conditions.length === 0) return filters;
	const all = [...conditions, ...(filters.query ? [String(filters.query)] : [])];
	return { ...filters, query: all.join(' AND ') };
}

/** n8n does not save an operator that is the default, and takes the '=' of older nodes for an empty expression. */
function conditionText({ key, operator = ':', value }: IDataObject): string {
	requireTopLevel(String(key), 'Metadata');
	const isNumber = String(operator).match(/[<>]/) && Number.isFinite(Number(value));
	const operand = isNumber ? String(value) : quoted(String(value), 'Value');
	return `metadata[${quoted(String(key), 'Key')}]${String(operator)}${operand}`;
}

/** The notation has no way to escape a quotation mark. */
function quoted(text: string, label: string): string {
	const quote = ["'", '"'].find((mark) => !text.includes(mark));
	if (quote) return quote + text + quote;
	throw new UserError(`'${label}' of 'Metadata' cannot contain both ' and "`);
}
