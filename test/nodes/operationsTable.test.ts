import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IHttpRequestMethods } from 'n8n-workflow';
import { requirementOf } from '../../nodes/LinkAttribution/actions/routes';
import { menuOperations } from '../support/node/menu';
import { routesOfSandbox } from '../support/sandbox/sandboxRoutes';
import { contractRows } from './contract';

const ROOT = join(__dirname, '../..');
const ACTIONS = join(ROOT, 'nodes/LinkAttribution/actions');

/** Routes of the sandbox that no operation of the node is for. */
const NO_OPERATIONS = {
	'the credentials use them': [
		'GET /oauth/authorize',
		'POST /oauth/authorize',
		'POST /oauth/token',
	],
	'the trigger uses them; they are not in the documentation of the service': [
		'GET /webhooks',
		'POST /webhooks',
		'GET /webhooks/{id}',
		'PATCH /webhooks/{id}',
		'DELETE /webhooks/{id}',
		'GET /webhooks/{id}/events',
		'GET /webhooks/{id}/folders',
		'GET /webhooks/{id}/links',
	],
	'visitors follow short links': ['GET /s/{domain}', 'GET /s/{domain}/*'],
	'they are of the sandbox, not of the service': [
		'GET /sandbox',
		'GET /sandbox/faults',
		'PUT /sandbox/faults',
		'GET /sandbox/notifications',
		'GET /sandbox/outage',
		'PUT /sandbox/outage',
		'DELETE /sandbox/outage',
		'GET /sandbox/outbox',
		'GET /sandbox/requests',
		'DELETE /sandbox/requests',
		'GET /sandbox/webhooks',
		'POST /sandbox/webhooks/{id}/disable',
		'POST /sandbox/webhooks/{id}/enable',
		'POST /sandbox/webhooks/{id}/redeliver',
		'POST /sandbox/webhooks/{id}/test',
		'POST /sandbox/payouts/{id}/confirm',
		'PUT /sandbox/payouts/mode',
	],
};

function titleOf(resource: string, operation: string): string {
	const found = menuOperations.find(
		(candidate) => candidate.resource === resource && candidate.operation === operation,
	);
	return found?.title ?? `${resource} · ${operation}, which is not in the menu`;
}

/** The rows of the table of all operations: what the menu calls it, e.g. `GET /folders`, and what it needs. */
function documentedOperations(): { title: string; endpoint: string; needs: string }[] {
	const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
	const section = /^## All operations$(.*?)^##/ms.exec(page)?.[1] ?? '';
	const rows = section
		.split('\n')
		.filter((line) => line.startsWith('|') && !/^[|\s:-]+$/.test(line))
		.map((line) => line.split('|').map((cell) => cell.trim()));
	expect(rows[0]?.slice(1, 5)).toEqual(['Resource', 'Operation', 'Endpoint', 'Needs']);
	return rows
		.slice(1)
		.map(([, resource, operation, endpoint, needs]) => ({
			title: `${resource} · ${operation}`,
			endpoint: endpoint.replaceAll('`', ''),
			needs,
		}));
}

/** The route that a request goes to; of several the one with the fewest variable parts. */
function routeOf(request: string, routes: string[]): string {
	const variables = (route: string) => route.split('{').length;
	const [found] = routes
		.filter((route) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(request))
		.sort((a, b) => variables(a) - variables(b));
	return found ?? `${request}, which no route is for`;
}

/** What the table says in short, e.g. "Pro, `analytics.read`". */
function inWords(needs: string): string {
	const words = needs.split(', ').flatMap((need) => {
		if (/^(Pro|Business|Advanced|Enterprise)$/.test(need)) return [`the ${need} plan or higher`];
		if (need === 'member') return ['the workspace role owner or member'];
		const scope = /^`([\w.]+)`/.exec(need)?.[1];
		return scope ? [`the permission ${scope}`] : [];
	});
	return words.join(' and ') || 'a permission that the key lacks';
}

function sorted(entries: Iterable<string>): string[] {
	return [...new Set(entries)].sort();
}

describe('the table of all operations', () => {
	const table = documentedOperations();
	let routes: string[];

	beforeAll(async () => {
		routes = await routesOfSandbox();
	});

	it('are listed once each in alphabetical order', () => {
		const titles = table.map(({ title }) => title);
		expect(titles).toEqual([...new Set(titles)].sort((a, b) => a.localeCompare(b)));
	});

	it('match the menu', () => {
		expect(sorted(table.map(({ title }) => title))).toEqual(
			sorted(menuOperations.map(({ title }) => title)),
		);
	});

	it('have one file each', () => {
		const files = readdirSync(ACTIONS, { recursive: true, encoding: 'utf8' }).filter((file) =>
			file.endsWith('.operation.ts'),
		);
		expect(sorted(files)).toEqual(
			sorted(
				menuOperations.map(({ resource, operation }) =>
					join(resource, `${operation}.operation.ts`),
				),
			),
		);
	});

	it('send requests to the listed endpoints', () => {
		const sent = contractRows.map(({ resource, operation, method, path }) => ({
			title: titleOf(resource, operation),
			endpoint: routeOf(`${method} ${path}`, routes),
		}));
		const lines = (rows: Array<{ title: string; endpoint: string }>) =>
			sorted(rows.map(({ title, endpoint }) => `${title}: ${endpoint}`));
		expect(lines(sent)).toEqual(lines(table));
	});

	it('say what errors say that a route needs', () => {
		const said = table.map(({ endpoint }) => {
			const [method, path] = endpoint.replace(/\{\w+\}/g, 'x').split(' ');
			return [endpoint, requirementOf({ method: method as IHttpRequestMethods, path })];
		});
		expect(said).toEqual(table.map(({ endpoint, needs }) => [endpoint, inWords(needs)]));
	});

	it('cover every endpoint of the service except the listed exclusions', () => {
		expect(sorted(routes)).toEqual(
			sorted([...table.map(({ endpoint }) => endpoint), ...Object.values(NO_OPERATIONS).flat()]),
		);
	});
});
