import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Workflow } from '../../../n8n/client';
import { buttonUrl, press } from '../../../n8n/approval';
import { items, type Execution } from '../../../n8n/execution';
import { Api } from '../../support/api';
import { startChatModel, type ChatModel, type Reply, type Turn } from '../../support/chatModel';
import { visit } from '../../support/visit';
import { succeeded, WORKSPACE, type WorkflowRunner } from '../../support/workflowRunner';

const DENIED = 'rejected the tool call';

interface Link {
	id: string;
	domain: string;
	key: string;
}

/** Looks up the slug of the question; then tells its clicks, or changes its destination to the address in it. */
function think({ question, results }: Turn): Reply {
	const [found, changed] = results;
	const [search] = /agent-\w+/.exec(question) ?? [];
	if (found === undefined) return { tool: 'Find_Links', arguments: { search } };
	const { id, clicks } = firstLink(found);
	const [url] = /https:\S+/.exec(question) ?? [];
	if (url === undefined) return `It has ${String(clicks)} clicks.`;
	if (changed === undefined) {
		const toolParameters = { link_id: id, url };
		return { tool: 'Update_Link', arguments: { toolParameters, hitlParameters: {} } };
	}
	return changed.includes(DENIED) ? 'It was declined.' : `Changed: ${changed}`;
}

function firstLink(result: string): { id?: unknown; clicks?: unknown } {
	const parsed: unknown = JSON.parse(result);
	return (Array.isArray(parsed) ? parsed[0] : parsed) as { id?: unknown; clicks?: unknown };
}

export function agentWorkflow(runner: WorkflowRunner): void {
	describe('Link Agent', () => {
		let model: ChatModel;
		let workflow: Workflow;
		let link: Link;

		beforeAll(async () => {
			model = await startChatModel(think);
			const openAiApi = await runner.stack.n8n.client.createCredential('Model', 'openAiApi', {
				apiKey: 'none',
				url: model.url,
			});
			workflow = await runner.import('link-agent', { openAiApi });
			const body = { url: 'https://www.example.com/old', key: 'agent-one' };
			link = (await new Api(runner.stack.sandbox, WORKSPACE).post<Link>('/links', body)).body;
		});

		afterAll(async () => await model?.close());

		const destination = () =>
			runner.row<{ url: string }>('SELECT url FROM links WHERE id = ?', link.id).url;

		/** Says something in the chat of the editor. @returns the id of the execution */
		async function say(chatInput: string): Promise<string> {
			const { client } = runner.stack.n8n;
			const chatSessionId = `chat-${chatInput.length}`;
			const before = (await client.listExecutions(workflow.id, 1)).at(0)?.id;
			await client.request('POST', `/rest/workflows/${workflow.id}/run`, {
				triggerToStartFrom: { name: 'Chat' },
				chatSessionId,
			});
			await client.fetch('POST', `/webhook-test/${workflow.id}/${chatSessionId}`, {
				...{ action: 'sendMessage', chatInput },
				sessionId: chatSessionId,
			});
			const [{ id }] = await client.listExecutions(workflow.id, 1);
			expect(id).not.toBe(before);
			return id;
		}

		async function answerOf(execution: string): Promise<{ output: unknown; execution: Execution }> {
			const ended = succeeded(await runner.stack.n8n.client.waitForExecution(execution));
			return { output: items(ended, 'Link Assistant')[0].output, execution: ended };
		}

		it('answers with what the tool says', async () => {
			for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
				await visit(runner.stack.sandbox, link, { 'x-forwarded-for': ip });
			}
			const { output } = await answerOf(await say('How many clicks has agent-one?'));
			expect(output).toBe('It has 3 clicks.');
		}, 60_000);

		it.each([
			['Decline', 'It was declined.', 'https://www.example.com/old'],
			['Allow', /^Changed: .*www\.example\.com\/new/, 'https://www.example.com/new'],
		])(
			'changes a link after somebody pressed: %s',
			async (button, answer, url) => {
				const id = await say('Let agent-one lead to https://www.example.com/new');
				const mail = await runner.mail('team@example.com');
				expect(mail.html).toContain('https://www.example.com/new');
				expect(destination()).toBe('https://www.example.com/old');

				await press(buttonUrl(mail.html ?? '', button));
				const { output } = await answerOf(id);
				expect(output).toMatch(answer);
				expect(destination()).toBe(url);
			},
			60_000,
		);
	});
}
