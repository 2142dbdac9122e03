import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/app/server.ts';
import type { CustomerRow } from '../../../sandbox/customer/columns.ts';
import { workspaceId } from './rows.ts';
import { locator } from '../node/locator.ts';

/** Customers of whom name, email and external ID are known. */
export function knownCustomers(
	sandbox: Sandbox,
	count = 1,
): (CustomerRow & { external_id: string })[] {
	return sandbox.db.all(
		`SELECT * FROM customers WHERE workspace_id = ? AND name IS NOT NULL AND email IS NOT NULL
		 AND external_id IS NOT NULL LIMIT ?`,
		workspaceId(sandbox, 'business'),
		count,
	);
}

/** Ways to choose a customer in the node. */
export const CUSTOMER_CHOICES: [
	string,
	(customer: CustomerRow) => INodeParameters['customerId'],
][] = [
	['chosen from the list', ({ id }) => locator('list', id)],
	['by ID', ({ id }) => locator('id', ` ${id} `)],
	['by a bare ID', ({ id }) => id],
	['by external ID', ({ external_id }) => locator('externalId', String(external_id))],
	['by external ID with ext_', ({ external_id }) => locator('externalId', `ext_${external_id}`)],
	['by a bare ext_...', ({ external_id }) => `ext_${external_id}`],
];
