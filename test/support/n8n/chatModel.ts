import Fastify from 'fastify';

interface Message {
	role: string;
	content: unknown;
}

interface Question {
	messages: Message[];
	tools?: Array<{ function: { name: string; parameters: unknown } }>;
	stream?: boolean;
}

/** What has been said since the person last said something. */
export interface Turn {
	question: string;
	/** The results of the tools, in order. */
	results: string[];
	/** Names of the tools that it may use. */
	tools: string[];
}

/** Text for the person, or the tool to use. */
export type Reply = string | { tool: string; arguments: object };

export interface ChatModel {
	/** What n8n's OpenAI credential takes as Base URL. */
	url: string;
	close(): Promise<void>;
}

/** A chat model that n8n takes for OpenAI's; `think` decides what it says. */
export async function startChatModel(think: (turn: Turn) => Reply): Promise<ChatModel> {
	const app = Fastify({ forceCloseConnections: true });
	let calls = 0;
	app.post<{ Body: Question }>('/v1/chat/completions', async ({ body }, response) => {
		const reply = think(turnOf(body));
		const message =
			typeof reply === 'string'
				? { role: 'assistant', content: reply }
				: {
						role: 'assistant',
						content: null,
						tool_calls: [
							{
								index: 0,
								id: `call_${++calls}`,
								type: 'function',
								function: { name: reply.tool, arguments: JSON.stringify(reply.arguments) },
							},
						],
					};
		const finish_reason = typeof reply === 'string' ? 'stop' : 'tool_calls';
		const completion = (object: string, choice: object) => ({
			...{ id: 'chatcmpl-1', object, created: 0, model: 'scripted' },
			choices: [{ index: 0, finish_reason, ...choice }],
		});
		if (!body.stream) return completion('chat.completion', { message });
		const chunk = JSON.stringify(completion('chat.completion.chunk', { delta: message }));
		return await response.type('text/event-stream').send(`data: ${chunk}\n\ndata: [DONE]\n\n`);
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${url}/v1`, close: async () => await app.close() };
}

function turnOf({ messages, tools = [] }: Question): Turn {
	const last = messages.findLastIndex(({ role }) => role === 'user');
	const said = messages.slice(last + 1).filter(({ role }) => role === 'tool');
	return {
		question: textOf(messages[last]),
		results: said.map(textOf),
		tools: tools.map((tool) => tool.function.name),
	};
}

function textOf({ content }: Message): string {
	return typeof content === 'string' ? content : JSON.stringify(content);
}
