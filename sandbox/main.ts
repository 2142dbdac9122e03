import { HELP, parseArguments, type Arguments } from './app/cli/arguments.ts';
import { UsageError } from './app/cli/values.ts';

async function run({ help, redirectUris, ...options }: Arguments): Promise<void> {
	if (help) {
		console.log(HELP);
		return;
	}
	// Loaded only now, so that help and usage errors are immediate.
	const [{ startSandbox }, { summary }, { allowRedirectUri }] = await Promise.all([
		import('./app/server.ts'),
		import('./app/cli/summary.ts'),
		import('./oauth/apps.ts'),
	]);
	const sandbox = await startSandbox(options);
	for (const uri of redirectUris) allowRedirectUri(sandbox.db, uri);
	// Registered before the summary reports that it is ready. A second signal while it closes kills the process.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close());
	}
	console.log(summary(sandbox));
}

try {
	await run(parseArguments(process.argv.slice(2)));
} catch (error) {
	const usage = error instanceof UsageError;
	console.error(usage ? `${error.message} See --help.` : startProblem(error));
	process.exitCode = usage ? 2 : 1;
}

function startProblem(error: unknown): string {
	const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
	if (code === 'EADDRINUSE') return 'The port is already in use. Choose another port with --port.';
	if (code === 'ERR_SQLITE_ERROR') return `The file cannot be used as a database: ${message}`;
	return message ?? String(error);
}
