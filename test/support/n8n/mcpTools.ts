import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../../tools/n8n/client';
import { workflowNode } from './chain';
import { NODE_TYPE, type N8nStack } from './n8nStack';

/** A tool as an MCP client gets it. */
export interface McpTool {
	name: string;
	description?: string;
	inputSchema: { properties?: Record<string, IDataObject>; required?: string[] };
}

export interface Answer {
	/** What the model reads. */
	text: string;
	isError: boolean;
}

/** The name of a tool, which is that of its node. @param tool as `resource.operation` */
export function nodeNameOf(tool: string): string {
	return tool.replace('.', '_');
}

/** A node of the package as a tool with nothing set but resource and operation. */
export function toolNode(tool: string, credential: CredentialReference) {
	const [resource, operation] = tool.split('.');
	return {
		...workflowNode(nodeNameOf(tool), `${NODE_TYPE}Tool`, 1, { resource, operation }),
		credentials: { linkAttributionApi: credential },
	};
}

/** The connections of tools to an agent or server. */
export function toolConnections(tools: Array<{ name: string }>, node: string) {
	return Object.fromEntries(
		tools.map(({ name }) => [name, { ai_tool: [[{ node, type: 'ai_tool' as const, index: 0 }]] }]),
	);
}

/** Tools behind a published MCP Server Trigger of a real n8n, and a client that calls them. */
export class McpTools {
	readonly all: McpTool[];
	readonly #client: Client;

	private constructor(client: Client, all: McpTool[]) {
		this.#client = client;
		this.all = all;
	}

	/** @param tools as `resource.operation` */
	static async open(
		{ n8n }: N8nStack,
		tools: string[],
		credential: CredentialReference,
	): Promise<McpTools> {
		const path = randomUUID();
		const nodes = tools.map((tool) => toolNode(tool, credential));
		const trigger = '@n8n/n8n-nodes-langchain.mcpTrigger';
		const workflow = await n8n.client.createWorkflow({
			name: 'Tools for MCP',
			nodes: [{ ...workflowNode('MCP', trigger, 2, { path }), webhookId: path }, ...nodes],
			connections: toolConnections(nodes, 'MCP'),
		});
		await n8n.client.activate(workflow.id);
		const client = new Client({ name: 'tests', version: '1.0.0' });
		await client.connect(new StreamableHTTPClientTransport(new URL(`${n8n.url}/mcp/${path}`)));
		const { tools: all } = await client.listTools();
		return new McpTools(client, all as McpTool[]);
	}

	/** Arguments of a tool, by name. */
	argumentsOf(tool: string): Record<string, IDataObject> {
		return this.all.find(({ name }) => name === nodeNameOf(tool))?.inputSchema.properties ?? {};
	}

	async call(tool: string, given: IDataObject): Promise<Answer> {
		const result = await this.#client.callTool({ name: nodeNameOf(tool), arguments: given });
		const contents = result.content as Array<{ text?: string }>;
		return {
			text: contents.map(({ text = '' }) => text).join('\n'),
			isError: result.isError === true,
		};
	}

	async close(): Promise<void> {
		await this.#client.close();
	}
}
