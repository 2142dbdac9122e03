import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, WorkflowNode } from '../../../tools/n8n/client';
import type { Execution } from '../../../tools/n8n/execution';
import { chain } from './chain';
import type { N8nStack } from './n8nStack';

/** Name of n8n's own node in the workflows that `send` makes. */
export const SENDER = 'Sender';

type CredentialType = 'linkAttributionApi' | 'linkAttributionOAuth2Api';

/** A credential of the package. */
export interface TypedCredential {
	type: CredentialType;
	credential: CredentialReference;
}

/** Runs one of n8n's own nodes with a credential of the package. */
export async function send(
	{ n8n }: N8nStack,
	{ type, credential }: TypedCredential,
	node: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>,
): Promise<Execution> {
	const sender: WorkflowNode = {
		...node,
		name: SENDER,
		position: [0, 0],
		credentials: { [type]: credential },
	};
	const { id } = await n8n.client.createWorkflow({ name: 'Sender', ...chain([sender]) });
	return await n8n.client.runAndWait(id, { trigger: 'Start' });
}

/** Runs n8n's HTTP Request node, which takes credentials of other nodes from version 2 on. */
export async function httpRequest(
	stack: N8nStack,
	credential: TypedCredential,
	typeVersion: number,
	url: string,
	parameters: IDataObject = {},
): Promise<Execution> {
	return await send(stack, credential, {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion,
		parameters: {
			[typeVersion < 3 ? 'requestMethod' : 'method']: 'GET',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential.type,
			...parameters,
		},
	});
}
