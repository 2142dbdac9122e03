import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { filledText, shortText } from '../../helpers/check';

/** The form stands for no access with a word, as an option cannot be `null`. */
const NO_ACCESS = 'none';

export const folderName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring campaign',
	description: 'What the folder is called, unique in the workspace; up to 190 characters',
};

export const accessLevel: INodeProperties = {
	displayName: 'Access Level',
	name: 'accessLevel',
	type: 'options',
	options: [
		{
			name: 'No Access',
			value: NO_ACCESS,
			description: 'Only owners of the workspace and people who were added see the folder',
		},
		{ name: 'Read', value: 'read', description: 'Everybody sees the folder and its links' },
		{ name: 'Write', value: 'write', description: 'Everybody may change the links in it, too' },
	],
	default: 'write',
	description:
		'What the other people of the workspace may do with the folder. Read and No Access need the Business plan.',
};

export const folderDescription: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	description: 'What the folder is for; up to 500 characters',
};

export const folderFields = z.object({
	name: filledText(190),
	description: shortText(500).optional(),
	accessLevel: z
		.preprocess(
			(level) => (level === NO_ACCESS || level === 'null' ? null : level),
			z.enum(['write', 'read'], { message: 'must be write, read or none' }).nullable(),
		)
		.optional(),
});

/** The plan that an access level needs. */
export function planOf(level: 'write' | 'read' | null = 'write'): 'Pro' | 'Business' {
	return level === 'write' ? 'Pro' : 'Business';
}
