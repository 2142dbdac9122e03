import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { filledText } from '../../helpers/check';

const COLORS = ['blue', 'brown', 'gray', 'green', 'pink', 'purple', 'red', 'yellow'] as const;

export const tagName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. newsletter',
	description: 'What the tag is called, unique in the workspace; up to 190 characters',
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
	default: 'blue',
	description: 'How the tag is shown',
};

export const tagFields = z.object({
	name: filledText(190),
	color: z.enum(COLORS, { message: `must be one of ${COLORS.join(', ')}` }).optional(),
});
