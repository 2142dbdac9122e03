import { join, resolve } from 'node:path';
import type { Owner } from '../n8n/client.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../sandbox/app/server.ts';
import { prepareApiKey, prepareMail, prepareOAuth2 } from './credentials.mts';
import { framePartner, sendFakeTraffic } from './fakeTraffic.mts';
import { reserveFolder } from './folder.mts';
import { sweep } from './fraudSweep.mts';
import { stayLive } from './live.mts';
import { moderate } from './moderation.mts';
import { ownerOf, startWithPackage } from './n8n.mts';
import { HELP, readOptions, UsageError, type Options } from './options.mts';
import { choosePort } from './ports.mts';
import { Progress, StepError } from './progress.mts';
import { report } from './report.mts';
import { startFreshSandbox } from './sandbox.mts';
import { importTriggers, playAndCheck, publishTriggers, stopAndCatchUp } from './triggers.mts';
import { loopbackUrl, openLinks } from './visitors.mts';
import { editorUrl, importFile } from './workflows.mts';

const N8N_PORT = 5678;
const SANDBOX_PORT = 4820;

const progress = new Progress();
/** What has to be stopped, newest last. */
const running: Array<() => unknown> = [];
const interruption = new AbortController();
let isUp = false;

async function stop(): Promise<void> {
	for (let end = running.pop(); end; end = running.pop()) await end();
}

/** On Ctrl-C; a second one ends the process at once. */
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
		progress.say(`The service on this machine: ${started.url}`);
		return started;
	});

	const owner = await ownerOf(dataDir);
	let n8n = await progress.step('Start n8n with the package', async () => {
		const port = await choosePort(progress, 'n8n', options.port ?? N8N_PORT);
		const started = await startWithPackage(dataDir, port, owner);
		running.push(() => started.stop());
		progress.say(`n8n: ${started.url}`);
		return started;
	});

	await progress.step('Sign in to n8n as its owner', async () => {
		await n8n.client.signIn(owner);
		progress.say(`${owner.email}, password ${owner.password}`);
	});
	const withKey = await progress.step('Create and test the API key credential', async () =>
		prepareApiKey(progress, n8n.client, sandbox),
	);
	const withOAuth = await progress.step('Create and connect the OAuth2 credential', async () =>
		prepareOAuth2(progress, n8n.client, sandbox),
	);

	const withMail = await progress.step('Create the e-mail credential', async () =>
		prepareMail(progress, n8n.client, sandbox),
	);

	const credentials = { ...withKey, ...withOAuth, ...withMail };
	const workflows = await progress.step('Import the workflows', async () => {
		const moderation = await importFile(n8n, 'partner-moderation', credentials);
		const fraud = await importFile(n8n, 'fraud-sweep', credentials);
		const analytics = await importFile(n8n, 'analytics-report', credentials);
		const triggers = await importTriggers(n8n, credentials);
		for (const workflow of [moderation, fraud, analytics, triggers.alerts, triggers.digest]) {
			progress.say(`${workflow.name}: ${editorUrl(n8n, workflow)}`);
		}
		return { moderation, fraud, analytics, triggers };
	});

	await progress.step('Run the partner moderation', async () =>
		moderate(progress, n8n, sandbox, workflows.moderation),
	);
	const [dishonest, framed] = await progress.step('Let two partners get fake traffic', async () => {
		const own = await sendFakeTraffic(sandbox);
		progress.say(`${own.partner}: ${own.visits} visits to their own ${own.shortLink}`);
		const others = await framePartner(sandbox);
		progress.say(`${others.partner}, framed: ${others.visits} visits to ${others.shortLink}`);
		return [own, others];
	});
	await progress.step('Run the fraud sweep', async () =>
		sweep(progress, n8n, sandbox, workflows.fraud, dishonest, framed),
	);
	await progress.step('Run the analytics report', async () =>
		report(progress, n8n, sandbox, workflows.analytics),
	);

	const { triggers } = workflows;
	await progress.step('Publish the workflows with triggers', async () =>
		publishTriggers(progress, n8n, sandbox, triggers),
	);
	await progress.step('Play a journey: a visit, a lead, a sale', async () =>
		playAndCheck(progress, n8n, sandbox, triggers),
	);
	n8n = await progress.step('Stop n8n for a while, and let it catch up', async () =>
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
	throw new Error(`n8n ended on its own. Its log: ${n8n.logFile}`);
}

function printWhereToLook(n8n: N8nInstance, sandbox: Sandbox, owner: Owner): void {
	console.log(`
n8n               ${n8n.url}
  log in as       ${owner.email}, password ${owner.password}
Sandbox           ${sandbox.url}/sandbox
  sent e-mails    ${sandbox.url}/sandbox/outbox

Open one of these short links, and n8n starts "Event Alerts" for your visit. A visitor counts once per
link and hour.
${openLinks(sandbox, 3)
	.map((link) => `  ${loopbackUrl(sandbox, link)}`)
	.join('\n')}

Every few seconds somebody else visits a link. This is what n8n starts because of it; both stay up
until you press Ctrl-C.
`);
}

async function main(): Promise<void> {
	try {
		const options = readOptions(process.argv.slice(2));
		if (options.help) console.log(HELP);
		else await start(options);
	} catch (error) {
		// Whatever is stopped on purpose fails in the step that uses it.
		if (interruption.signal.aborted) return;
		process.exitCode = error instanceof UsageError ? 2 : 1;
		if (error instanceof UsageError) console.error(`${error.message} See --help.`);
		else if (error instanceof StepError) {
			progress.summary();
			console.error(`\nDid not work: ${error.message}`);
		} else console.error(`\n${String(error)}`);
	} finally {
		await stop();
	}
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void interrupt());
await main();
