const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const { findProgram } = require('./tools/setup/programs.cjs');

/** n8n in queue mode needs servers that cannot be installed on every system. */
const hasServices = ['redis-server', 'postgresql'].every(findProgram);
if (!hasServices) console.error('PostgreSQL or Redis is missing. Skipping test/scale.');

/** The packages that tests, the node, and the sandbox import. */
const LOADED_ONCE = [
	'@fastify',
	'@n8n/di',
	'chrono-node',
	'dub',
	'fast-check',
	'fastify',
	'luxon',
	'n8n-core',
	'n8n-workflow',
	'selfsigned',
	'typescript',
	'undici',
	'zod',
];

/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		// Other versions of n8n; `npm run test:compat` installs and runs them.
		'<rootDir>/test/compat/',
		// Half an hour of random faults: `npm run test:soak`.
		'<rootDir>/test/soak/',
		...(hasServices ? [] : ['<rootDir>/test/scale/']),
	],
	testEnvironment: '<rootDir>/test/runner/environment.js',
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/tools/n8n/node_modules/',
		'<rootDir>/test/compat/.*/node_modules/',
	],
	transform: {
		[`[/\\\\]node_modules[/\\\\](${LOADED_ONCE.join('|')})[/\\\\]`]:
			'<rootDir>/test/runner/packages.js',
		// Jest does not replace `<rootDir>` here.
		[`^${join(__dirname, 'sandbox', '/').replace(/\W/g, '\\$&')}`]:
			'<rootDir>/test/runner/packages.js',
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
		],
	},
	transformIgnorePatterns: [],
	// Two more than there are processors: the files that start n8n or a browser mostly wait for them.
	maxWorkers: availableParallelism() + 2,
	workerIdleMemoryLimit: '900MB',
	// After half a second, jest would print that tests leak: at the end, a worker can still collect garbage.
	workerGracefulExitTimeout: 10_000,
	testSequencer: '<rootDir>/test/runner/sequencer.js',
	reporters: ['default', '<rootDir>/test/runner/progress.js'],
	globalSetup: '<rootDir>/test/runner/setup.ts',
	globalTeardown: '<rootDir>/test/runner/teardown.ts',
	// Ends only what hangs: a busy machine can take several times as long as usual.
	testTimeout: 900_000,
};
