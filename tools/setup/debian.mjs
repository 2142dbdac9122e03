import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import programs from './programs.cjs';

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

function aptGet(...args) {
	const command = ['apt-get', ...args];
	if (process.getuid() !== 0) command.unshift('sudo', '-n');
	const { status, stderr, error } = spawnSync(command[0], command.slice(1), {
		env,
		encoding: 'utf8',
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	return status === 0 ? undefined : (error?.message ?? stderr).trim();
}

function aptInstall(packages) {
	const install = ['install', '--yes', '--no-install-recommends', ...packages];
	// The package lists may be missing or out of date.
	return aptGet(...install) && (aptGet('update') || aptGet(...install));
}

/**
 * Installs the Debian packages whose programs are missing. A failure is only reported, since the
 * tests that need a program say so themselves.
 */
export function installDebianPackages(packages) {
	const missing = packages.filter((name) => !programs.findProgram(name));
	if (missing.length === 0) return;
	const list = missing.join(' ');
	const started = Date.now();
	console.error(`Installing ${list}`);
	const problem = existsSync('/usr/bin/apt-get')
		? aptInstall(missing)
		: 'This machine has no apt-get.';
	if (problem) console.error(`Could not install ${list}. ${problem}`);
	else console.error(`Installed ${list} in ${Math.round((Date.now() - started) / 1000)} s`);
}
