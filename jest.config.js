const { availableParallelism } = require('node:os');
const { findProgram } = require('./tools/setup/programs.cjs');

/** n8n in queue mode needs servers that cannot be installed on every system. */
const hasServices = ['redis-server', 'postgresql'].every(findProgram);
if (!hasServices) console.error('PostgreSQL or Redis is missing. Skipping test/scale.');

/** @type {import('jest').Config} */
module.exports = {
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: [
		// Other versions of n8n; `npm run test:compat` installs and runs them.
		'<rootDir>/test/compat/',
		...(hasServices ? [] : ['<rootDir>/test/scale/']),
	],
	testEnvironment: 'node',
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/tools/n8n/node_modules/',
		'<rootDir>/test/compat/.*/node_modules/',
	],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
		],
	},
	maxWorkers: Math.max(2, availableParallelism()),
	workerIdleMemoryLimit: '900MB',
	testSequencer: '<rootDir>/test/runner/sequencer.js',
	reporters: ['default', '<rootDir>/test/runner/progress.js'],
	globalSetup: '<rootDir>/test/runner/setup.ts',
	globalTeardown: '<rootDir>/test/runner/teardown.ts',
	testTimeout: 30_000,
};
