import type { AddressInfo } from 'node:net';
import { integer, UsageError } from '../../cli/values.ts';
import { RANGES, type LineSettings } from '../../network/lane.ts';
import type { Listener } from '../../network/listen.ts';
import { makeCertificate } from '../../network/network.ts';
import { startTlsEndpoint } from '../../network/tlsEndpoint.ts';
import type { Dashboard, Query } from '../dashboard.ts';

/** The network on the page Trouble. @returns what the page shows of it */
export function networkActions(dashboard: Dashboard): () => object {
	/** Offers the service by HTTPS with a certificate that no client trusts. */
	let untrusted: Listener | undefined;
	dashboard.app.addHook('onClose', async () => await untrusted?.close());

	dashboard.action('trouble/network', ({ fields }) => {
		const network = dashboard.shown.line.network;
		if (!network) return 'This sandbox was started without a network.';
		try {
			network.set(settingsOf(fields));
		} catch (thrown) {
			if (thrown instanceof UsageError) return thrown.message;
			throw thrown;
		}
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
		ranges: RANGES,
		untrusted: untrusted && `https://localhost:${untrusted.port}`,
	});
}

/** @throws UsageError */
function settingsOf(fields: Query): LineSettings {
	const settings = Object.entries(RANGES).map(([name, range]) => [
		name,
		integer(name, fields[name] || undefined, range),
	]);
	return Object.fromEntries(settings) as LineSettings;
}
