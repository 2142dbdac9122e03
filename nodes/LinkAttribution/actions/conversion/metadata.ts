import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { formOrJson, toObject } from '../../input/json';
import { plainText, textOf } from '../../input/text';

const LONGEST = 10_000;

export const metadataParameters: INodeProperties[] = [
	{
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Entry',
		default: {},
		description:
			'More about the event, by which events can be filtered later. Values are text; for others use Metadata (JSON).',
		options: [
			{
				displayName: 'Entry',
				name: 'entries',
				values: [
					{
						displayName: 'Key',
						name: 'key',
						type: 'string',
						default: '',
						placeholder: 'e.g. plan',
						description: 'Name of the entry',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. pro',
						description: 'Value of the entry',
					},
				],
			},
		],
	},
	{
		displayName: 'Metadata (JSON)',
		name: 'metadataJson',
		type: 'json',
		default: '{}',
		description:
			'More about the event as a JSON object of up to 10000 characters, e.g. { "plan": "pro", "seats": 5 }. Use either this or Metadata.',
	},
];

/**
 * The metadata of a collection that has the parameters; undefined when there is none.
 *
 * @throws UserError when it cannot be sent
 */
export function metadataOf({ metadata, metadataJson }: IDataObject): IDataObject | undefined {
	const result = formOrJson(
		'Metadata',
		formEntries(metadata),
		toObject(metadataJson, 'Metadata (JSON)'),
	);
	if (JSON.stringify(result ?? {}).length > LONGEST) {
		throw new UserError(`'Metadata' takes at most ${LONGEST} characters, written as JSON.`);
	}
	return result;
}

function formEntries(metadata: unknown): IDataObject {
	const { entries = [] } = (metadata ?? {}) as { entries?: { key?: unknown; value?: unknown }[] };
	const filled = entries
		.map(({ key: name, value }): [string, string] => {
			const key = plainText(name, 'Key').trim();
			const text = textOf(value);
			if (text !== undefined) return [key, text];
			throw new UserError(
				`'Metadata' has an object as the value of '${key}'. Use 'Metadata (JSON)' for it.`,
			);
		})
		.filter(([key, value]) => key !== '' || value !== '');
	const keys = filled.map(([key]) => key);
	if (keys.includes('')) throw new UserError("'Metadata' has a value without a key.");
	const twice = keys.find((key, index) => keys.indexOf(key) < index);
	if (twice !== undefined) throw new UserError(`'Metadata' has the key '${twice}' twice.`);
	return Object.fromEntries(filled);
}
