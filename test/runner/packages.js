/**
 * Hands the loading of packages and of the sandbox to Node, which loads them once for all test files of a worker. Jest
 * would load them again for each file: n8n-core alone takes more than a second. In jest's watch mode, a change of the
 * sandbox has no effect until jest is started again.
 */
module.exports = {
	process: (_source, path) => ({ code: `module.exports = requireOnce(${JSON.stringify(path)});` }),
	getCacheKey: (_source, path) => `once ${path}`,
};
