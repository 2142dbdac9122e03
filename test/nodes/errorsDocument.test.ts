import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ProcessedData } from '../support/node/processedData';
import type { ThrownByNode } from '../support/node/nodeService';
import { sampleApps } from '../../sandbox/data/lookup';
import { searchList } from '../support/node/runNode';
import {
	failureOf,
	startTriggerService,
	type TriggerService,
} from '../support/node/triggerService';
import { withVirtualWaits } from '../support/node/virtualWaits';
import { credentialTestMessages, httpRequestCases } from './errorsDocument/credential';
import { inputSections } from './errorsDocument/input';
import { responseSections } from './errorsDocument/response';
import { startServer } from './errorsDocument/servers';
import { triggerCases, type Shown } from './errorsDocument/trigger';
import type { ErrorCase } from './errorsDocument/types';

const FILE = join(__dirname, '../../docs/errors.md');

/** Writes the document instead of comparing it. */
const IS_UPDATE = process.env.UPDATE_ERRORS === '1';

const MAX_WORDS = 40;

let triggers: TriggerService;

beforeAll(async () => {
	await ProcessedData.install();
	triggers = await startTriggerService({ webhooks: { retryFactor: 0, maxRetries: 2 } });
});
beforeEach(() => triggers.reset());
afterAll(() => triggers.close());

async function errorOf(one: ErrorCase): Promise<ThrownByNode> {
	const { service } = triggers;
	triggers.reset();
	service.withoutLimits();
	const responses = [...(one.responses ?? [])];
	service.proxy.respond = () => (responses.length > 1 ? responses.shift() : responses[0]);
	const server = one.server && (await startServer(one.server));
	const key = one.key === 'wrong' ? undefined : one.key;
	const { apiKey, baseUrl } = service.credential(one.workspace, key);
	const credential = {
		apiKey: one.key === 'wrong' ? 'dub_wrong' : apiKey,
		baseUrl: server?.url ?? one.baseUrl ?? baseUrl,
		...(one.token && {
			grantType: 'pkce',
			clientId: sampleApps(service.sandbox.db).find(({ pkce }) => pkce)?.clientId,
			accessTokenUrl: `${baseUrl}/oauth/token`,
			oauthTokenData: one.token,
		}),
	};
	const { items, binary, typeVersion = 1.1 } = one;
	try {
		const { result } = await withVirtualWaits(() =>
			service.failure(one.parameters, { credential, items, binary, typeVersion }),
		);
		return result;
	} catch (error) {
		throw new Error(`${one.when}: ${String(error)}`);
	} finally {
		service.proxy.respond = () => undefined;
		await server?.close();
	}
}

/** The same in each run. */
function stable(text: string): string {
	return (
		text
			.replace(
				/http:\/\/127\.0\.0\.1:\d+\/webhook\/\S+?(?=\.? )/g,
				'https://n8n.example.com/webhook/…',
			)
			.replace(/127\.0\.0\.1:\d{4,}/g, '127.0.0.1')
			.replace(/\b(ws|user|key)_[\w]+/g, '$1_…')
			// Where no DNS server responds.
			.replace(/EAI_AGAIN/g, 'ENOTFOUND')
			.replace(/asks to wait \d+ seconds/, 'asks to wait 30 seconds')
			.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-03-01 10:00:00')
			.replace(/\|/g, '\\|')
	);
}

const problems: string[] = [];

/** One error as the editor shows it. */
function entry(when: string, { message, description }: Shown, isAboutJson = false): string[] {
	const text = stable(message);
	// n8n shows only one of them.
	const advice = description === message ? '' : stable(description ?? '');
	const words = advice
		.replace(/\([^)]*\)$/, '')
		.trim()
		.split(/\s+/);
	if (words.length > MAX_WORDS) problems.push(`${when}: ${words.length} words of advice`);
	// A label, never the name of a parameter.
	const names = text.replace(/https?:\S+|metadata\[\S+/g, '').match(/\b[a-z]+[A-Z][A-Za-z]*\b/g);
	if (names && !isAboutJson) problems.push(`${when}: ${names.join()}`);
	if (/\([a-z]+_[a-z_]+\)/.test(text)) problems.push(`${when}: a code in the message`);
	return ['', `**${when}**`, '', `> ${text}`, ...(advice === '' ? [] : ['>', `> ${advice}`])];
}

it('docs/errors.md shows each error as it is, with what to do in a few words', async () => {
	const lines = [
		'# Errors',
		'',
		"The errors of the nodes and credentials as the editor shows them: what is wrong, then what to do. The service's code and a link to its documentation come last. The first sections are about what the node finds before it sends anything.",
	];
	for (const [section, cases] of Object.entries({ ...inputSections, ...responseSections })) {
		lines.push('', `## ${section}`);
		for (const one of cases) lines.push(...entry(one.when, await errorOf(one), one.isAboutJson));
	}
	lines.push('', '## A list in the editor');
	const { service } = triggers;
	const list = searchList('searchSubmissions', service.credential());
	lines.push(...entry('The submissions of no bounty', await failureOf(list)));
	lines.push('', '## The trigger');
	for (const [when, happen] of Object.entries(triggerCases)) {
		triggers.reset();
		lines.push(...entry(when, await happen(triggers)));
		triggers.sandbox.quirks.deliveryLog = true;
		triggers.proxy.respond = () => undefined;
	}
	lines.push('', "## The credential in n8n's HTTP Request node");
	for (const [when, happen] of Object.entries(httpRequestCases)) {
		lines.push(...entry(when, await happen()));
	}
	lines.push('', '## The test of the credential');
	for (const [message, causes] of credentialTestMessages()) {
		lines.push(...entry(causes.join(', '), { message }));
	}
	expect(problems).toEqual([]);
	const document = `${lines.join('\n')}\n`;
	if (IS_UPDATE) writeFileSync(FILE, document);
	expect(readFileSync(FILE, 'utf8')).toBe(document);
}, 300_000);
