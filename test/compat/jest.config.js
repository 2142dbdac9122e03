const main = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...main,
	rootDir: '../..',
	roots: ['<rootDir>/test/compat'],
	testPathIgnorePatterns: ['<rootDir>/test/compat/.*/node_modules/'],
	reporters: [...main.reporters, '<rootDir>/test/compat/tableReporter.js'],
};
