import { join, resolve } from 'node:path';
import type { Owner } from '../n8n/client.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../../sandbox/app/server.ts';
import { prepareApiKey, prepareMail, prepareOAuth2 } from './credentials.ts';
import { framePartner, sendFakeTraffic } from './fakeTraffic.ts';
import { sweep } from './fraudSweep.ts';
import { stayLive } from './live.ts';
import { moderate } from './moderation.ts';
import { ownerOf, startWithPackage } from './n8n.ts';
import { exportToFiles, importNightlyExport } from './nightlyExport.ts';
import { HELP, readOptions, UsageError, type Options } from './options.ts';
import { Progress, StepError } from './progress.ts';
import { report } from './report.ts';
import { choosePort, reserveFolder } from './reserve.ts';
import { startFreshSandbox } from './sandbox.ts';
import { importTriggers, playAndCheck, publishTriggers, stopAndCatchUp } from './triggers.ts';
import { loopbackUrl, ownLinks } from './visitors.ts';
import { editorUrl, importFile } from './workflows.ts';

const N8N_PORT = 5678;
const SANDBOX_PORT = 4820;

const progress = new Progress();
/** Stop functions, newest last. */
const running: Array<() => unknown> = [];
const interruption = new AbortController();
let isUp = false;

async function stop(): Promise<void> {
	for (let end = running.pop(); end; end = running.pop()) await end();
}

/** Handles Ctrl-C. A second Ctrl-C exits immediately. */
async function interrupt(): Promise<void> {
	interruption.abort();
	console.log('\nStopping n8n and the sandbox ...');
	await stop();
	process.exit(isUp ? 0 : 130);
}

async function start(options: Options): Promise<void> {
	const dataDir = resolve(options.dataDir);

	const sandbox = await progress.step('Start the sandbox with sample data', async () => {
		const folder = await reserveFolder(dataDir);
		running.push(() => folder.release());
		const port = await choosePort(progress, 'the sandbox', options.sandboxPort ?? SANDBOX_PORT);
		const started = await startFreshSandbox(join(dataDir, 'sandbox.db'), port);
		running.push(() => started.close());
		progress.log(
			`${started.url}/sandbox: press Visit on its page Play, and watch on Live what happens`,
		);
		return started;
	});

	const owner = await ownerOf(dataDir);
	let n8n = await progress.step('Start n8n with the package', async () => {
		const port = await choosePort(progress, 'n8n', options.port ?? N8N_PORT);
		const started = await startWithPackage(dataDir, port, owner);
		running.push(() => started.stop());
		progress.log(`n8n: ${started.url}`);
		return started;
	});

	await progress.step('Sign in to n8n as its owner', async () => {
		await n8n.client.signIn(owner);
		progress.log(`${owner.email}, password ${owner.password}`);
	});
	const withKey = await progress.step('Create and test the API key credential', async () =>
		prepareApiKey(progress, n8n.client, sandbox),
	);
	const withOAuth = await progress.step('Create and connect the OAuth2 credential', async () =>
		prepareOAuth2(progress, n8n.client, sandbox),
	);

	const withMail = await progress.step('Create the email credential', async () =>
		prepareMail(progress, n8n.client, sandbox),
	);

	const credentials = { ...withKey, ...withOAuth, ...withMail };
	const workflows = await progress.step('Import the workflows', async () => {
		const moderation = await importFile(n8n, 'partner-moderation', credentials);
		const fraud = await importFile(n8n, 'fraud-sweep', credentials);
		const analytics = await importFile(n8n, 'analytics-report', credentials);
		const nightly = await importNightlyExport(n8n, credentials, dataDir);
		const triggers = await importTriggers(n8n, credentials);
		const { alerts, digest } = triggers;
		for (const workflow of [moderation, fraud, analytics, nightly, alerts, digest]) {
			progress.log(`${workflow.name}: ${editorUrl(n8n, workflow)}`);
		}
		return { moderation, fraud, analytics, nightly, triggers };
	});

	await progress.step('Run the partner moderation', async () =>
		moderate(progress, n8n, sandbox, workflows.moderation),
	);
	const [dishonest, framed] = await progress.step(
		'Generate fake traffic for two partners',
		async () => {
			const own = await sendFakeTraffic(sandbox);
			progress.log(`${own.partner}: ${own.visits} visits to their own ${own.shortLink}`);
			const others = await framePartner(sandbox);
			progress.log(`${others.partner}, framed: ${others.visits} visits to ${others.shortLink}`);
			return [own, others];
		},
	);
	await progress.step('Run the fraud sweep', async () =>
		sweep(progress, n8n, sandbox, workflows.fraud, dishonest, framed),
	);
	await progress.step('Run the analytics report', async () =>
		report(progress, n8n, sandbox, workflows.analytics),
	);
	await progress.step('Run the nightly export', async () =>
		exportToFiles(progress, n8n, workflows.nightly, dataDir),
	);

	const { triggers } = workflows;
	await progress.step('Publish the workflows with triggers', async () =>
		publishTriggers(progress, n8n, sandbox, triggers),
	);
	await progress.step('Play a journey: a visit, a lead, a sale', async () =>
		playAndCheck(progress, n8n, sandbox, triggers),
	);
	n8n = await progress.step('Stop n8n for a while and let it catch up', async () =>
		stopAndCatchUp(progress, n8n, sandbox, triggers, async () => {
			const started = await startWithPackage(dataDir, n8n.port, owner);
			running.push(() => started.stop());
			await started.client.signIn(owner);
			return started;
		}),
	);

	progress.summary();
	if (options.once) return;
	printWhereToLook(n8n, sandbox, owner);
	isUp = true;
	await Promise.race([n8n.exited, stayLive(progress, n8n, sandbox, triggers, interruption.signal)]);
	throw new Error(`n8n exited unexpectedly. Its log: ${n8n.logFile}`);
}

function printWhereToLook(n8n: N8nInstance, sandbox: Sandbox, owner: Owner): void {
	console.log(`
n8n               ${n8n.url}
  sign in as      ${owner.email}, password ${owner.password}
Sandbox           ${sandbox.url}/sandbox
  try it          press Visit on its page Play, and watch Live: n8n reacts to your click
  sent emails     ${sandbox.url}/sandbox/pages/mail

Open one of these short links to start "Event Alerts" in n8n. Nobody else opens them, and what n8n makes of your
click is printed here. The service counts one click per visitor, link, and hour.
${ownLinks(sandbox)
	.map((link) => `  ${loopbackUrl(sandbox, link)}`)
	.join('\n')}

Every few seconds, a made-up visitor opens another link. The executions that this starts are printed here.
n8n and the sandbox stay up until you press Ctrl-C.
`);
}

async function main(): Promise<void> {
	try {
		const options = readOptions(process.argv.slice(2));
		if (options.help) console.log(HELP);
		else await start(options);
	} catch (error) {
		// The current step fails because its programs were stopped on purpose.
		if (interruption.signal.aborted) return;
		process.exitCode = error instanceof UsageError ? 2 : 1;
		if (error instanceof UsageError) console.error(`${error.message} See --help.`);
		else if (error instanceof StepError) {
			progress.summary();
			console.error(`\nFailed: ${error.message}`);
		} else console.error(`\n${String(error)}`);
	} finally {
		await stop();
	}
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void interrupt());
await main();
