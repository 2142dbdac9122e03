import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nInstallation } from '../../tools/n8n/process';

interface Platform {
	n8n: string;
	/** Major version. */
	node: 20 | 22 | 24;
	/** Undefined for the pinned n8n. */
	installation?: N8nInstallation;
	env?: Record<string, string>;
}

function pinnedVersion(): string {
	const manifest = readFileSync(join(import.meta.dirname, '../../tools/n8n/package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/** The Node that runs the tests is 24; others are installed beside the older versions of n8n. */
function nodeProgram(major: Platform['node']): string {
	if (major === 24) return process.execPath;
	const name = `node-${major}-${process.platform}-${process.arch}`;
	return join(import.meta.dirname, `node-versions/node_modules/${name}/bin/node`);
}

function older(n8n: string, node: Platform['node'], more: Platform['env'] = {}): Platform {
	const folder = join(import.meta.dirname, `n8n-${n8n}`);
	const env = {
		// It does not start when it does not know a module, as that which is disabled in newer ones.
		N8N_DISABLED_MODULES: 'mcp,insights',
		N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
		...more,
	};
	return { n8n, node, installation: { folder, node: nodeProgram(node) }, env };
}

/** Newest first. */
export const platforms: Platform[] = [
	{ n8n: pinnedVersion(), node: 24 },
	older('2.20.12', 22),
	older('2.0.3', 24),
	older('2.0.3', 22),
	older('2.0.3', 20),
	older('1.123.81', 24),
	// The binaries of its other expression engine are for Node 22 and 24.
	older('1.123.81', 20, { N8N_EXPRESSION_ENGINE: 'legacy' }),
];
