import type { Example } from '../types';
import * as ban from './ban.operation';
import * as create from './create.operation';
import * as createLink from './createLink.operation';
import * as deactivate from './deactivate.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getAnalytics from './getAnalytics.operation';
import * as getLinks from './getLinks.operation';
import * as upsertLink from './upsertLink.operation';

export const name = 'Partner';

export const description = 'Affiliates who promote your product';

export const operations = {
	ban,
	create,
	createLink,
	deactivate,
	get,
	getAll,
	getAnalytics,
	getLinks,
	upsertLink,
};

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'Enroll a partner',
	operation: 'create',
	parameters: {
		email: '={{ $json.email }}',
		additionalFields: { name: '={{ $json.name }}', tenantId: '={{ $json.userId }}' },
	},
};
