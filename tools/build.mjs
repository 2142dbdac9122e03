// Builds the package into dist/: the output of tsc (with the codex files), the schemas of the operations, and the icons.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
const tsc = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc')], {
	cwd: root,
	stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
writeSchemas(join(dist, 'nodes', 'LinkAttribution'));
cpSync(join(root, 'icons'), join(dist, 'icons'), { recursive: true });

/** Writes the schema of each operation's output where n8n looks for it. */
function writeSchemas(nodeDir) {
	const resources = createRequire(import.meta.url)(join(nodeDir, 'actions', 'registry.js'));
	for (const [resource, { operations }] of Object.entries(resources)) {
		const folder = join(nodeDir, '__schema__', 'v1.0.0', resource);
		mkdirSync(folder, { recursive: true });
		for (const [operation, { output }] of Object.entries(operations)) {
			const schema = { ...schemaOf(output), version: 1 };
			writeFileSync(join(folder, `${operation}.json`), `${JSON.stringify(schema)}\n`);
		}
	}
}

function schemaOf(type) {
	if (typeof type === 'string') {
		return { type: type.endsWith('?') ? [type.slice(0, -1), 'null'] : type };
	}
	const fields = Object.entries(type).map(([name, field]) => [name, schemaOf(field)]);
	return { type: 'object', properties: Object.fromEntries(fields) };
}
