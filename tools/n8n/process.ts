import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { installPackages } from './packages.ts';
import { freePorts, isPortInUse } from './ports.ts';

const exitWithParent = pathToFileURL(join(import.meta.dirname, 'exitWithParent.mjs')).href;
const startTimeoutMs = 600_000;
const stopTimeoutMs = 10_000;

export interface N8nInstallation {
	/** The folder whose node_modules contains n8n. */
	folder: string;
	/** The Node program that runs it, in a version that this n8n supports. */
	node: string;
}

/** The n8n of this folder. */
const pinned: N8nInstallation = { folder: import.meta.dirname, node: process.execPath };

export interface N8nOptions {
	/** n8n stores everything here and reuses what it finds. */
	userFolder: string;
	/** Default: a free port. */
	port?: number;
	/** Packed node packages (.tgz) to install. */
	packages?: string[];
	/** Additional environment variables; they take precedence over the defaults. */
	env?: Record<string, string>;
	/** Default: the pinned n8n. */
	installation?: N8nInstallation;
}

export interface N8nProcess {
	/** The port of 127.0.0.1 on which it listens. */
	port: number;
	pid: number;
	/** Of this start only. */
	logFile: string;
	/** Resolves when the process has exited for any reason. */
	exited: Promise<void>;
	stop(): Promise<void>;
	/** Kills it without warning, like a power failure. */
	kill(): Promise<void>;
}

/** Inherits only PATH, the locale, and folders from the caller's environment. */
function environment(
	{ folder, node }: N8nInstallation,
	userFolder: string,
	port: number,
	brokerPort: number,
): NodeJS.ProcessEnv {
	const { PATH = '', LANG, LC_ALL, TZ, TMPDIR, SystemRoot } = process.env;
	return {
		// n8n starts its task runner as "node".
		PATH: [dirname(node), PATH].join(delimiter),
		LANG,
		LC_ALL,
		TZ,
		TMPDIR,
		SystemRoot,
		HOME: userFolder,
		// From its second start on, n8n needs a fifth less processor time to start.
		NODE_COMPILE_CACHE: join(folder, 'node_modules', '.cache', 'node'),
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: 'localhost',
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		// n8n tries only the first address of a name, and the servers on this machine use IPv4.
		NODEJS_PREFER_IPV4: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// Prevents only installing more packages; those in the folder are loaded.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'false',
		N8N_PYTHON_ENABLED: 'false',
		// Otherwise n8n responds with 503 after its database was slow for 5 s, as it can be on a busy machine.
		DB_PING_TIMEOUT_MS: '60000',
		// insights: n8n does not start once after a kill between an execution's creation and its start (n8n-io/n8n#22064).
		N8N_DISABLED_MODULES: 'mcp-registry,insights',
	};
}

/** Kills n8n and its task runner, which is in the same process group. */
function killGroup(pid: number) {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

async function stop(child: ChildProcess, pid: number, exited: Promise<void>) {
	child.kill('SIGTERM');
	const timer = setTimeout(() => killGroup(pid), stopTimeoutMs);
	await exited;
	clearTimeout(timer);
	killGroup(pid);
}

async function lastLines(file: string): Promise<string> {
	return (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-30).join('\n');
}

/**
 * Starts a command of n8n, such as `start` or `worker`, and polls `isUp` until it is up. It stops
 * with this process.
 *
 * @throws Error with the end of its log if it exits or is not up within 600 s
 */
export async function startProcess(
	[name, ...args]: [command: string, ...args: string[]],
	options: N8nOptions,
	isUp: (port: number) => Promise<boolean>,
): Promise<N8nProcess> {
	const { userFolder, packages = [], env = {}, installation = pinned } = options;
	const program = join(installation.folder, 'node_modules', 'n8n', 'bin', 'n8n');
	if (!existsSync(program)) {
		throw new Error('n8n is not installed. Run: node tools/setup/setup.mjs --n8n');
	}
	if (options.port !== undefined && (await isPortInUse(options.port))) {
		throw new Error(`Port ${options.port} is in use, perhaps by another n8n.`);
	}
	await mkdir(userFolder, { recursive: true });
	await installPackages(userFolder, packages);

	const [freePort, brokerPort] = await freePorts(2);
	const port = options.port ?? freePort;
	const logFile = join(userFolder, 'n8n.log');
	const log = await open(logFile, 'w');
	const child = spawn(installation.node, ['--import', exitWithParent, program, name, ...args], {
		// n8n reads a .env file from here.
		cwd: userFolder,
		env: { ...environment(installation, userFolder, port, brokerPort), ...env },
		stdio: ['pipe', log.fd, log.fd],
		// Ctrl-C in a terminal would otherwise reach n8n directly; its caller stops it.
		detached: true,
	});
	const exited = once(child, 'exit').then(() => undefined);
	await once(child, 'spawn');
	await log.close();
	const pid = child.pid as number;

	const end = Date.now() + startTimeoutMs;
	while (!(await isUp(port))) {
		const hasExited = child.exitCode !== null || child.signalCode !== null;
		if (hasExited || Date.now() > end) {
			if (!hasExited) await stop(child, pid, exited);
			const what = hasExited ? 'exited while starting' : `was not up in ${startTimeoutMs / 1000} s`;
			throw new Error(`n8n ${what}. The end of ${logFile}:\n${await lastLines(logFile)}`);
		}
		await delay(200);
	}
	return {
		port,
		pid,
		logFile,
		exited,
		stop: async () => await stop(child, pid, exited),
		async kill() {
			killGroup(pid);
			await exited;
		},
	};
}
