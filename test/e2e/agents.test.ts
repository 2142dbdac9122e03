import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialReference } from '../../tools/n8n/client';
import { menuOperations } from '../support/node/menu';
import { callByAgent } from '../support/n8n/agentTools';
import { McpTools, type Answer, type McpTool } from '../support/n8n/mcpTools';
import { N8nStack } from '../support/n8n/n8nStack';
import { knownIn, WORKSPACE } from './agents/known';
import { requests, type Known, type Rows } from './agents/requests';
import { wrongCalls } from './agents/wrongCalls';

const PACKAGE = join(import.meta.dirname, '..', '..');
const DOCUMENT = join(PACKAGE, 'docs', 'agents.md');
const N8N = join(PACKAGE, 'tools', 'n8n');

/** How an error says what to do. */
const REMEDY =
	/must |can contain only |takes the |Enter |Look it up |Correct it|Change the values|Fill in |Choose |Use one|use '|requires|required/;

const allTools = menuOperations.map(({ resource, operation }) => `${resource}.${operation}`);

let stack: N8nStack;
let tools: McpTools;
let known: Known;
let credential: CredentialReference;

const done: string[] = [];
const silentlyWrong: string[] = [];
const withoutRemedy: string[] = [];
let errors = 0;
let largest = 0;

beforeAll(async () => {
	stack = await N8nStack.start();
	credential = await stack.apiKeyCredential(WORKSPACE);
	tools = await McpTools.open(stack, allTools, credential);
	known = await knownIn(stack.sandbox);
});

afterAll(async () => {
	await tools?.close();
	await stack?.stop();
});

const tokensOf = (text: string) => Math.ceil(text.length / 4);

async function call(tool: string, given: IDataObject): Promise<Answer> {
	const known = Object.keys(tools.argumentsOf(tool));
	expect(known).toEqual(expect.arrayContaining(Object.keys(given)));
	const answer = await tools.call(tool, given);
	largest = Math.max(largest, tokensOf(answer.text));
	return answer;
}

function rowsOf({ text }: Pick<Answer, 'text'>): Rows {
	return [JSON.parse(text) as IDataObject].flat();
}

describe('what people in marketing ask, with tools that have nothing set', () => {
	it.each(requests.map((request) => [request.ask, request] as const))(
		'%s',
		async (ask, { calls, check }) => {
			const results: Rows[] = [];
			for (const [tool, given] of calls) {
				const answer = await call(
					tool,
					typeof given === 'function' ? given(known, results) : given,
				);
				results.push(rowsOf(answer));
			}
			check(results.at(-1) ?? [], known, results);
			done.push(ask);
		},
	);
});

describe('what a model gets wrong', () => {
	it.each(wrongCalls)('%s %j', async (tool, given) => {
		const call = await tools.call(tool, typeof given === 'function' ? given(known) : given);
		const [{ error, note }] = rowsOf(call);
		if (error !== undefined) {
			errors++;
			if (!REMEDY.test(String(error))) withoutRemedy.push(`${tool}: ${String(error)}`);
			expect(error).toMatch(REMEDY);
		} else {
			if (note === undefined) silentlyWrong.push(`${tool}: ${call.text}`);
			expect(note).toMatch(/\S/);
		}
	});
});

it.each([2.2, 3.1])(
	'AI Agent %s takes calls with only what a tool requires, and goes on after errors',
	async (version) => {
		const calls = tools.all.map(({ name, inputSchema: { properties = {}, required = [] } }) => ({
			tool: name.replace('_', '.'),
			given: Object.fromEntries(
				required.map((key) => [key, properties[key].type === 'number' ? 1 : 'unknown']),
			),
		}));
		const answers = await callByAgent(stack, version, calls, credential);
		expect(answers).toHaveLength(calls.length);
		for (const [index, answer] of answers.entries()) {
			const [{ error }] = rowsOf({ text: answer });
			if (error !== undefined) expect(`${calls[index].tool}: ${String(error)}`).toMatch(REMEDY);
			expect(answer).not.toMatch(/did not match|schema/);
		}
	},
);

