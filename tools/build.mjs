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
cpSync(join(root, 'icons'), join(dist, 'icons'), { recursive: true });
