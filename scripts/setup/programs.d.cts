/** The path of the package's main program (of PostgreSQL `initdb`), if it is on this machine. */
export function findProgram(
	debianPackage: 'chromium' | 'redis-server' | 'postgresql',
): string | undefined;
