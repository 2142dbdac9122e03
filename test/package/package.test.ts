import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import type * as Registry from '../../nodes/LinkAttribution/actions/registry.ts';
import { packPackage } from '../../tools/n8n/packages.ts';

const repository = join(import.meta.dirname, '..', '..');
const NODE_DIR = 'dist/nodes/LinkAttribution';

interface Manifest {
	name: string;
	keywords: string[];
	license: string;
	scripts: Record<string, string>;
	peerDependencies: Record<string, string>;
	n8n: { n8nNodesApiVersion: number; strict: boolean; nodes: string[]; credentials: string[] };
}

let folder: string;
let installed: string;
let manifest: Manifest;
let files: string[];

beforeAll(async () => {
	// Inside the repository, so that the package finds the n8n-workflow and zod that n8n would provide.
	folder = mkdtempSync(join(repository, 'node_modules', '.packed-'));
	const tarball = await packPackage(folder);
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	installed = join(folder, 'package');
	manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
	files = globSync('**', { cwd: installed, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(installed, join(parentPath, name)))
		.sort();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function load<Type>(path: string): Type {
	const exported = createRequire(join(installed, 'package.json'))(join(installed, path)) as Record<
		string,
		new () => Type
	>;
	const [Class] = Object.values(exported);
	return new Class();
}

it('contains only compiled files, codex files, schemas, icons, the README, and the license', () => {
	const sources = globSync('{nodes,credentials}/**/*.{ts,json}', { cwd: repository });
	const require = createRequire(join(installed, 'package.json'));
	const registry = require(join(installed, NODE_DIR, 'actions/registry.js')) as typeof Registry;
	const schemas = Object.entries(registry).flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((operation) =>
			join(NODE_DIR, '__schema__/v1.0.0', resource, `${operation}.json`),
		),
	);
	const expected = [
		'LICENSE.md',
		'README.md',
		'package.json',
		'dist/icons/link-attribution.svg',
		'dist/icons/link-attribution.dark.svg',
		...sources.map((path) => join('dist', path.replace(/\.ts$/, '.js'))),
		...schemas,
	];
	expect(files).toEqual(expected.sort());
});

it('contains the schema of an output where n8n looks for it', () => {
	const path = join(installed, NODE_DIR, '__schema__/v1.0.0/tag/get.json');
	expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
		type: 'object',
		properties: { id: { type: 'string' }, name: { type: 'string' }, color: { type: 'string' } },
		version: 1,
	});
});

it('contains no local paths, source maps, or keys', () => {
	for (const file of files) {
		const text = readFileSync(join(installed, file), 'utf8');
		expect([file, text.includes(repository)]).toEqual([file, false]);
		expect([file, text.match(/sourceMappingURL|\b(dub|whsec)_\w{12,}/g)]).toEqual([file, null]);
	}
});

it('requires only n8n-workflow and has no install scripts', () => {
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	for (const field of [
		'dependencies',
		'optionalDependencies',
		'bundledDependencies',
		'overrides',
	]) {
		expect(manifest).not.toHaveProperty(field);
	}
	for (const script of ['prepare', 'preinstall', 'install', 'postinstall', 'prepublish']) {
		expect(manifest.scripts).not.toHaveProperty(script);
	}
	expect(manifest.license).toBe('MIT');
	expect(manifest.keywords).toContain('n8n-community-node-package');
	expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
});

it('registers every node and credential that it contains', () => {
	const built = (ending: string) => files.filter((path) => path.endsWith(ending));
	expect([...manifest.n8n.nodes].sort()).toEqual(built('.node.js'));
	expect([...manifest.n8n.credentials].sort()).toEqual(built('.credentials.js'));
});

it('loads every node and credential, and their icons exist', () => {
	const loaded = [
		...manifest.n8n.nodes.map((path) => ({ path, icon: load<INodeType>(path).description.icon })),
		...manifest.n8n.credentials.map((path) => ({ path, icon: load<ICredentialType>(path).icon })),
	];
	for (const { path, icon } of loaded) {
		const { light, dark } = icon as { light: string; dark: string };
		expect(light).not.toBe(dark);
		for (const file of [light, dark]) {
			expect(files).toContain(join(path, '..', file.replace('file:', '')));
		}
	}
});

/** Loads everything, and lists the webhooks of a service that returns the given body. */
const LIST_WEBHOOKS = `
	const { Readable } = require('node:stream');
	const { nodes, credentials } = require('./package.json').n8n;
	const loaded = [...nodes, ...credentials].map((path) => {
		const [Class] = Object.values(require('./' + path));
		return new Class();
	});
	const { webhookMethods } = loaded.find(({ description }) => description.webhooks);
	const url = 'https://n8n.example/webhook';
	const node = { id: '1', name: 'Trigger', type: 'linkAttributionTrigger', parameters: {} };
	const parameters = { events: ['link.created'], registration: 'automatic' };
	const data = {};
	const body = () => Readable.from([Buffer.from(process.argv[1])]);
	const send = async () => ({ statusCode: 200, headers: {}, body: body() });
	const context = {
		getNode: () => node,
		getWorkflow: () => ({ id: '1', name: 'Workflow' }),
		getNodeParameter: (name, fallback) => parameters[name] ?? fallback,
		getNodeWebhookUrl: () => url,
		getWorkflowStaticData: () => data,
		getActivationMode: () => 'init',
		getMode: () => 'trigger',
		getTimezone: () => 'UTC',
		getCredentials: async () => ({ apiKey: 'key', baseUrl: 'https://service.example' }),
		helpers: { httpRequestWithAuthentication: send },
	};
	webhookMethods.default.checkExists.call(context).then(
		(exists) => console.log(JSON.stringify({ exists, id: data.webhookId })),
		({ message }) => console.log(JSON.stringify({ message })),
	);
`;

it.each(['zod', 'zod-newest'])('checks responses with %s, whichever n8n provides', (zod) => {
	const modules = join(installed, 'node_modules');
	mkdirSync(modules);
	symlinkSync(dirname(require.resolve(`${zod}/package.json`)), join(modules, 'zod'), 'dir');
	const url = 'https://n8n.example/webhook';
	const webhook = { id: 'wh_1', url, secret: 'whsec_1', triggers: ['link.created'], more: {} };
	const list = (...webhooks: object[]) => {
		const options = { cwd: installed, encoding: 'utf8' } as const;
		const args = ['-e', LIST_WEBHOOKS, JSON.stringify(webhooks)];
		return JSON.parse(execFileSync(process.execPath, args, options)) as object;
	};
	try {
		expect(list(webhook)).toEqual({ exists: true, id: 'wh_1' });
		expect(list({ ...webhook, triggers: 'all' })).toEqual({
			message: expect.stringMatching(/unexpected format: 0\.triggers: .*array/),
		});
	} finally {
		rmSync(modules, { recursive: true });
	}
});

it('is found in the node panel by common search terms', () => {
	const codex = JSON.parse(
		readFileSync(join(installed, 'dist/nodes/LinkAttribution/LinkAttribution.node.json'), 'utf8'),
	) as { node: string; alias: string[] };
	expect(codex.node).toBe(`${manifest.name}.linkAttribution`);
	const words = codex.alias.join(' ').toLowerCase();
	for (const word of [
		'dub',
		'short link',
		'url shortener',
		'affiliate',
		'referral',
		'attribution',
	]) {
		expect(words).toContain(word);
	}
});
