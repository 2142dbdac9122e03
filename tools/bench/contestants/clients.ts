import type { Condition } from '../conditions.ts';
import type { ClientContestant } from './types.ts';

/** They know nothing of limits, so that they take part only where there are none. */
const unlimited = ({ limited }: Condition) => !limited;

/** Programs without n8n: what bare HTTP takes at least, and what the public SDK takes. */
export const clients: ClientContestant[] = [
	client('undici', 1, 'bare HTTP (undici), one after another'),
	client('undici', 8, 'bare HTTP (undici), 8 at once'),
	client('dub', 1, 'public SDK (dub)'),
];

function client(name: 'undici' | 'dub', lanes: number, title: string): ClientContestant {
	return { name: `${name}-${lanes}`, title, kind: 'client', client: name, lanes, when: unlimited };
}
