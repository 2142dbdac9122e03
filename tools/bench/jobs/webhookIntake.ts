import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import type { IDataObject } from 'n8n-workflow';
import { testDataOf } from '../../../sandbox/webhook/testEvents.ts';
import type { BenchmarkN8n, Credentials } from '../n8n.ts';
import type { IntakeResult, IntakeTrigger } from '../results.ts';
import type { Service } from '../sandbox.ts';
import { quantile } from '../statistics.ts';
import { leastDisturbed } from '../steal.ts';

interface IntakeField {
	n8n: BenchmarkN8n;
	service: Service;
	credentials: Credentials;
	/** Deliveries per case and round. */
	count: number;
	connections: number[];
	warmUp: boolean;
	rounds: number;
	log: (text: string) => void;
}

interface Receiver {
	trigger: IntakeTrigger;
	saving: boolean;
	workflowId: string;
	url: string;
	/** The signing secret of the deliveries. */
	secret: string;
}

interface Delivery {
	body: string;
	signature: string;
}

/**
 * Sends clicks to the trigger, to a minimal trigger that verifies the same signature, and to a Webhook node, each followed
 * by a No Operation node.
 */
export async function runWebhookIntake(
	field: IntakeField,
	saving: boolean,
): Promise<IntakeResult[]> {
	const results: IntakeResult[] = [];
	const receivers = [
		await publishAutomatic(field, saving),
		await publishManual(field, saving),
		await publishMinimal(field, saving),
		await publishWebhook(field, saving),
	];
	if (field.warmUp) for (const receiver of receivers) await deliver(field, receiver, 1);
	for (const connections of field.connections) {
		const measured = receivers.map((receiver) => ({
			receiver,
			result: { trigger: receiver.trigger, connections, saving, rounds: [] } as IntakeResult,
		}));
		for (let round = 0; round < field.rounds; round++) {
			for (const { receiver, result } of round % 2 === 0 ? measured : measured.toReversed()) {
				const once = async () => await deliver(field, receiver, connections);
				result.rounds.push(await leastDisturbed(once));
			}
		}
		results.push(...measured.map(({ result }) => result));
	}
	for (const { workflowId } of receivers)
		await field.n8n.instance.client.deleteWorkflow(workflowId);
	return results;
}

async function deliver(
	{ n8n, count, log }: IntakeField,
	{ trigger, saving, workflowId, url, secret }: Receiver,
	connections: number,
): Promise<Omit<IntakeResult['rounds'][number], 'steal'>> {
	const deliveries = Array.from({ length: count }, () => makeDelivery(secret));
	const before = (await n8n.reports(workflowId)).length;
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, { connections, pipelining: 1 });
	const waits: number[] = [];
	let failed = 0;
	const start = performance.now();
	const lane = async () => {
		for (let next = deliveries.pop(); next; next = deliveries.pop()) {
			const sent = performance.now();
			const { statusCode, body } = await pool.request({
				method: 'POST',
				path: pathname,
				headers: { 'content-type': 'application/json', 'dub-signature': next.signature },
				body: next.body,
			});
			await body.dump();
			waits.push(performance.now() - sent);
			if (statusCode !== 200) failed++;
		}
	};
	await Promise.all(Array.from({ length: connections }, lane));
	const seconds = (performance.now() - start) / 1000;
	await pool.close();
	await n8n.waitForReports(workflowId, before + count - failed);
	const round = {
		perSecond: count / seconds,
		p50: quantile(waits, 0.5),
		p99: quantile(waits, 0.99),
		failed,
	};
	const label = `webhookIntake · ${trigger} · ${connections} · saving ${saving ? 'on' : 'off'}`;
	log(
		`${label}: ${round.perSecond.toFixed(0)}/s, p99 ${round.p99.toFixed(1)} ms, ${failed} failed`,
	);
	return round;
}

let made = 0;

/** @returns a new click in the service's format */
function makeDelivery(secret: string): Delivery {
	const number = String(++made);
	const createdAt = new Date().toISOString();
	const data = testDataOf('link.clicked') as { click: IDataObject };
	const click = { ...data.click, id: number.padStart(16, '0'), timestamp: createdAt };
	const body = JSON.stringify({
		id: `evt_${number.padStart(25, '0')}`,
		event: 'link.clicked',
		createdAt,
		data: { ...data, click },
	});
	return { body, signature: createHmac('sha256', secret).update(body).digest('hex') };
}

const SECRET = 'whsec_0123456789abcdef0123456789abcdef';

async function publishAutomatic(field: IntakeField, saving: boolean): Promise<Receiver> {
	const receiver = await publishOurs(field, saving, 'automatic', field.credentials);
	const secret = await field.service.process.call('webhookSecret', receiver.url);
	if (!secret) throw new Error(`No webhook is registered for ${receiver.url}.`);
	return { ...receiver, secret };
}

async function publishManual(field: IntakeField, saving: boolean): Promise<Receiver> {
	const type = 'linkAttributionApi';
	const data = { apiKey: 'none', baseUrl: field.service.url, webhookSecret: SECRET };
	const name = `intake-manual-${saving ? 'saved' : 'unsaved'}`;
	const credential = await field.n8n.instance.client.createCredential(name, type, data);
	return await publishOurs(field, saving, 'manual', { [type]: credential });
}

async function publishOurs(
	field: IntakeField,
	saving: boolean,
	trigger: 'automatic' | 'manual',
	{ linkAttributionApi }: Credentials,
): Promise<Receiver> {
	const name = `intake-${trigger}-${saving ? 'saved' : 'unsaved'}`;
	const workflowId = await publish(field, saving, name, {
		type: 'n8n-nodes-link-attribution.linkAttributionTrigger',
		typeVersion: 2,
		parameters: { events: ['link.clicked'], registration: trigger },
		credentials: { linkAttributionApi },
	});
	const url = `${field.n8n.instance.url}/webhook/${name}/webhook`;
	return { trigger, saving, workflowId, url, secret: SECRET };
}

async function publishMinimal(field: IntakeField, saving: boolean): Promise<Receiver> {
	const name = `intake-minimal-${saving ? 'saved' : 'unsaved'}`;
	const workflowId = await publish(field, saving, name, {
		type: 'CUSTOM.minimalTrigger',
		typeVersion: 1,
		parameters: { secret: SECRET },
	});
	const url = `${field.n8n.instance.url}/webhook/${name}/webhook`;
	return { trigger: 'minimal', saving, workflowId, url, secret: SECRET };
}

async function publishWebhook(field: IntakeField, saving: boolean): Promise<Receiver> {
	const name = `intake-webhook-${saving ? 'saved' : 'unsaved'}`;
	const workflowId = await publish(field, saving, name, {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		parameters: { httpMethod: 'POST', path: name, responseMode: 'onReceived' },
	});
	const url = `${field.n8n.instance.url}/webhook/${name}`;
	return { trigger: 'webhook', saving, workflowId, url, secret: 'none' };
}

async function publish(
	{ n8n }: IntakeField,
	saving: boolean,
	name: string,
	trigger: {
		type: string;
		typeVersion: number;
		parameters: IDataObject;
		credentials?: Credentials;
	},
): Promise<string> {
	const { client } = n8n.instance;
	const save = saving ? 'all' : 'none';
	const { id } = await client.createWorkflow({
		name,
		nodes: [
			{ name: 'Trigger', position: [0, 0], webhookId: name, ...trigger },
			{
				name: 'Work',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { Trigger: { main: [[{ node: 'Work', type: 'main', index: 0 }]] } },
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: save,
			saveDataErrorExecution: save,
		},
	});
	await client.activate(id);
	return id;
}
