/**
 * Finds the system's programs that tests need. CommonJS, because set-up, jest.config.js, and jest's modules all load it,
 * and neither Node 20.15 nor jest can `require` an ES module.
 */
const { accessSync, constants, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');

/** Debian installs the server programs of each version in a folder outside PATH. */
const postgresql = '/usr/lib/postgresql';

function postgresqlFolders() {
	try {
		const versions = readdirSync(postgresql).sort((a, b) => Number(b) - Number(a));
		return versions.map((version) => join(postgresql, version, 'bin'));
	} catch {
		return [];
	}
}

/** By Debian package. */
const programs = {
	chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
	'redis-server': ['redis-server'],
	postgresql: ['initdb'],
};

function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/**
 * Finds the main program of a package (`initdb` for PostgreSQL).
 *
 * @param {'chromium' | 'redis-server' | 'postgresql'} debianPackage
 * @returns {string | undefined} its path, if it is installed
 */
exports.findProgram = (debianPackage) => {
	const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	const folders = [...path, ...(debianPackage === 'postgresql' ? postgresqlFolders() : [])];
	return programs[debianPackage]
		.flatMap((name) => folders.map((folder) => join(folder, name)))
		.find(isProgram);
};
