// Builds the package into dist/: the output of tsc (with the codex files and the schemas) and the icons.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
const tsc = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc')], {
	cwd: root,
	stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
// n8n looks for schemas of exactly the version of a node. Those of version 1 hold all fields of version 1.1.
const schemas = join(dist, 'nodes', 'LinkAttribution', '__schema__');
cpSync(join(schemas, 'v1.0.0'), join(schemas, 'v1.1.0'), { recursive: true });
cpSync(join(root, 'icons'), join(dist, 'icons'), { recursive: true });
