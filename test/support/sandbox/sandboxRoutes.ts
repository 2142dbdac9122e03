import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { startSandbox } from '../../../sandbox/app/server';

/** All routes that the sandbox has, e.g. `GET /folders/{id}`, except the pages of its dashboard. */
export async function routesOfSandbox(): Promise<string[]> {
	const routes: string[] = [];
	const watch = (message: unknown) => {
		const { fastify } = message as { fastify: FastifyInstance };
		fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
			const path = url.replace(/:(\w+)/g, '{$1}');
			routes.push(...[method].flat().map((one) => `${one} ${path}`));
		});
	};
	subscribe('fastify.initialization', watch);
	try {
		const sandbox = await startSandbox({ sampleData: false });
		await sandbox.close();
	} finally {
		unsubscribe('fastify.initialization', watch);
	}
	// Fastify adds a HEAD route for each GET route.
	return routes.filter((route) => !/^HEAD |^\w+ \/sandbox\/(pages|assets)\//.test(route));
}
