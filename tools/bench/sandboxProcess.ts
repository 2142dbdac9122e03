/** The sandbox in a separate process, started by sandbox.ts. Its argument is the JSON of its options. */
import { startSandbox, type SandboxOptions } from '../../sandbox/app/server.ts';
import { addKey, addTemporaryLinks, removeTemporaryLinks } from './dataset.ts';
import { serve } from './rpc.ts';

const sandbox = await startSandbox(JSON.parse(process.argv[2]) as SandboxOptions);

const handlers = {
	address: () => ({ url: sandbox.url, certificate: sandbox.certificate }),
	addKey: () => addKey(sandbox.db),
	addLinks: (count: number) => addTemporaryLinks(sandbox.db, count),
	removeLinks: () => removeTemporaryLinks(sandbox.db),
	/** Returns the requests since the last call. */
	takeRequests() {
		const requests = sandbox.requests.all();
		sandbox.requests.clear();
		return requests.map(({ at, method, path, query, status }) => ({
			at,
			method,
			path,
			query,
			status,
		}));
	},
	/** Returns the signing secret of the webhook for the URL. */
	webhookSecret: (url: string) =>
		sandbox.db.get<{ secret: string }>(
			"SELECT secret FROM webhooks WHERE substr(url, 1, instr(url || '?', '?') - 1) = ?",
			url,
		)?.secret,
};

export type SandboxHandlers = typeof handlers;

serve(handlers);
