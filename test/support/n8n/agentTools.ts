import type { IDataObject } from 'n8n-workflow';
import { items } from '../../../tools/n8n/execution';
import type { CredentialReference } from '../../../tools/n8n/client';
import { chain, inputNodes, workflowNode } from './chain';
import { startChatModel, type Reply } from './chatModel';
import { nodeNameOf, toolConnections, toolNode } from './mcpTools';
import type { N8nStack } from './n8nStack';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';

/** A call, as a model makes it. */
export interface ToolCall {
	tool: string;
	given: IDataObject;
}

/** In one execution: n8n reads the parameters of all tools of the agent for each expression. */
const MAX_CALLS = 8;

/**
 * Makes each call by an AI Agent of a real n8n, one after the other, eight in one execution.
 *
 * @param version of the AI Agent node
 * @param settings of the tools
 * @returns what the model reads about each
 */
export async function callByAgent(
	stack: N8nStack,
	version: number,
	calls: ToolCall[],
	credential: CredentialReference,
	settings: IDataObject = {},
): Promise<string[]> {
	const answers: string[] = [];
	for (let from = 0; from < calls.length; from += MAX_CALLS) {
		const own = calls.slice(from, from + MAX_CALLS);
		answers.push(...(await callInOne(stack, version, own, credential, settings)));
	}
	return answers;
}

async function callInOne(
	{ n8n }: N8nStack,
	version: number,
	calls: ToolCall[],
	credential: CredentialReference,
	settings: IDataObject,
): Promise<string[]> {
	const model = await startChatModel(({ question, results }) => {
		if (results.length > 0) return results[0];
		const { tool, given } = JSON.parse(question) as ToolCall;
		return { tool: nodeNameOf(tool), arguments: given } satisfies Reply;
	});
	try {
		const openAiApi = await n8n.client.createCredential('Model', 'openAiApi', {
			apiKey: 'none',
			url: model.url,
		});
		const tools = [...new Set(calls.map(({ tool }) => tool))].map((tool) => ({
			...toolNode(tool, credential),
			...settings,
		}));
		const questions = calls.map((call) => ({ question: JSON.stringify(call) }));
		const agent = workflowNode('Agent', `${LANGCHAIN}.agent`, version, {
			promptType: 'define',
			text: '={{ $json.question }}',
		});
		const { nodes, connections } = chain([...inputNodes(questions), agent]);
		const chatModel = workflowNode('Model', `${LANGCHAIN}.lmChatOpenAi`, 1.2, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
		});
		const { id } = await n8n.client.createWorkflow({
			name: `Agent ${version}`,
			nodes: [...nodes, { ...chatModel, credentials: { openAiApi } }, ...tools],
			connections: {
				...connections,
				Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
				...toolConnections(tools, 'Agent'),
			},
		});
		const execution = await n8n.client.runAndWait(id, { trigger: 'Start' });
		return items(execution, 'Agent').map(({ output }) => String(output));
	} finally {
		await model.close();
	}
}
