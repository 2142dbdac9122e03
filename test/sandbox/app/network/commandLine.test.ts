import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';

describe('sandbox command line for a simulated network', () => {
	async function run(...args: string[]) {
		const child = spawn(
			'node_modules/.bin/node',
			['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', '--port', '0', ...args],
			{ stdio: ['ignore', 'pipe', 'pipe'] },
		);
		let output = '';
		let errors = '';
		child.stdout.on('data', (chunk: Buffer) => {
			output += chunk.toString();
			if (output.endsWith('Ctrl-C.\n')) child.kill('SIGINT');
		});
		child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
		const [code] = (await once(child, 'close')) as [number];
		return { code, output, errors };
	}

	it('prints the URL and the certificate', async () => {
		const network = ['--latency', '20', '--jitter', '5', '--bandwidth', '1000000', '--tls'];
		const { code, output, errors } = await run('--events', '20', ...network);
		expect({ code, errors }).toEqual({ code: 0, errors: '' });
		expect(output).toMatch(/curl --insecure -H '.+' https:\/\/localhost:\d+\/folders\n/);
		expect(output).toMatch(/-----BEGIN CERTIFICATE-----\n[^-]+\n-----END CERTIFICATE-----\n/);
	});

	it('reports that the port is in use and exits', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const { code, output, errors } = await run('--port', String(port), '--empty', '--tls');
		server.close();
		expect({ code, output }).toEqual({ code: 1, output: '' });
		expect(errors).toMatch(/already in use/);
	});

	it.concurrent.each([
		['--latency', '-1', '--latency'],
		['--latency', 'slow', '--latency must be a whole number from 0 to 60000, not "slow".'],
		['--jitter', '60001', '--jitter must be a whole number from 0 to 60000, not "60001".'],
		['--bandwidth', '0', '--bandwidth must be a whole number from 1000 to 10000000000, not "0".'],
	])('rejects %s %s', async (option, value, message) => {
		const { code, output, errors } = await run(option, value);
		expect({ code, output }).toEqual({ code: 2, output: '' });
		expect(errors).toContain(message);
	});
});
