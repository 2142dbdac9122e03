import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readPlain } from '../../input/values';
import { maxLength } from '../../input/rules';
import type { Rules } from '../../input/types';
import type { Shape } from '../types';

/** A folder, for the editor. */
export const folderShape: Shape = {
	id: 'string',
	name: 'string',
	description: 'string?',
	type: 'string',
	accessLevel: 'string?',
	createdAt: 'string',
	updatedAt: 'string',
};

/** In the form, where the value of an option cannot be the service's `null`. */
const NO_ACCESS = 'none';

export const folderName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	...forModel('Name'),
	placeholder: 'e.g. Spring campaign',
	description: 'Must be unique in the workspace. Maximum 190 characters.',
};

export const accessLevel: INodeProperties = {
	displayName: 'Access Level',
	name: 'accessLevel',
	type: 'options',
	options: [
		{
			name: 'No Access',
			value: NO_ACCESS,
			description: 'Only workspace owners and users who were added can see the folder',
		},
		{ name: 'Read', value: 'read', description: 'Everyone can see the folder and its links' },
		{ name: 'Write', value: 'write', description: 'Everyone can also change its links' },
	],
	default: 'write',
	description:
		'What other users of the workspace can do with the folder. Read and No Access require the Business plan.',
};

export const folderDescription: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	...forModel('What it is for'),
	description: 'What the folder is for. Maximum 500 characters.',
};

export const folderRules: Rules = {
	name: maxLength(190),
	description: maxLength(500),
	accessLevel: (raw, field) => (raw === NO_ACCESS || raw === 'null' ? null : readPlain(raw, field)),
};

/** The plan that an access level requires. */
export function planOf({ accessLevel: level = 'write' }: IDataObject): 'Pro' | 'Business' {
	return level === 'write' ? 'Pro' : 'Business';
}
