import type { INodeProperties } from 'n8n-workflow';
import * as checkStatus from './checkStatus.operation';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as getAll from './getAll.operation';
import * as register from './register.operation';
import * as update from './update.operation';

export const name = 'Domain';

export const operations = { checkStatus, create, delete: deleteOne, getAll, register, update };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['domain'] } },
	options: [
		{
			name: 'Check Status',
			value: 'checkStatus',
			description:
				'Check whether .link domains are free to register, and what they cost; needs the Enterprise plan',
			action: 'Check status of domains',
		},
		{
			name: 'Create',
			value: 'create',
			description: 'Add a domain of your own to the workspace, for short links; owners only',
			action: 'Create domain',
		},
		{
			name: 'Delete',
			value: 'delete',
			description:
				'Delete a domain and all its links for good, without webhook events; owners only',
			action: 'Delete domain',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'List the domains of the workspace: those in use, or those archived',
			action: 'Get many domains',
		},
		{
			name: 'Register',
			value: 'register',
			description:
				'Register a new .link domain through the service and add it; needs the Enterprise plan, owners only',
			action: 'Register domain',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Change the settings of a domain, or its name, for all its links; owners only',
			action: 'Update domain',
		},
	],
	default: 'getAll',
};
