import type { Menu } from '../types';
import * as checkStatus from './checkStatus.operation';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as register from './register.operation';
import * as update from './update.operation';

export const name = 'Domain';

export const operations = { checkStatus, create, delete: deleteOne, get, getAll, register, update };

export const menu: Menu = {
	options: [
		{
			name: 'Check Status',
			value: 'checkStatus',
			description:
				'Check whether .link domains are available to register, and what they cost. Requires the Enterprise plan.',
			action: 'Check status of domains',
		},
		{
			name: 'Create',
			value: 'create',
			description: 'Add a domain that you own to the workspace. Requires the owner role.',
			action: 'Create domain',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Permanently delete a domain and all its links. Requires the owner role.',
			action: 'Delete domain',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a domain, in use or archived',
			action: 'Get domain',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of domains, either those in use or those archived',
			action: 'Get many domains',
		},
		{
			name: 'Register',
			value: 'register',
			description:
				'Register a .link domain through the service and add it to the workspace. Requires the Enterprise plan and the owner role.',
			action: 'Register domain',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Update the settings or the name of a domain. Requires the owner role.',
			action: 'Update domain',
		},
	],
	default: 'getAll',
};
