import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/app/server';
import { startService, type NodeService, type ThrownByNode } from '../support/node/nodeService';
import { withVirtualWaits } from '../support/node/virtualWaits';
import type { Answer } from '../support/sandbox/recordingProxy';

const FILE = join(__dirname, '../../docs/errors.md');

/** Writes the document instead of comparing it. */
const IS_UPDATE = process.env.UPDATE_ERRORS === '1';

const MAX_WORDS = 40;

interface Case {
	when: string;
	parameters: INodeParameters;
	workspace?: string;
	key?: string;
	answer?: Answer;
	baseUrl?: string;
}

const LINK = { resource: 'link', operation: 'create', url: 'https://example.com' };
const EVENTS = { resource: 'event', operation: 'getAll', event: 'leads' };
const SALE = { resource: 'conversion', operation: 'trackSale', customerExternalId: 'user_42' };
const BAN = { resource: 'partner', operation: 'ban', partner: 'pn_none', reason: 'spam' };
const FOLDERS = { resource: 'folder', operation: 'getAll' };
const refused = (status: number, code: string, message: string): Answer => ({
	status,
	body: { error: { code, message, doc_url: `https://dub.co/docs/api-reference/errors#${code}` } },
});

const SECTIONS: Record<string, Case[]> = {
	'Before anything is sent': [
		{ when: 'A required field is empty', parameters: SALE },
		{ when: 'An amount is not in cents', parameters: { ...SALE, amount: 49.5 } },
		{
			when: 'The currency is unknown',
			parameters: { ...SALE, amount: 1, additionalFields: { currency: 'xyz' } },
		},
		{
			when: 'A metadata filter is in another notation',
			parameters: { ...EVENTS, filters: { query: 'plan=pro' } },
		},
		{
			when: 'The country is not an ISO code',
			parameters: { ...EVENTS, filters: { country: 'UK' } },
		},
		{ when: 'The device is unknown', parameters: { ...EVENTS, filters: { device: 'Phone' } } },
		{
			when: 'The period ends before it begins',
			parameters: { ...EVENTS, interval: 'custom', start: '2026-03-02', end: '2026-03-01' },
		},
		{
			when: 'Two fields contradict each other',
			parameters: { ...LINK, additionalFields: { tagIds: ['tag_1'], tagNames: 'mail' } },
		},
		{
			when: 'The target of a QR code is not a URL',
			parameters: { resource: 'qrCode', operation: 'get', url: 'spring' },
		},
		{
			when: 'The base URL is not secure',
			parameters: FOLDERS,
			baseUrl: 'http://api.example.com',
		},
	],
	'From the service': [
		{ when: 'A slug that cannot be', parameters: { ...LINK, key: '_x' } },
		{
			when: 'A tag that does not exist',
			parameters: { ...LINK, additionalFields: { tagNames: 'no-such-tag' } },
		},
		{
			when: 'A state that does not allow it',
			parameters: BAN,
			answer: refused(400, 'bad_request', 'The partner is already banned.'),
		},
		{ when: 'A wrong API key', parameters: FOLDERS, key: 'wrong' },
		{ when: 'A plan without the feature', parameters: EVENTS, workspace: 'pro' },
		{ when: 'A key without the permission', parameters: LINK, key: 'readonly' },
		{ when: 'A user without the role', parameters: BAN, key: 'viewer' },
		{
			when: 'A domain of another workspace',
			parameters: { ...LINK, domain: 'go.nobody.example.com' },
		},
		{
			when: 'An ID that does not exist',
			parameters: { resource: 'link', operation: 'delete', linkId: 'link_none' },
		},
		{
			when: 'An identifier that is taken',
			parameters: { ...LINK, additionalFields: { externalId: 'order-business-0' } },
		},
		{ when: 'An invitation that is open', parameters: FOLDERS, key: 'open-invite' },
		{ when: 'An invitation that has expired', parameters: FOLDERS, key: 'expired-invite' },
		{
			when: 'Too many requests, for longer than Max Wait',
			parameters: { ...FOLDERS, requestOptions: { longestWait: 0 } },
			answer: {
				...(refused(429, 'rate_limit_exceeded', 'Rate limit exceeded.') as object),
				status: 429,
				headers: { 'retry-after': '30' },
			},
		},
		{
			when: 'Trouble in the service, so that the result is unknown',
			parameters: BAN,
			answer: refused(500, 'internal_server_error', 'An internal server error occurred.'),
		},
	],
	'From something else than the service': [
		{
			when: 'A web page instead of the API',
			parameters: FOLDERS,
			answer: { status: 200, body: '<!doctype html>' },
		},
		{
			when: 'A page that does not exist',
			parameters: FOLDERS,
			answer: { status: 404, body: '<h1>Not Found</h1>' },
		},
		{ when: 'An address where nothing runs', parameters: FOLDERS, baseUrl: 'http://127.0.0.1:1' },
		{ when: 'A certificate that n8n does not trust', parameters: FOLDERS, baseUrl: 'tls' },
	],
};

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.proxy.reset());
afterAll(() => service.close());

async function errorOf(one: Case): Promise<ThrownByNode> {
	service.proxy.reset();
	if (one.answer) service.proxy.answer = () => one.answer;
	const tls = one.baseUrl === 'tls' ? await startSandbox({ network: { tls: true } }) : undefined;
	const key = one.key === 'wrong' ? undefined : one.key;
	const credential = {
		...service.credential(one.workspace, key),
		...(one.key === 'wrong' && { apiKey: 'dub_wrong' }),
		...(one.baseUrl && { baseUrl: tls?.url ?? one.baseUrl }),
	};
	const { result } = await withVirtualWaits(() =>
		service.failure(one.parameters, { credential, typeVersion: 1.1 }),
	);
	service.proxy.answer = () => undefined;
	await tls?.close();
	return result;
}

/** The same in each run. */
function stable(text: string): string {
	return text
		.replace(/127\.0\.0\.1:\d{4,}/g, '127.0.0.1')
		.replace(/\b(ws|user|key)_[\w]+/g, '$1_…')
		.replace(/asks to wait \d+ seconds/, 'asks to wait 30 seconds')
		.replace(/(self-signed certificate);.*$/m, '$1')
		.replace(/\|/g, '\\|');
}

it('docs/errors.md shows each error as it is, with what to do in a few words', async () => {
	const lines = [
		'# Errors',
		'',
		"The errors of the node as the editor shows them: what is wrong, then what to do. The service's code and a link to its documentation come last.",
	];
	for (const [section, cases] of Object.entries(SECTIONS)) {
		lines.push('', `## ${section}`);
		for (const one of cases) {
			const { message, description } = await errorOf(one);
			const text = stable(message);
			const advice = stable(description ?? '');
			lines.push('', `**${one.when}**`, '', `> ${text}`);
			if (advice !== '') lines.push('>', `> ${advice}`);
			const words = advice
				.replace(/\([^)]*\)$/, '')
				.trim()
				.split(/\s+/);
			expect([one.when, words.length <= MAX_WORDS]).toEqual([one.when, true]);
			// A label, never the name of a parameter.
			expect(text).not.toMatch(/\b[a-z]+[A-Z][A-Za-z]*\b/);
			expect(text).not.toMatch(/\((bad_request|not_found|conflict|forbidden)\)/);
		}
	}
	const document = `${lines.join('\n')}\n`;
	if (IS_UPDATE) writeFileSync(FILE, document);
	expect(readFileSync(FILE, 'utf8')).toBe(document);
}, 120_000);
