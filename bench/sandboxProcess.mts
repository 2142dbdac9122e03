/** The sandbox in a process of its own; see sandbox.mts. Its argument is the JSON of its options. */
import { startSandbox, type SandboxOptions } from '../sandbox/app/server.ts';
import { addKey, addTemporaryLinks, removeTemporaryLinks } from './dataset.mts';
import { serve } from './rpc.mts';

const sandbox = await startSandbox(JSON.parse(process.argv[2]) as SandboxOptions);

const handlers = {
	address: () => ({ url: sandbox.url, certificate: sandbox.certificate }),
	addKey: () => addKey(sandbox.db),
	addLinks: (count: number) => addTemporaryLinks(sandbox.db, count),
	removeLinks: () => removeTemporaryLinks(sandbox.db),
	/** The requests since this was called last. */
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
	/** The secret of the webhook that is registered for the URL. */
	webhookSecret: (url: string) =>
		sandbox.db.get<{ secret: string }>('SELECT secret FROM webhooks WHERE url = ?', url)?.secret,
};

export type SandboxHandlers = typeof handlers;

serve(handlers);
