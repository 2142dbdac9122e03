/**
 * `node scripts/setup.mjs` installs the development packages and Node 24; with `--n8n` also the
 * pinned n8n in n8n/, with `--browser` Chromium and with `--services` PostgreSQL and Redis, both
 * from Debian's packages. Where that is done already it does nothing.
 * Runs on Node 20 before anything is installed, hence without dependencies.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installDebianPackages } from './setup/debian.mjs';
import { SetupError } from './setup/errors.mjs';
import {
	isInstalled,
	markInstalled,
	packageFolders,
	readJson,
	unmarkInstalled,
} from './setup/installed.mjs';
import { runNpm } from './setup/npm.mjs';
import { startProgress } from './setup/progress.mjs';

const root = join(import.meta.dirname, '..');
const n8n = join(root, 'n8n');

async function install(dir, label, steps) {
	if (isInstalled(dir)) return;
	unmarkInstalled(dir);
	const progress = startProgress(label, packageFolders(dir));
	try {
		for (const step of steps) await step(progress.update);
	} catch (error) {
		progress.fail();
		throw error;
	}
	markInstalled(dir);
	progress.succeed();
}

function checkNodeBinary() {
	const wanted = `v${readJson(join(root, 'package.json')).devDependencies.node}`;
	const binary = join(root, 'node_modules', '.bin', 'node');
	const { stdout, stderr, error } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
	if (stdout?.trim() === wanted) return;
	throw new SetupError(
		`${binary} should answer ${wanted}, but: ${error?.message ?? (stderr || stdout).trim()}\n` +
			`npm has Node as a package for Linux with glibc, macOS and Windows; this is ${process.platform}-${process.arch}.`,
	);
}

try {
	await install(root, 'the development packages', [
		(onTick) => runNpm(['ci'], root, onTick),
		// The only install script that is needed: it fetches the binary for this platform.
		(onTick) => runNpm(['rebuild', 'node', '--ignore-scripts=false'], root, onTick),
		checkNodeBinary,
	]);
	if (process.argv.includes('--n8n')) {
		const { n8n: version } = readJson(join(n8n, 'package.json')).dependencies;
		await install(n8n, `n8n ${version}`, [(onTick) => runNpm(['ci'], n8n, onTick)]);
	}
	installDebianPackages([
		...(process.argv.includes('--browser') ? ['chromium'] : []),
		...(process.argv.includes('--services') ? ['redis-server', 'postgresql'] : []),
	]);
} catch (error) {
	if (!(error instanceof SetupError)) throw error;
	console.error(`\n${error.message}\n
Check the network connection and the free disk space (n8n takes 3 GB), then run it again.`);
	process.exitCode = 1;
}
