import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';
import { valueAt } from '../file/columns';
import { FileItem } from '../file/fileItem';
import { isObject } from '../input/json';
import { argumentNames } from '../input/model';
import { toList } from '../input/lists';
import { beginningOf, counted } from '../input/text';
import { TOOL_BUDGET, TOOL_FIELDS, TOOL_OUTPUT } from '../input/toolOutput';
import { SummedRows } from './totals';
import type { Result } from './types';

/** Characters of a token, roughly. */
const TOKEN = 4;

/** Characters of a text in an answer that is too long. */
const SHORT = 200;

/** Tokens for the sentence about what is not included. */
const FOR_NOTE = 40;

/**
 * The result as a model gets it: without empty fields, and not longer than the budget. A list that is cut, or empty, says
 * so in its first row.
 */
export function answerOf(
	context: IExecuteFunctions,
	itemIndex: number,
	result: Result,
): IDataObject[] {
	if (result instanceof FileItem) return [fileAnswer(result)];
	const parameter: Parameter = ({ name, default: fallback }) =>
		context.getNodeParameter(name, itemIndex, fallback as string) as unknown;
	const budget = Math.max(100, Number(parameter(TOOL_BUDGET)) || Number(TOOL_BUDGET.default));
	const fields =
		parameter(TOOL_OUTPUT) === 'selected' ? toList(parameter(TOOL_FIELDS), 'Fields') : [];
	const shown = (row: IDataObject): IDataObject => {
		const chosen = fields.length > 0 ? fieldsOf(row, fields) : row;
		return (filled(chosen) ?? {}) as IDataObject;
	};
	if (!Array.isArray(result)) return [within(shown(result), budget)];
	if (result.length === 0) {
		return [{ note: 'Nothing was found. Check the filters, the period, and the spelling.' }];
	}
	const summary =
		result instanceof SummedRows ? result.summary : limitNote(parameter, result.length);
	return rowsWithin(result, shown, budget, summary);
}

type Parameter = (property: Pick<INodeProperties, 'name' | 'default'>) => unknown;

/** Tells that there may be more rows or groups than the limit; a time series has no limit. */
function limitNote(parameter: Parameter, count: number): string {
	const isSeries = parameter({ name: 'groupBy', default: '' }) === 'timeseries';
	const limits = ['limit', 'maxGroups'].map((name) => parameter({ name, default: 0 }));
	return limits.includes(count) && !isSeries
		? `Limited to ${counted(count, 'row')}; there may be more.`
		: '';
}

/** The image or file stays in the execution, as n8n passes no files to a model. */
function fileAnswer({ json, binary }: FileItem): IDataObject {
	const note = `n8n stored the file in the field ${Object.keys(binary).join(', ')} of this step. It cannot be shown here; to read rows, set 'Return As' to Items.`;
	return { ...(filled(json) as IDataObject), note };
}

function fieldsOf(row: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(names.map((name) => [name, valueAt(row, name)])) as IDataObject;
}

function rowsWithin(
	rows: IDataObject[],
	shown: (row: IDataObject) => IDataObject,
	budget: number,
	summary: string,
): IDataObject[] {
	const answer: IDataObject[] = [];
	let left = budget - FOR_NOTE;
	for (const row of rows) {
		const one = within(shown(row), budget - FOR_NOTE);
		left -= tokensOf(one);
		if (left < 0 && answer.length > 0) break;
		answer.push(one);
	}
	const cut = `${answer.length} of ${rows.length} rows are shown, as more would be too long. Narrow the filters or the period, or ask for a count instead.`;
	const note = [summary, answer.length < rows.length && cut].filter(Boolean).join(' ');
	return note ? [{ note }, ...answer] : answer;
}

/** An object, with its texts cut if it is too long, and then without the last fields. */
function within(row: IDataObject, budget: number): IDataObject {
	if (tokensOf(row) <= budget) return row;
	const answer: IDataObject = {};
	let left = budget - FOR_NOTE;
	const omitted: string[] = [];
	for (const [name, value] of Object.entries(row)) {
		const short = shortened(value);
		const tokens = tokensOf({ [name]: short });
		if (tokens > left) omitted.push(name);
		else {
			left -= tokens;
			answer[name] = short;
		}
	}
	if (omitted.length > 0)
		answer.note = `Not included, as too long: ${omitted.slice(0, 10).join(', ')}`;
	return answer;
}

function shortened(value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string' || value.length <= SHORT) return value;
	return `${beginningOf(value, SHORT)}…`;
}

/** Without fields that have no value, at any depth; undefined if nothing is left. */
function filled(value: unknown): unknown {
	if (Array.isArray(value))
		return value.length > 0 ? value.map((one) => filled(one) ?? null) : undefined;
	if (!isObject(value)) return value === null || value === '' ? undefined : value;
	const entries = Object.entries(value)
		.map(([name, field]) => [name, filled(field)] as const)
		.filter(([, field]) => field !== undefined);
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function tokensOf(value: object): number {
	return Math.ceil(JSON.stringify(value).length / TOKEN);
}

/** Advice of errors for a person in the editor, and for a model instead. */
const ADVICE: Array<[RegExp, string]> = [
	[
		/(Choose one from the list or enter its ID|Check the ID and whether it belongs to the workspace of the credential)\./,
		'Look it up with a tool that lists or searches, and pass its ID.',
	],
	[/Change the values, skip such items.*? current state\./, 'Change the values.'],
	[
		/Correct the field that the error names, then run this step again\./,
		'Correct it, then call again.',
	],
	[
		/'Update Fields' is empty\. Add at least one field to change\./,
		'Nothing to change was given. Fill in at least one of the arguments beside the ID.',
	],
	[/Across all items: .*?\. ?/, ''],
	[/ ?\([^()]*HTTP \d{3}[^()]*\)$/, ''],
];

/**
 * An error as the result of a tool, with what to do about it: n8n passes only the message of an error to a model, or
 * ends its run. Fields have the names of the arguments.
 */
export function errorForModel(
	{ message, description }: Pick<NodeOperationError, 'message' | 'description'>,
	properties: INodeProperties[],
): string {
	let text = [message, description].filter(Boolean).join('. ').replace(/\.\. /g, '. ');
	for (const [advice, forModel] of ADVICE) text = text.replace(advice, forModel);
	for (const [label, name] of argumentNames(properties)) {
		text = text.replaceAll(`'${label}'`, `'${name}'`);
	}
	return text;
}
