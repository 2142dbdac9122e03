import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const OWN = join(import.meta.dirname, 'assets');
const PACKAGES = join(import.meta.dirname, '..', '..', '..', 'node_modules');

const FILES: Record<string, [path: string, type: string]> = {
	'pico.css': [join(PACKAGES, '@picocss/pico/css/pico.min.css'), 'text/css'],
	'dashboard.css': [join(OWN, 'dashboard.css'), 'text/css'],
	'htmx.js': [join(PACKAGES, 'htmx.org/dist/htmx.min.js'), 'text/javascript'],
	'sse.js': [join(PACKAGES, 'htmx-ext-sse/dist/sse.min.js'), 'text/javascript'],
	'chart.js': [join(PACKAGES, 'chart.js/dist/chart.umd.min.js'), 'text/javascript'],
	'dashboard.js': [join(OWN, 'dashboard.js'), 'text/javascript'],
};

/** Scripts and styles, as their packages have them. */
export function assetRoutes(app: FastifyInstance): void {
	for (const [name, [path, type]] of Object.entries(FILES)) {
		const config = { access: { public: true } };
		app.get(`/sandbox/assets/${name}`, { config }, async (_request, reply) =>
			reply
				.headers({
					'content-type': `${type}; charset=utf-8`,
					'x-content-type-options': 'nosniff',
					'cache-control': 'max-age=600',
				})
				.send(await readFile(path)),
		);
	}
}
