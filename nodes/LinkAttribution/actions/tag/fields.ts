import type { INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { maxLength } from '../../input/rules';
import type { Shape } from '../types';

/** A tag, for the editor. */
export const tagShape: Shape = { id: 'string', name: 'string', color: 'string' };

export const tagName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	...forModel('Name'),
	placeholder: 'e.g. newsletter',
	description: 'Must be unique in the workspace. Maximum 190 characters.',
};

export const tagColor: INodeProperties = {
	displayName: 'Color',
	name: 'color',
	type: 'options',
	options: [
		{ name: 'Blue', value: 'blue' },
		{ name: 'Brown', value: 'brown' },
		{ name: 'Gray', value: 'gray' },
		{ name: 'Green', value: 'green' },
		{ name: 'Pink', value: 'pink' },
		{ name: 'Purple', value: 'purple' },
		{ name: 'Red', value: 'red' },
		{ name: 'Yellow', value: 'yellow' },
	],
	...forModel('Color'),
	default: 'blue',
	description: 'The color of the tag in the dashboard',
};

export const tagRules = { name: maxLength(190) };
