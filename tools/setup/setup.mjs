/**
 * Installs the development packages and Node 24. Does nothing for what is already installed.
 *
 *   --n8n       the pinned n8n in tools/n8n/
 *   --compat    the older versions of n8n and Node in test/compat/
 *   --browser   Chromium, from Debian's packages
 *   --services  PostgreSQL and Redis, from Debian's packages
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
	const expected = `v${readJson(join(root, 'tools', 'setup', 'node', 'package.json')).version}`;
	const binary = join(root, 'node_modules', '.bin', 'node');
	const { stdout, stderr, error } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
	if (stdout?.trim() === expected) return;
	throw new SetupError(
		`${binary} must print ${expected}, but: ${error?.message ?? (stderr || stdout).trim()}\n` +
			`npm provides Node for Linux with glibc, macOS, and Windows. This is ${process.platform}-${process.arch}.`,
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
Check the network connection and the free disk space (each n8n takes 2 to 3 GB), and try again.`);
	process.exitCode = 1;
}
