/**
 * `node scripts/setup.mjs` installs the development packages and Node 24; with `--n8n` also the
 * pinned n8n in n8n/, with `--compat` the older versions of n8n and Node in test/compat/, with
 * `--browser` Chromium and with `--services` PostgreSQL and Redis, both from Debian's packages.
 * Where that is done already it does nothing.
 * Runs on Node 20 before anything is installed, hence without dependencies.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackages } from './debian.mjs';
import {
	isInstalled,
	markInstalled,
	packageFolders,
	readJson,
	unmarkInstalled,
} from './installed.mjs';
import { runNpm, SetupError } from './npm.mjs';
import { startProgress } from './progress.mjs';

const root = join(import.meta.dirname, '..', '..');
const n8n = join(root, 'tools', 'n8n');
const compat = join(root, 'test', 'compat');
const nodeVersions = join(compat, 'node-versions');

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
	const wanted = `v${readJson(join(root, 'tools', 'setup', 'node', 'package.json')).version}`;
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
		checkNodeBinary,
	]);
	if (process.argv.includes('--n8n')) {
		const { n8n: version } = readJson(join(n8n, 'package.json')).dependencies;
		await install(n8n, `n8n ${version}`, [(onTick) => runNpm(['ci'], n8n, onTick)]);
	}
	if (process.argv.includes('--compat')) {
		await install(nodeVersions, 'older versions of Node', [
			(onTick) => runNpm(['ci'], nodeVersions, onTick),
		]);
		for (const name of readdirSync(compat).filter((entry) => entry.startsWith('n8n-'))) {
			const dir = join(compat, name);
			await install(dir, name, [(onTick) => runNpm(['ci'], dir, onTick)]);
		}
	}
	installDebianPackages([
		...(process.argv.includes('--browser') ? ['chromium'] : []),
		...(process.argv.includes('--services') ? ['redis-server', 'postgresql'] : []),
	]);
} catch (error) {
	if (!(error instanceof SetupError)) throw error;
	console.error(`\n${error.message}\n
Check the network connection and the free disk space (each n8n takes 2 to 3 GB), then run it again.`);
	process.exitCode = 1;
}
