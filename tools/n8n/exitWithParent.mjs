/**
 * Preloaded into n8n. Its stdin is a pipe that nobody writes to and that ends when the process
 * that started n8n is gone for whatever reason; then n8n shuts down as for SIGTERM.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
	process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
}
