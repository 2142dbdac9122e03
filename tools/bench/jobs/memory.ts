import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Condition } from '../conditions.ts';
import { startClient } from '../contestants/clients.ts';
import type { ClientContestant, Contestant, NodeContestant } from '../contestants/types.ts';
import { readMemory, readPeak, resetPeak } from '../machine.ts';
import { BenchmarkN8n, CONTESTANT } from '../n8n.ts';
import type { MemoryResult } from '../results.ts';
import type { Service } from '../sandbox.ts';
import { createCredentials, setKey } from '../credentials.ts';
import { itemsOf, type TimedJob } from './types.ts';

interface MemoryField {
	condition: Condition;
	service: Service;
	folder: string;
	tarball: string;
	rounds: number;
	log: (text: string) => void;
}

type Measured = MemoryResult['rounds'][number];

/** Measures a contestant in a new process for each round. */
export async function runMemory(
	job: TimedJob,
	contestant: Contestant,
	field: MemoryField,
): Promise<MemoryResult> {
	const { name, title } = contestant;
	const result: MemoryResult = { contestant: name, title, rounds: [] };
	try {
		for (let round = 0; round < field.rounds; round++) {
			result.rounds.push(await measure(job, contestant, field));
		}
	} catch (error) {
		result.failure = error instanceof Error ? error.message : String(error);
	}
	const peaks = result.rounds.map(({ peak }) => `${peak.toFixed(0)} MiB`).join(', ');
	field.log(`memory · ${name}: ${result.failure ?? peaks}`);
	return result;
}

async function measure(
	job: TimedJob,
	contestant: Contestant,
	field: MemoryField,
): Promise<Measured> {
	const token = await field.service.process.call('addKey');
	return contestant.kind === 'node'
		? await measureNode(job, contestant, field, token)
		: await measureClient(job, contestant, field, token);
}

async function measureNode(
	job: TimedJob,
	contestant: NodeContestant,
	{ condition, service: { url }, folder, tarball }: MemoryField,
	token: string,
): Promise<Measured> {
	const n8n = await BenchmarkN8n.start(await mkdtemp(join(folder, 'memory-')), tarball, []);
	try {
		const credentials = await createCredentials(n8n, url);
		await setKey(n8n, credentials, url, token);
		const setting = { condition, url, credentials, pages: job.pages };
		const { items } = contestant;
		const workflow = await n8n.publish(contestant.node(setting), items !== undefined);
		return await peakDuring(n8n.instance.pid, async () => {
			const { status, error, nodes } = await workflow.run(items ? items([], setting) : []);
			if (status !== 'success') throw new Error(error ?? status);
			const count = itemsOf(job, contestant, nodes[CONTESTANT].items);
			return count === job.pages * job.itemsPerPage;
		});
	} finally {
		await n8n.stop();
	}
}

async function measureClient(
	job: TimedJob,
	{ client, lanes }: ClientContestant,
	{ service: { url } }: MemoryField,
	token: string,
): Promise<Measured> {
	const process = await startClient();
	try {
		return await peakDuring(process.pid, async () => {
			const task = { job: job.name, url, token, lanes, input: [] };
			const { items } = await process.call('run', client, task);
			return items === job.pages * job.itemsPerPage;
		});
	} finally {
		await process.stop();
	}
}

async function peakDuring(pid: number, work: () => Promise<boolean>): Promise<Measured> {
	const before = await readMemory(pid);
	await resetPeak(pid);
	if (!(await work())) throw new Error('incomplete');
	return { before, peak: await readPeak(pid) };
}