it.each([2, 3])('a failed call is not repeated by Retry On Fail (AI Agent %i)', async (version) => {
	const { proxy } = stack;
	proxy.reset();
	proxy.respond = ({ method }) =>
		method === 'POST' ? { status: 500, body: { error: { message: 'Not now.' } } } : undefined;
	const call = { tool: 'link.create', given: { url: 'https://example.com/again' } };
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const answers = await callByAgent(stack, version, [call, call], credential, settings);
	proxy.respond = () => undefined;
	expect(answers).toEqual([1, 2].map(() => expect.stringContaining('Not now.')));
	expect(proxy.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

describe('the largest answers', () => {
	const lists = allTools.filter((tool) => /\.getAll$|analytics.get$/.test(tool));

	it.each(lists)('%s', async (tool) => {
		const given = {
			limit: 1000,
			maxGroups: 1000,
			interval: 'all',
			groupBy: 'top_links',
			bountyId: known.submission.bountyId,
		};
		const fitting = Object.entries(given).filter(([key]) => key in tools.argumentsOf(tool));
		const answer = await call(tool, Object.fromEntries(fitting));
		expect(tokensOf(answer.text)).toBeLessThan(2000);
	});
});

/** Size of the type as n8n describes it to AI that builds workflows. */
function tokensOfType(): number {
	const script = `
		const { LinkAttribution } = require('${PACKAGE}/dist/nodes/LinkAttribution/LinkAttribution.node.js');
		const { synthesizeNodeTypeDef } = require('n8n/dist/modules/mcp-registry/synthesize-type-def.js');
		const { description } = new LinkAttribution();
		console.log(synthesizeNodeTypeDef({ ...description, name: 'n8n-nodes-link-attribution.linkAttribution' }).length / 4);`;
	return Math.ceil(Number(execFileSync(process.execPath, ['-e', script], { cwd: N8N })));
}

function argumentsOf(all: McpTool[]): IDataObject[] {
	return all.flatMap(({ inputSchema }) => Object.values(inputSchema.properties ?? {}));
}

it('are as docs/agents.md says; UPDATE_AGENTS=1 writes them', () => {
	const all = argumentsOf(tools.all);
	const described = all.filter(({ description }) => description);
	const figures = [
		['Requests done, with nothing set', `${done.length} of ${requests.length}`],
		[
			'Tools with a description',
			`${tools.all.filter(({ description }) => description).length} of ${tools.all.length}`,
		],
		['Arguments with a description', `${described.length} of ${all.length}`],
		['Tokens of all tools', tokensOf(JSON.stringify(tools.all)).toLocaleString('en-US')],
		['Wrong calls that are silently wrong', `${silentlyWrong.length} of ${wrongCalls.length}`],
		['Errors that do not say what to do', `${withoutRemedy.length} of ${errors}`],
		['Tokens of the largest answer', largest < 2000 ? 'below 2,000' : String(largest)],
		['Tokens of the type for AI that builds workflows', tokensOfType().toLocaleString('en-US')],
	];
	const table = figures.map(([figure, value]) => `| ${figure} | ${value} |`).join('\n');
	process.stdout.write(`${table}\n`);
	const text = readFileSync(DOCUMENT, 'utf8');
	const stands = text.replace(/ {2,}/g, ' ');
	if (process.env.UPDATE_AGENTS) {
		const [head, rest] = text.split(/^<!-- figures -->\n/m);
		const after = rest.slice(rest.indexOf('<!-- end of figures -->'));
		const written = `<!-- figures -->\n\n| Figure | Value |\n| --- | --- |\n${table}\n\n`;
		writeFileSync(DOCUMENT, `${head}${written}${after}`);
		return;
	}
	for (const [figure, value] of figures) expect(stands).toContain(`| ${figure} | ${value} |`);
});
