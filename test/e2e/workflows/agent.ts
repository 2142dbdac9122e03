import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Workflow } from '../../../n8n/client';
import { press } from '../../../n8n/approval';
import { Api } from '../../support/api';
import { Chat } from '../../support/chat';
import { startChatModel, type ChatModel, type Reply, type Turn } from '../../support/chatModel';
import { visit } from '../../support/visit';
import { WORKSPACE, type WorkflowRunner } from '../../support/workflowRunner';

const DENIED = 'rejected the tool call';

interface Link {
	id: string;
	domain: string;
	key: string;
}

/** Counts the last 7 days, or looks up the slug of the question; then tells its clicks, or changes its destination to the address in it. */
function think({ question, results }: Turn): Reply {
	const [found, changed] = results;
	if (question.includes('7 days')) {
		return found ?? { tool: 'Get_Analytics', arguments: { group_by: 'count', period: '7d' } };
	}
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

		const say = async (text: string) => await Chat.say(runner.stack.n8n.client, workflow.id, text);

		it('answers with what the tool says', async () => {
			for (const ip of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
				await visit(runner.stack.sandbox, link, { 'x-forwarded-for': ip });
			}
			const chat = await say('How many clicks has agent-one?');
			expect(await chat.next()).toBe('It has 3 clicks.');
			chat.close();
		}, 60_000);

		it('counts what happened in a period', async () => {
			const chat = await say('What happened in the last 7 days?');
			const api = new Api(runner.stack.sandbox, WORKSPACE);
			const query = 'event=composite&groupBy=count&interval=7d&timezone=America/New_York';
			const [counts] = [JSON.parse(await chat.next()) as unknown].flat();
			expect(counts).toEqual((await api.get(`/analytics?${query}`)).body);
			chat.close();
		}, 60_000);

		it.each([
			['Decline', 'It was declined.', 'https://www.example.com/old'],
			['Allow', /^Changed: .*www\.example\.com\/new/, 'https://www.example.com/new'],
		])(
			'changes a link after somebody pressed: %s',
			async (button, answer, url) => {
				const chat = await say('Let agent-one lead to https://www.example.com/new');
				const { text, buttons } = await chat.choice();
				expect(text).toContain('https://www.example.com/new');
				expect(destination()).toBe('https://www.example.com/old');

				await press(buttons.find((candidate) => candidate.text === button)?.link ?? '');
				expect(await chat.next()).toMatch(answer);
				chat.close();
				expect(destination()).toBe(url);
			},
			60_000,
		);
	});
}
