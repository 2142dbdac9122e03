import { sampleKey } from '../../../sandbox/data/lookup.ts';
import type { Sandbox } from '../../../sandbox/app/server.ts';

/** A request with the Business workspace's key whose response may not be JSON, or may never come. */
export function rawCall(sandbox: Sandbox, path: string, init: RequestInit = {}): Promise<Response> {
	const authorization = `Bearer ${sampleKey(sandbox.db, 'business')}`;
	const headers = { authorization, 'content-type': 'application/json' };
	return fetch(sandbox.url + path, { headers, ...init });
}
