/** Where programs of the system are that tests need; CommonJS, so that jest can load it too. */
const { accessSync, constants, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');

/** Debian keeps the server's programs of each version apart, outside of PATH. */
const postgresql = '/usr/lib/postgresql';

function postgresqlFolders() {
	try {
		const versions = readdirSync(postgresql).sort((a, b) => Number(b) - Number(a));
		return versions.map((version) => join(postgresql, version, 'bin'));
	} catch {
		return [];
	}
}

/** By the name of their Debian package. */
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

exports.findProgram = (debianPackage) => {
	const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	const folders = [...path, ...(debianPackage === 'postgresql' ? postgresqlFolders() : [])];
	return programs[debianPackage]
		.flatMap((name) => folders.map((folder) => join(folder, name)))
		.find(isProgram);
};
