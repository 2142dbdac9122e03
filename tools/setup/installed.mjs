import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function readJson(path) {
	return JSON.parse(readFileSync(path, 'utf8'));
}

const stampPath = (dir) => join(dir, 'node_modules', '.setup-complete');

/** Changes only when the installed packages change, not with the rest of package.json. */
function fingerprint(dir) {
	const manifest = readJson(join(dir, 'package.json'));
	const { dependencies, devDependencies, peerDependencies, overrides } = manifest;
	return createHash('sha256')
		.update(readFileSync(join(dir, 'package-lock.json')))
		.update(JSON.stringify([dependencies, devDependencies, peerDependencies, overrides]))
		.update(`${process.platform}-${process.arch}`)
		.digest('hex');
}

/** Whether the folder's node_modules is a complete install of its lockfile. */
export function isInstalled(dir) {
	const stamp = stampPath(dir);
	return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(dir);
}

export function markInstalled(dir) {
	writeFileSync(stampPath(dir), fingerprint(dir));
}

export function unmarkInstalled(dir) {
	rmSync(stampPath(dir), { force: true });
}

/** @returns the folders of the lockfile's packages, except those for other platforms */
export function packageFolders(dir) {
	const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
	const suits = (value, list) =>
		!list || list.includes(value) || (list[0].startsWith('!') && !list.includes(`!${value}`));
	return Object.entries(readJson(join(dir, 'package-lock.json')).packages)
		.filter(
			([path, { os, cpu, libc: libcs, link }]) =>
				path.includes('node_modules/') &&
				!link &&
				suits(process.platform, os) &&
				suits(process.arch, cpu) &&
				suits(libc, libcs),
		)
		.map(([path]) => join(dir, path));
}
