/**
 * Takes the pictures in docs/images/: `npm run screenshots`; `-- workflows` or `-- views` for a part of them. To see how
 * the editor looks otherwise: `-- views --dark --size 1280x800 --to FOLDER`.
 */
import { mkdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Locator } from 'playwright-core';
import { prepareStage } from './stage.ts';
import { apiKeyCredential, nodePanel, oauth2Credential, operations, triggers } from './views.ts';
import { pictureWorkflows } from './canvas.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs', 'images');
const VIEWS = [nodePanel, apiKeyCredential, oauth2Credential, operations, triggers];

async function report(path: string): Promise<void> {
	const { size } = await stat(path);
	console.log(`${relative('.', path)}  ${Math.round(size / 1000)} KB`);
}

async function take(name: string, what: Locator): Promise<void> {
	// Away from elements with tooltips.
	await what.page().mouse.move(0, 0);
	const path = join(target, `${name}.png`);
	await what.screenshot({ path, animations: 'disabled' });
	await report(path);
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		dark: { type: 'boolean', default: false },
		size: { type: 'string', default: '1280x700' },
		to: { type: 'string', default: DOCS },
	},
});
const target = values.to;
const [only] = positionals;
const [width, height] = values.size.split('x').map(Number);
await mkdir(target, { recursive: true });
const stage = await prepareStage({
	viewport: { width, height },
	colorScheme: values.dark ? 'dark' : 'light',
});
try {
	if (only !== 'workflows') {
		for (const view of VIEWS) await view(stage, take);
	}
	if (only !== 'views') {
		const folder = join(target, 'workflows');
		await mkdir(folder, { recursive: true });
		for (const path of await pictureWorkflows(stage, folder)) await report(path);
	}
} finally {
	await stage.end();
}
