import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Credentials } from './credentials.ts';
import { verify, type Progress } from './progress.ts';
import { executionUrl, importFile, run } from './workflows.ts';

/** The summary of a file, as the node returns it. */
interface Summary {
	fileName: string;
	rows: number;
	bytes: number;
}

/** The only folder to which n8n lets workflows write. */
function filesOf(dataDir: string): string {
	return join(dataDir, 'n8n', '.n8n-files');
}

/** Imports the nightly export with a folder instead of the bucket to which it uploads. */
export async function importNightlyExport(
	n8n: N8nInstance,
	credentials: Credentials,
	dataDir: string,
): Promise<Workflow> {
	return await importFile(n8n, 'nightly-export', credentials, ({ nodes }) => {
		const upload = nodes.find(({ name }) => name === 'Upload');
		verify(upload !== undefined, 'The workflow has no node Upload.');
		delete upload.credentials;
		Object.assign(upload, {
			type: 'n8n-nodes-base.readWriteFile',
			typeVersion: 1,
			parameters: {
				operation: 'write',
				fileName: `=${filesOf(dataDir)}/{{ $binary.data.fileName }}`,
				dataPropertyName: 'data',
				options: {},
			},
		});
	});
}

/** Runs the export. Checks that each file has as many lines as the node says. */
export async function exportToFiles(
	progress: Progress,
	n8n: N8nInstance,
	workflow: Workflow,
	dataDir: string,
): Promise<void> {
	const folder = filesOf(dataDir);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const execution = await run(n8n, workflow, 'Run Now');
	for (const name of ['Get Clicks', 'Get Leads', 'Get Sales']) {
		const [summary] = items(execution, name);
		const { fileName, rows, bytes } = summary as unknown as Summary;
		const text = gunzipSync(await readFile(join(folder, fileName))).toString();
		const lines = text.split('\r\n').length - 1;
		// The first line is the header, which a file without rows does not have.
		verify(lines === (rows > 0 ? rows + 1 : 0), `${fileName} has ${lines} lines for ${rows} rows.`);
		progress.log(`${fileName}: ${rows} rows, ${bytes} bytes`);
	}
	progress.log(`Files: ${folder}`);
	progress.log(`Execution: ${executionUrl(n8n, workflow, execution)}`);
}
