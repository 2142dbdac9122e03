import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowDefinition, WorkflowNode } from '../../tools/n8n/client';
import { readWorkflow, workflowFiles } from '../support/n8n/workflowRunner';

const NOTE = 'n8n-nodes-base.stickyNote';
/** With the name that n8n writes below it, in pixels. */
const NODE_SIZE = { width: 100, height: 140 };
/** An agent has a wide box. */
const WIDE = { width: 260, height: 140 };

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

function boxOf({ type, position: [left, top], parameters }: WorkflowNode): Box {
	const size = type === NOTE ? parameters : type.endsWith('.agent') ? WIDE : NODE_SIZE;
	return { left, top, right: left + Number(size.width), bottom: top + Number(size.height) };
}

function overlap(a: Box, b: Box): boolean {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

async function eachFile(check: (workflow: WorkflowDefinition, file: string) => string[]) {
	const files = await workflowFiles();
	expect(files.length).toBeGreaterThanOrEqual(8);
	const problems = await Promise.all(
		files.map(async (file) =>
			check(await readWorkflow(file), file).map((text) => `${file}: ${text}`),
		),
	);
	expect(problems.flat()).toEqual([]);
}

it('explains in a note what each workflow does and what to set up or change', async () => {
	await eachFile(({ nodes }) => {
		const notes = nodes.filter(({ type }) => type === NOTE);
		const text = notes.map(({ parameters }) => String(parameters.content)).join('\n');
		return [
			...(text.startsWith('## ') ? [] : ['has no note with a heading']),
			...(/set up|it needs/i.test(text) ? [] : ['does not say what to set up']),
			...(/change/i.test(text) ? [] : ['does not say what to change']),
		];
	});
});

it('contains no credential IDs, pinned data, or secrets', async () => {
	await eachFile((workflow) => {
		const extra = Object.keys(workflow).filter(
			(key) => !['name', 'nodes', 'connections', 'settings'].includes(key),
		);
		const ids = workflow.nodes.flatMap(({ credentials = {} }) =>
			Object.values(credentials).filter(({ id }) => id !== null),
		);
		const text = JSON.stringify(workflow);
		const secrets = text.match(/dub_\w{10,}|whsec_\w+|sk-\w{10,}|Bearer \w+/g) ?? [];
		const addresses = text.match(/[\w.]+@[\w.]+\.\w+/g) ?? [];
		return [
			...extra,
			...ids.map(({ name }) => `credential ${name} with an id`),
			...secrets,
			...addresses.filter((address) => !address.endsWith('@example.com')),
		];
	});
});

it('uses unique node IDs and names and connects only existing nodes', async () => {
	await eachFile(({ nodes, connections = {} }) => {
		const repeated = (values: unknown[]) =>
			values.filter((value, index) => values.indexOf(value) !== index).map(String);
		const connected = Object.entries(connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs)
				.flat()
				.flatMap((ends) => (ends ?? []).map(({ node }) => node)),
		]);
		const names = nodes.map(({ name }) => name);
		return [
			...repeated(nodes.map(({ id }) => id)),
			...repeated(names),
			...connected.filter((name) => !names.includes(name)),
			...nodes
				.filter(({ name, type }) => type !== NOTE && !connected.includes(name))
				.map(({ name }) => `${name} is not connected`),
		];
	});
});

it('places no node on top of another', async () => {
	await eachFile(({ nodes }) =>
		nodes.flatMap((a, index) =>
			nodes
				.slice(index + 1)
				.filter((b) => overlap(boxOf(a), boxOf(b)))
				.map((b) => `${a.name} and ${b.name}`),
		),
	);
});

/** Operations that others notice, or that cannot be undone. */
const ACTS = /^(approve|ban|deactivate|delete|deleteMany|reject|updateMany)$/;

it('changes nothing at the first run that a person did not decide', async () => {
	await eachFile(({ nodes, connections = {} }) => {
		const sources = (name: string) =>
			Object.entries(connections).flatMap(([from, outputs]) =>
				Object.values(outputs)
					.flat(2)
					.some((end) => end?.node === name)
					? [from]
					: [],
			);
		const isAsked = (name: string, seen = new Set<string>()): boolean => {
			if (seen.has(name)) return false;
			seen.add(name);
			const { parameters } = nodes.find((node) => node.name === name) ?? {};
			return (
				parameters?.operation === 'sendAndWait' ||
				sources(name).some((source) => isAsked(source, seen))
			);
		};
		return nodes
			.filter(({ type }) => type.startsWith('n8n-nodes-link-attribution.'))
			.filter(({ parameters }) => ACTS.test(String(parameters.operation)))
			.filter(({ name, disabled }) => !disabled && !isAsked(name))
			.map(({ name }) => name);
	});
});

/** Evaluate expressions for each item: 2.5 ms with three conditions, in which n8n 2.41 does nothing else. */
const SLOW = /\.(filter|if|switch|set)$/;

it('evaluates no expression for each link or click of a workspace', async () => {
	await eachFile(({ nodes, connections = {} }) =>
		nodes
			.filter(({ parameters }) => /^(event|link)$/.test(String(parameters.resource)))
			.filter(({ parameters: { returnAll, returnAs } }) => returnAll && returnAs !== 'file')
			.flatMap(({ name }) => Object.values(connections[name] ?? {}).flat(2))
			.flatMap((end) => nodes.filter(({ name }) => name === end?.node))
			.filter(({ type, executeOnce }) => SLOW.test(type) && !executeOnce)
			.map(({ name }) => name),
	);
});

it('asks for credentials by the names that n8n gives them, and for no OAuth2', async () => {
	await eachFile(({ nodes }) =>
		nodes.flatMap(({ name, credentials = {} }) =>
			Object.entries(credentials)
				.filter(([type, stored]) => /oauth/i.test(type) || !/ account$/.test(stored.name))
				.map(() => name),
		),
	);
});

it('lists every workflow in the README', async () => {
	const readme = await readFile(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
	const listed = [...readme.matchAll(/\]\(workflows\/([\w-]+)\.json\)/g)].map(([, file]) => file);
	expect([...new Set(listed)].sort()).toEqual(await workflowFiles());
});
