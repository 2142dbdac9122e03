import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import type { ErrorCase } from './types';

interface BrokenServer {
	url: string;
	close(): Promise<void>;
}

const DNS_NAME = 2;

/** For localhost, valid on January 1, 2020: the package for certificates makes only valid ones. */
const EXPIRED = {
	key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvIwZPG3J6yuTFw4K
7kFAgdXVaPfcC7dl2AnbbJmiVymhRANCAAQ5sNbWqOZwTNgYbLKraMrE2Pyd3dx0
C82UiO3wF/t80jFmlU+9UZZUVj4c2+x6SLBVt5Esnmx5hg23DV8zV7NH
-----END PRIVATE KEY-----`,
	cert: `-----BEGIN CERTIFICATE-----
MIIBTjCB9KADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yMDAxMDEwMDAwMDBaFw0yMDAxMDIwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDmw1tao5nBM2Bhssqto
ysTY/J3d3HQLzZSI7fAX+3zSMWaVT71RllRWPhzb7HpIsFW3kSyebHmGDbcNXzNX
s0ejNzA1MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAdBgNVHQ4EFgQUtRGXLqgE3+h3
7lk6dDX1hatY1fAwCgYIKoZIzj0EAwIDSQAwRgIhAPHVNZkC7tyvVIi/SoymDNQY
4scWBa/ZjA1U4eM1vaI3AiEAq9vVnTh74Q3y6TXbDhJZjeOPrgZTpiiEq+C30Nfm
NoM=
-----END CERTIFICATE-----`,
};

/** A server that does not work as the service does. */
export async function startServer(kind: NonNullable<ErrorCase['server']>): Promise<BrokenServer> {
	if (kind === 'silent') return await listen(createHttpServer(), 'http://127.0.0.1');
	if (kind === 'plain') {
		const plain = createHttpServer((_, response) => response.end('[]'));
		return await listen(plain, 'https://127.0.0.1');
	}
	const { key, cert } = kind === 'expired' ? EXPIRED : makeCertificate(kind);
	const trusted = getCACertificates('default');
	if (kind !== 'selfSigned') setDefaultCACertificates([...trusted, cert]);
	const server = await listen(createHttpsServer({ key, cert }), 'https://localhost');
	return {
		url: server.url,
		close: async () => {
			setDefaultCACertificates(trusted);
			await server.close();
		},
	};
}

function makeCertificate(kind: ErrorCase['server']) {
	const { publicKey, privateKey } = generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	});
	const host = kind === 'otherHost' ? 'api.example.com' : 'localhost';
	// The types of the package lack the key pair.
	const options = {
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames: [{ type: DNS_NAME, value: host }] }],
		keyPair: { publicKey, privateKey },
	};
	const { cert } = generate([{ name: 'commonName', value: host }], options);
	return { key: privateKey, cert };
}

async function listen(server: Server, origin: string): Promise<BrokenServer> {
	await new Promise<void>((resolve) => server.listen(0, resolve));
	return {
		url: `${origin}:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
