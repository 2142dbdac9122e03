import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '..', '..');

interface Manifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

async function readManifest(path: string): Promise<Manifest> {
	return JSON.parse(await readFile(path, 'utf8')) as Manifest;
}

async function writeManifest(path: string, manifest: Partial<Manifest>) {
	await writeFile(path, JSON.stringify(manifest, null, 2));
}

/** Packs the built package of this repository. @returns the path of the .tgz in `outDir` */
export async function packPackage(outDir: string): Promise<string> {
	if (!existsSync(join(repository, 'dist'))) {
		throw new Error('The package is not built. Run: npm run build');
	}
	await mkdir(outDir, { recursive: true });
	const out = await npm(
		['pack', '--json', '--ignore-scripts', '--pack-destination', outDir],
		repository,
	);
	const [packed] = JSON.parse(out) as Array<{ filename: string }>;
	return join(outDir, packed.filename);
}

/**
 * Installs packed packages into n8n's folder for community nodes, as n8n does after downloading one.
 * Skips tarballs that are already installed.
 */
export async function installPackages(userFolder: string, tarballs: string[]): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	const manifestPath = join(folder, 'package.json');
	await mkdir(folder, { recursive: true });
	if (!existsSync(manifestPath)) {
		await writeFile(manifestPath, '{"name":"installed-nodes","private":true,"dependencies":{}}');
	}
	for (const tarball of tarballs) {
		const { name, version } = await installPackage(folder, tarball);
		const manifest = await readManifest(manifestPath);
		manifest.dependencies = { ...manifest.dependencies, [name]: version };
		await writeManifest(manifestPath, manifest);
	}
}

async function installPackage(folder: string, tarball: string): Promise<Manifest> {
	const packed = await run('tar', ['-xzOf', tarball, 'package/package.json']);
	const manifest = JSON.parse(packed.stdout) as Manifest;
	delete manifest.devDependencies;
	delete manifest.peerDependencies;
	delete manifest.optionalDependencies;
	const target = join(folder, 'node_modules', manifest.name);
	const stamp = join(target, '.installed-from');
	const hash = createHash('sha512')
		.update(await readFile(tarball))
		.digest('hex');
	if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return manifest;

	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
	await writeManifest(join(target, 'package.json'), manifest);
	if (Object.keys(manifest.dependencies ?? {}).length > 0) await installDependencies(target);
	await writeFile(stamp, hash);
	return manifest;
}

async function installDependencies(folder: string): Promise<void> {
	const options = '--audit=false --fund=false --bin-links=false --install-strategy=shallow';
	const safety = '--ignore-scripts=true --package-lock=false';
	await npm(['install', ...options.split(' '), ...safety.split(' ')], folder);
}

/** Without the npm_* variables of a surrounding `npm start`, which describe another folder and its options. */
function npmEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== 'NODE_ENV'),
	);
}

/** Runs npm in `cwd`. @returns its stdout @throws Error with what npm printed */
async function npm(args: string[], cwd: string): Promise<string> {
	const script = process.env.npm_execpath;
	const isNpm = script !== undefined && /\bnpm(-cli)?\.c?js$/.test(script);
	const [command, prefix] = isNpm ? [process.execPath, [script]] : ['npm', []];
	const { stdout } = await run(command, [...prefix, ...args], { cwd, env: npmEnvironment() });
	return stdout;
}
