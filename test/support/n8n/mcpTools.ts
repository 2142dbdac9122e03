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

/** Tools behind MCP Server Triggers of a real n8n, and clients that call them. */
export class McpTools {
	readonly all: McpTool[];
	readonly #clients: Map<string, Client>;

	private constructor(clients: Map<string, Client>, all: McpTool[]) {
		this.#clients = clients;
		this.all = all;
	}

	/**
	 * Publishes a server for each resource: for a call, n8n reads the parameters of all tools of the workflow.
	 *
	 * @param tools as `resource.operation`
	 */
	static async open(
		stack: N8nStack,
		tools: string[],
		credential: CredentialReference,
	): Promise<McpTools> {
		const resources = [...new Set(tools.map(resourceOf))];
		const servers = await Promise.all(
			resources.map(async (resource) => {
				const own = tools.filter((tool) => resourceOf(tool) === resource);
				const client = await openServer(stack, own, credential);
				const listed = await client.listTools();
				return { resource, client, tools: listed.tools as McpTool[] };
			}),
		);
		return new McpTools(
			new Map(servers.map(({ resource, client }) => [resource, client])),
			servers.flatMap((server) => server.tools),
		);
	}

	/** Arguments of a tool, by name. */
	argumentsOf(tool: string): Record<string, IDataObject> {
		return this.all.find(({ name }) => name === nodeNameOf(tool))?.inputSchema.properties ?? {};
	}

	async call(tool: string, given: IDataObject): Promise<Answer> {
		const request = { name: nodeNameOf(tool), arguments: given };
		const result = await this.#clients.get(resourceOf(tool))?.callTool(request);
		const contents = result?.content as Array<{ text?: string }>;
		return {
			text: contents.map(({ text = '' }) => text).join('\n'),
			isError: result?.isError === true,
		};
	}

	async close(): Promise<void> {
		await Promise.all([...this.#clients.values()].map((client) => client.close()));
	}
}

function resourceOf(tool: string): string {
	return tool.split('.')[0];
}

async function openServer(
	{ n8n }: N8nStack,
	tools: string[],
	credential: CredentialReference,
): Promise<Client> {
	const path = randomUUID();
	const nodes = tools.map((tool) => toolNode(tool, credential));
	const trigger = '@n8n/n8n-nodes-langchain.mcpTrigger';
	const workflow = await n8n.client.createWorkflow({
		name: `Tools of ${resourceOf(tools[0])}`,
		nodes: [{ ...workflowNode('MCP', trigger, 2, { path }), webhookId: path }, ...nodes],
		connections: toolConnections(nodes, 'MCP'),
	});
	await n8n.client.activate(workflow.id);
	const client = new Client({ name: 'tests', version: '1.0.0' });
	// As in `Session`, so that no request is lost with a connection that n8n closes because it is idle.
	const requestInit = { headers: { connection: 'close' } };
	const url = new URL(`${n8n.url}/mcp/${path}`);
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	return client;
}
