import { parentPort } from 'node:worker_threads';
import { generate } from 'selfsigned';

const DNS_NAME = 2;
const IP_ADDRESS = 7;

const { private: key, cert } = generate([{ name: 'commonName', value: 'localhost' }], {
	keySize: 2048,
	algorithm: 'sha256',
	// No authority: some clients reject a server that presents an authority's certificate as its own.
	extensions: [
		{ name: 'basicConstraints', cA: false },
		{ name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
		{ name: 'extKeyUsage', serverAuth: true },
		{
			name: 'subjectAltName',
			altNames: [
				{ type: DNS_NAME, value: 'localhost' },
				{ type: IP_ADDRESS, ip: '127.0.0.1' },
			],
		},
	],
});
parentPort?.postMessage({ key, cert: cert.replaceAll('\r\n', '\n') });
