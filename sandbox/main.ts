import { HELP, parseArguments, type Arguments } from './cli/arguments.ts';
import { UsageError } from './cli/usageError.ts';

async function run({ help, redirectUris, ...options }: Arguments): Promise<void> {
	if (help) {
		console.log(HELP);
		return;
	}
	// So that help and a mistyped option are answered at once.
	const { allowRedirectUri, startSandbox, summary } = await import('./cli/start.ts');
	const sandbox = await startSandbox(options);
	for (const uri of redirectUris) allowRedirectUri(sandbox.db, uri);
	// Before it says that it is ready. A second signal while it closes ends the process at once.
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
	if (code === 'EADDRINUSE') return 'The port is already in use. Choose another one with --port.';
	if (code === 'ERR_SQLITE_ERROR') return `The file cannot be used as the database: ${message}`;
	return message ?? String(error);
}
