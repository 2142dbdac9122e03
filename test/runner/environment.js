const { enableCompileCache } = require('node:module');
const { TestEnvironment } = require('jest-environment-node');

/** What a test file and the modules loaded by `packages.js` share, so that `instanceof` and replaced clocks work in both. */
const SHARED = [
	'AggregateError',
	'Date',
	'Error',
	'EvalError',
	'Math',
	'RangeError',
	'ReferenceError',
	'SyntaxError',
	'TypeError',
	'URIError',
];

// Node 20 has none.
enableCompileCache?.();

if (process.send) {
	// Jest would ask a worker that is about to end for its memory, and print that it fails.
	process.once('beforeExit', () => process.disconnect());
	// Otherwise, it takes seconds to give back the memory of many files.
	process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
}

const { console } = globalThis;
const clocks = [Date, performance].map((clock) => ({ clock, now: clock.now }));

function resetClocks() {
	for (const { clock, now } of clocks) clock.now = now;
}

module.exports = class extends TestEnvironment {
	constructor(...options) {
		super(...options);
		this.global.requireOnce = require;
		// Errors that the JavaScript engine throws in this context.
		Object.setPrototypeOf(this.global.Error.prototype, Error.prototype);
		for (const name of SHARED) this.global[name] = globalThis[name];
	}

	async setup() {
		await super.setup();
		globalThis.console = this.global.console;
		// What ends after its file can have replaced them once more.
		resetClocks();
	}

	handleTestEvent({ name }) {
		// Jest takes the time after the last test, and other files use the same clocks.
		if (name !== 'run_finish') return;
		this.moduleMocker.restoreAllMocks();
		resetClocks();
	}

	async teardown() {
		globalThis.console = console;
		await super.teardown();
	}
};
