import { ExecuteContext, LoadOptionsContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	ICredentialsHelper,
	NodeConnectionTypes,
	NodeHelpers,
	traverseNodeParameters,
	Workflow,
	type IBinaryKeyData,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IDataObject,
	type IExecuteData,
	type IRunExecutionData,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type FromAIArgument,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { LinkAttributionApi } from '../../../credentials/LinkAttributionApi.credentials';
import { LinkAttributionOAuth2Api } from '../../../credentials/LinkAttributionOAuth2Api.credentials';
import { LinkAttribution } from '../../../nodes/LinkAttribution/LinkAttribution.node';

const nodeType: INodeType = new LinkAttribution();

const credentialTypes: Record<string, ICredentialType> = {
	linkAttributionApi: new LinkAttributionApi(),
	linkAttributionOAuth2Api: new LinkAttributionOAuth2Api(),
};

/** Replaces n8n's credential store; requests are authenticated by the package's credential types. */
export class TestCredentials extends ICredentialsHelper {
	readonly #data: Record<string, ICredentialDataDecryptedObject>;
	readonly #onRead: () => void;

	constructor(data: Record<string, ICredentialDataDecryptedObject>, onRead = () => {}) {
		super();
		this.#data = data;
		this.#onRead = onRead;
	}

	getParentTypes(name: string): string[] {
		return credentialTypes[name].extends ?? [];
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = credentialTypes[typeName];
		return typeof authenticate === 'function' ? await authenticate(credentials, request) : request;
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('not needed');
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		this.#onRead();
		return this.#data[type];
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(
		_details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.#data[type] = data;
	}

	getCredentialsProperties() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}
}

/** The data of an execution that n8n stores, with what nodes keep in it. */
export function newExecution(): IRunExecutionData {
	const executionData = { contextData: {} };
	return { ...createEmptyRunExecutionData(), executionData } as IRunExecutionData;
}

/** Options for the retry of an execution as n8n has stored it. */
export function retryOf(execution: IRunExecutionData) {
	return { execution: JSON.parse(JSON.stringify(execution)) as IRunExecutionData, isRetry: true };
}

export interface RunOptions {
	parameters: INodeParameters;
	/** Data of the node's credential; an API key credential unless `authentication` says otherwise. */
	credential: ICredentialDataDecryptedObject;
	items?: IDataObject[];
	/** Of each input item. */
	binary?: IBinaryKeyData;
	continueOnFail?: boolean;
	/** With *Retry On Fail*, at most so often. */
	tries?: number;
	/** The data that n8n stores of the execution. */
	execution?: IRunExecutionData;
	/** Whether a person retries the execution. */
	isRetry?: boolean;
	abortSignal?: AbortSignal;
	/** Whether it runs as a tool of an AI agent; the input items are the arguments of its calls. */
	asTool?: boolean;
	/** Receives the hints of the execution. */
	hints?: NodeExecutionHint[];
}

/**
 * Runs the node in n8n-core's own execution context, with real expressions and n8n's real HTTP helpers.
 *
 * @returns output items, with their links to the input items
 */
export async function runNode(options: RunOptions): Promise<INodeExecutionData[]> {
	const { node, workflow, additionalData } = prepare(options);
	const { items = [{}], binary, tries = 1 } = options;
	const { execution = createEmptyRunExecutionData() } = options;
	const input = items.map((json, item) => ({ json, binary, pairedItem: { item } }));
	const executeData: IExecuteData = { node, data: { main: [input] }, source: null };
	const run = async () => {
		const context = new ExecuteContext(
			workflow,
			node,
			additionalData,
			options.isRetry ? 'retry' : 'manual',
			execution,
			0,
			input,
			{ main: [input] },
			executeData,
			[],
			options.abortSignal,
		);
		const output = await nodeType.execute?.call(context);
		options.hints?.push(...context.hints);
		return (output as INodeExecutionData[][])[0];
	};
	// As `runNode` in `workflow-execute.ts` of n8n-core does.
	for (let left = tries - 1; left > 0; left--) {
		const output = await run().catch(() => undefined);
		if (output && !output[0]?.json.error) return output;
	}
	return await run();
}

/**
 * The entries in the list of a resource locator, as the editor requests them.
 *
 * @param parameters of the node, for a list that depends on another parameter
 */
export async function searchList(
	method: string,
	credential: ICredentialDataDecryptedObject,
	search?: string,
	paginationToken?: string,
	parameters: INodeParameters = {},
): Promise<INodeListSearchResult> {
	const { node, workflow, additionalData } = prepare({ parameters, credential });
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	const list = nodeType.methods?.listSearch?.[method];
	if (!list) throw new Error(`no list search ${method}`);
	return await list.call(context, search, paginationToken);
}

/** What a model reads about an operation. */
export interface Tool {
	description: string;
	arguments: FromAIArgument[];
	/** Values that the node has, without those of parameters that are not shown. */
	parameters: INodeParameters;
}

/** A tool with nothing set but resource and operation, as n8n describes it to a model. */
export function toolOf(resource: string, operation: string): Tool {
	const { node } = prepare({ parameters: { resource, operation }, credential: {}, asTool: true });
	const found: FromAIArgument[] = [];
	traverseNodeParameters(node.parameters, found);
	const description = NodeHelpers.getToolDescriptionForNode(node, toolType);
	return { description, arguments: found, parameters: node.parameters };
}

/** The options of a menu, as the editor requests them. */
export async function loadOptions(
	method: string,
	credential: ICredentialDataDecryptedObject,
): Promise<INodePropertyOptions[]> {
	const { node, workflow, additionalData } = prepare({ parameters: {}, credential });
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	const load = nodeType.methods?.loadOptions?.[method];
	if (!load) throw new Error(`no menu ${method}`);
	return await load.call(context);
}

/** The node as n8n turns it into a tool of AI agents: see `convertNodeToAiTool` in n8n. */
const toolType: INodeType = Object.assign(new LinkAttribution(), {
	description: {
		...nodeType.description,
		name: `${nodeType.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	},
});

function prepare(options: RunOptions) {
	const { parameters, credential, continueOnFail, tries, asTool = false } = options;
	const ownType = asTool ? toolType : nodeType;
	const type =
		parameters.authentication === 'oAuth2' ? 'linkAttributionOAuth2Api' : 'linkAttributionApi';
	const node: INode = {
		id: 'node-1',
		name: 'Link Attribution',
		type: `n8n-nodes-link-attribution.${ownType.description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [type]: { id: 'credential-1', name: 'My account' } },
		...(continueOnFail && { onError: 'continueRegularOutput' as const }),
		...(tries && { retryOnFail: true }),
	};
	node.parameters =
		NodeHelpers.getNodeParameters(
			ownType.description.properties,
			parameters,
			true,
			false,
			node,
			ownType.description,
		) ?? {};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => ownType,
			getByNameAndVersion: () => ownType,
			getKnownTypes: () => ({}),
		},
		settings: { timezone: 'Europe/Berlin' },
	});
	const additionalData = {
		credentialsHelper: new TestCredentials({ [type]: credential }),
		variables: {},
		currentNodeParameters: node.parameters,
	} as unknown as IWorkflowExecuteAdditionalData;
	return { node, workflow, additionalData };
}
