/**
 * Preloaded into n8n, so plain JavaScript: older versions of n8n run on Node 20. Its stdin is a pipe
 * that ends when the process that started n8n exits for any reason; n8n then shuts down as for
 * SIGTERM.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
	process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
}
