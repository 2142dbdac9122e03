import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts, isPortInUse } from '../../../tools/n8n/ports';
import { findProgram } from '../../../tools/setup/programs.cjs';
import { until } from '../until';

const run = promisify(execFile);

export interface Service {
	/** At 127.0.0.1. */
	port: number;
	/** Ends it and forgets its data. */
	stop: () => Promise<void>;
}

interface User {
	uid: number;
	gid: number;
}

/** Ends the program when nobody holds its input any more, so that it does not outlive the tests. */
const GUARD = '"$@" & cat; kill -INT $!; wait';

export interface Postgres extends Service {
	/** @param sql a SELECT */
	select: <Row>(sql: string) => Promise<Row[]>;
}

/** PostgreSQL with an empty database `postgres` of the user `n8n`, who needs no password. */
export async function startPostgres(): Promise<Postgres> {
	// Elsewhere there may be links to some of its programs.
	const programs = dirname(realpathSync(pathOf('postgresql')));
	const user = ordinaryUser();
	const service = await startService(user, async (folder, port) => {
		const data = join(folder, 'data');
		const options = '--username=n8n --auth=trust --encoding=UTF8 --locale=C --no-sync'.split(' ');
		await run(join(programs, 'initdb'), ['--pgdata', data, ...options], { ...user, cwd: folder });
		const settings = {
			port,
			listen_addresses: '127.0.0.1',
			unix_socket_directories: '',
			max_connections: 200,
			fsync: 'off',
			full_page_writes: 'off',
			synchronous_commit: 'off',
		};
		return {
			program: join(programs, 'postgres'),
			args: [
				'-D',
				data,
				...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
			],
			async isUp() {
				try {
					await run(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
					return true;
				} catch {
					return false;
				}
			},
		};
	});
	const select = async <Row>(sql: string) => {
		const address = ['-h', '127.0.0.1', '-p', String(service.port), '-U', 'n8n', 'postgres'];
		const query = `SELECT coalesce(json_agg(rows), '[]') FROM (${sql}) AS rows`;
		const { stdout } = await run(
			join(programs, 'psql'),
			[...address, '--no-align', '--tuples-only', '--command', query],
			{ maxBuffer: 2 ** 28 },
		);
		return JSON.parse(stdout) as Row[];
	};
	return { ...service, select };
}

export interface Redis extends Service {
	/** The response as text. */
	command: (...words: string[]) => Promise<string>;
}

/** Redis that keeps nothing on disk. */
export async function startRedis(): Promise<Redis> {
	const server = pathOf('redis-server');
	const service = await startService(undefined, async (folder, port) => ({
		program: server,
		args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
		isUp: async () => await isPortInUse(port),
	}));
	const command = async (...words: string[]) => {
		const { stdout } = await run(join(dirname(server), 'redis-cli'), [
			'-p',
			String(service.port),
			...words,
		]);
		return stdout.trim();
	};
	return { ...service, command };
}

interface Command {
	program: string;
	args: string[];
	isUp: () => Promise<boolean>;
}

async function startService(
	user: User | undefined,
	prepare: (folder: string, port: number) => Promise<Command>,
): Promise<Service> {
	const folder = mkdtempSync(join(tmpdir(), 'service-'));
	const forget = async () => await rm(folder, { recursive: true, force: true });
	try {
		if (user) chownSync(folder, user.uid, user.gid);
		const [port] = await freePorts(1);
		const { program, args, isUp } = await prepare(folder, port);
		const guard = spawn('sh', ['-c', GUARD, 'sh', program, ...args], {
			...user,
			cwd: folder,
			stdio: ['pipe', 'ignore', 'ignore'],
			// Ctrl-C in a terminal goes to the whole group.
			detached: true,
		});
		const exited = once(guard, 'exit');
		const stop = async () => {
			guard.stdin.destroy();
			await exited;
			await forget();
		};
		try {
			await until(isUp, program);
		} catch (error) {
			await stop();
			throw error;
		}
		return { port, stop };
	} catch (error) {
		await forget();
		throw error;
	}
}

function pathOf(debianPackage: 'redis-server' | 'postgresql'): string {
	const path = findProgram(debianPackage);
	if (!path) throw new Error(`${debianPackage} is missing: node scripts/setup.mjs --services`);
	return path;
}

/** PostgreSQL refuses to run as root; its Debian package creates a user for it. Undefined for the current user. */
function ordinaryUser(): User | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}
