import type { AddressInfo } from 'node:net';
import type { Listener } from '../../network/listen.ts';
import { makeCertificate } from '../../network/network.ts';
import { startTlsEndpoint } from '../../network/tlsEndpoint.ts';
import type { Dashboard } from '../dashboard.ts';

const RANGES = { latency: [0, 60_000], jitter: [0, 60_000], bandwidth: [10_000, 1e10] } as const;

/** The network on the page Trouble. @returns what the page shows of it */
export function networkActions(dashboard: Dashboard): () => object {
	/** Offers the service by HTTPS with a certificate that no client trusts. */
	let untrusted: Listener | undefined;
	dashboard.app.addHook('onClose', async () => await untrusted?.close());

	dashboard.action('trouble/network', ({ fields }) => {
		const network = dashboard.shown.line.network;
		if (!network) return 'This sandbox was started without a network.';
		const settings: Record<string, number | undefined> = {};
		for (const [name, [min, max]] of Object.entries(RANGES)) {
			const value = fields[name] || undefined;
			if (value !== undefined && !(Number(value) >= min && Number(value) <= max)) {
				return `${name} must be a number from ${min} to ${max}, or empty.`;
			}
			settings[name] = value === undefined ? undefined : Number(value);
		}
		network.set(settings);
		return 'The network has these settings now.';
	});

	dashboard.action('trouble/tls', async () => {
		if (untrusted) {
			await untrusted.close();
			untrusted = undefined;
			return 'The address with HTTPS is gone.';
		}
		const { port } = dashboard.app.server.address() as AddressInfo;
		untrusted = await startTlsEndpoint(port, await makeCertificate());
		return `The service is also at https://localhost:${untrusted.port}.`;
	});

	return () => ({
		line: dashboard.shown.line.network?.settings,
		untrusted: untrusted && `https://localhost:${untrusted.port}`,
	});
}
