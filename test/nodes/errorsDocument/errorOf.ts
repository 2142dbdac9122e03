import { sampleApps } from '../../../sandbox/data/lookup';
import type { ThrownByNode } from '../../support/node/nodeService';
import type { TriggerService } from '../../support/node/triggerService';
import { withVirtualWaits } from '../../support/node/virtualWaits';
import { startServer } from './servers';
import type { ErrorCase } from './types';

const OTHER_KEYS: Partial<Record<string, string>> = { wrong: 'dub_wrong', empty: ' ' };

/** Makes an error happen. */
export async function errorOf(triggers: TriggerService, one: ErrorCase): Promise<ThrownByNode> {
	const { service } = triggers;
	triggers.reset();
	service.withoutLimits();
	const responses = [...(one.responses ?? [])];
	service.proxy.respond = () => (responses.length > 1 ? responses.shift() : responses[0]);
	const server = one.server && (await startServer(one.server));
	const otherKey = OTHER_KEYS[one.key ?? ''];
	const key = otherKey === undefined ? one.key : undefined;
	const { apiKey, baseUrl } = service.credential(one.workspace, key);
	const credential = {
		apiKey: otherKey ?? apiKey,
		baseUrl: server?.url ?? one.baseUrl ?? baseUrl,
		...(one.token && {
			grantType: 'pkce',
			clientId: sampleApps(service.sandbox.db).find(({ pkce }) => pkce)?.clientId,
			accessTokenUrl: `${baseUrl}/oauth/token`,
			oauthTokenData: one.token,
		}),
	};
	const { items, binary } = one;
	try {
		const { result } = await withVirtualWaits(() =>
			service.failure(one.parameters, { credential, items, binary }),
		);
		return result;
	} catch (error) {
		throw new Error(`${one.when}: ${String(error)}`);
	} finally {
		service.proxy.respond = () => undefined;
		await server?.close();
	}
}
