import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';

const MAIN = join(__dirname, 'main.ts');
const folder = mkdtempSync(join(tmpdir(), 'openapi-'));

afterAll(() => rmSync(folder, { recursive: true }));

interface Run {
	code: number;
	output: string;
}

async function check(document: unknown): Promise<Run> {
	const file = join(folder, 'document.json');
	writeFileSync(file, JSON.stringify(document));
	const warnings = ['ExperimentalWarning', 'MODULE_TYPELESS_PACKAGE_JSON'];
	const flags = warnings.map((name) => `--disable-warning=${name}`);
	try {
		const { stdout } = await promisify(execFile)(process.execPath, [...flags, MAIN, file]);
		return { code: 0, output: stdout };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, output: stdout + stderr };
	}
}

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const error = { $ref: '#/components/responses/Error' };
const text = { type: 'string' };

/** In OpenAPI 3.0, with a field that the node does not offer. */
const tags = {
	post: {
		requestBody: {
			required: true,
			...json({
				type: 'object',
				properties: {
					name: { type: 'string', minLength: 1, maxLength: 190 },
					color: { type: 'string', nullable: true, enum: ['pink'] },
					icon: { type: 'object', properties: { emoji: text } },
					tag: { type: 'string', deprecated: true },
				},
				required: ['name'],
			}),
		},
		responses: { 201: json({ $ref: '#/components/schemas/Tag' }), 409: error },
	},
};

const page = { type: 'integer', minimum: 0, exclusiveMinimum: true };

function document(folders: { search: unknown; item: unknown }) {
	return {
		openapi: '3.0.3',
		paths: {
			'/tags': tags,
			'/folders': {
				get: {
					parameters: [
						{ name: 'search', in: 'query', schema: folders.search },
						{ name: 'page', in: 'query', schema: page },
						{ name: 'pageSize', in: 'query', schema: page },
						{ name: 'owner', in: 'query', schema: text },
					],
					responses: { 200: json({ type: 'array', items: folders.item }) },
				},
			},
		},
		components: {
			schemas: {
				Tag: {
					type: 'object',
					properties: { id: text, name: text, color: text },
					required: ['id', 'name', 'color'],
					additionalProperties: false,
				},
			},
			responses: { Error: json({ type: 'object', required: ['error'] }) },
		},
	};
}

it('accepts a document that the node and the sandbox keep to, and lists what is not offered', async () => {
	const item = { type: 'object', properties: { id: text }, required: ['id'] };
	const { code, output } = await check(document({ search: text, item }));
	expect([code, output]).toEqual([0, expect.stringContaining('Operations: 2')]);
	expect(output).not.toContain('Invalid');
	expect(output).toContain(
		[
			'Fields that the node does not offer:',
			'  POST /tags',
			'    icon',
			'  GET /folders',
			'    owner',
			'',
			'Deprecated fields that the node does not offer:',
			'  POST /tags',
			'    tag',
		].join('\n'),
	);
	expect(output).toMatch(/Requests: \d+, problems: 0\n/);
	expect(output).toMatch(/Successful responses: \d+, problems: 0\n/);
	expect(output).toContain('Fields not offered: 2, and deprecated ones: 1');
});

it('finds a request and a response that the document does not allow', async () => {
	const item = { type: 'object', properties: { id: text, owner: text }, required: ['owner'] };
	const { code, output } = await check(document({ search: { type: 'integer' }, item }));
	expect(code).toBe(1);
	expect(output).toContain(
		[
			'Invalid requests:',
			'  GET /folders',
			"    'every field': query parameter search must be integer",
			'',
			'Invalid responses:',
			'  GET /folders',
			"    200: /… must have required property 'owner'",
			'',
			'Fields that the node does not offer:',
		].join('\n'),
	);
});

it('says that a file is no such document', async () => {
	const { code, output } = await check({ swagger: '2.0' });
	expect([code, output]).toEqual([
		1,
		expect.stringContaining('not an OpenAPI document of version 3.0 or 3.1'),
	]);
});
