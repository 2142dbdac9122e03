import { once } from 'node:events';
import type { N8nClient } from '../../../tools/n8n/client';
import { until } from '../until';

interface Button {
	text: string;
	link: string;
}

/** A question with buttons. */
interface Choice {
	text: string;
	buttons: Button[];
}

/** The chat window of n8n's editor: what was said to it since the execution began. */
export class Chat {
	readonly #socket: WebSocket;
	readonly #messages: string[] = [];

	private constructor(socket: WebSocket) {
		this.#socket = socket;
		socket.addEventListener('message', ({ data }) => {
			const text = String(data);
			if (text === 'n8n|heartbeat') socket.send('n8n|heartbeat-ack');
			else if (text !== 'n8n|continue') this.#messages.push(text);
		});
	}

	/** Sends a message to a workflow that starts with a chat and replies with Chat nodes. */
	static async send(client: N8nClient, workflowId: string, chatInput: string): Promise<Chat> {
		const sessionId = `session-${++sessions}`;
		await client.request('POST', `/rest/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: 'Chat' },
			chatSessionId: sessionId,
		});
		const response = await client.fetch('POST', `/webhook-test/${workflowId}/${sessionId}`, {
			...{ action: 'sendMessage', chatInput },
			sessionId,
		});
		const { executionId, resumeToken } = (await response.json()) as Record<string, string>;
		const query = new URLSearchParams({ sessionId, executionId, token: resumeToken });
		const url = `${client.baseUrl.replace('http', 'ws')}/chat?${query.toString()}`;
		const socket = new WebSocket(url);
		const chat = new Chat(socket);
		await once(socket, 'open');
		return chat;
	}

	/** The next message that it receives. */
	async next(): Promise<string> {
		await until(() => this.#messages.length > 0, 'a message in the chat');
		return this.#messages.shift() ?? '';
	}

	/** The next thing that it is asked. */
	async choice(): Promise<Choice> {
		return JSON.parse(await this.next()) as Choice;
	}

	close(): void {
		this.#socket.close();
	}
}

let sessions = 0;
