import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { row, workspaceId } from '../../support/sandbox/rows.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

interface Click {
	click_id: string;
	[column: string]: unknown;
}

const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const CHROME =
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';

const sandbox = useSandbox();
const api = new Api(sandbox, 'business');
let domain: string;

beforeAll(async () => {
	domain = row<{ slug: string }>(
		sandbox,
		'SELECT slug FROM domains WHERE workspace_id = ? AND is_primary = 1',
		workspaceId(sandbox, 'business'),
	).slug;
});

async function create(fields: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
	const body = { url: 'https://example.com/landing', ...fields };
	const response = await api.post<{ id: string; key: string }>('/links', body);
	expect(outcome(response)).toBe('200');
	return response.body;
}

async function visit(key: string, headers: Record<string, string> = {}, method = 'GET') {
	const response = await fetch(`${sandbox.url}/s/${domain}/${key}`, {
		method,
		redirect: 'manual',
		headers: { 'user-agent': CHROME, ...headers },
	});
	const location = response.headers.get('location');
	return { status: response.status, location, text: await response.text() };
}

function clicks(linkId: string): Click[] {
	return sandbox.db.all<Click>('SELECT * FROM events WHERE link_id = ? ORDER BY seq', linkId);
}

function link(id: string): LinkRow {
	return row<LinkRow>(sandbox, 'SELECT * FROM links WHERE id = ?', id);
}

describe('visiting a short link', () => {
	it('redirects and records the location, referrer, and device of the visitor', async () => {
		const { id, key } = await create();
		const response = await visit(key, {
			'user-agent': IPHONE,
			referer: 'https://news.example.org/story?id=1',
			'x-forwarded-for': '203.0.113.7, 10.0.0.1',
			'x-geo-continent': 'NA',
			'x-geo-country': 'US',
			'x-geo-region': 'CA',
			'x-geo-city': 'San Francisco',
		});
		expect([response.status, response.location]).toEqual([302, 'https://example.com/landing']);
		expect(clicks(id)).toEqual([
			expect.objectContaining({
				kind: 'click',
				workspace_id: workspaceId(sandbox, 'business'),
				click_id: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
				url: 'https://example.com/landing',
				continent: 'NA',
				country: 'US',
				region: 'US-CA',
				city: 'San Francisco',
				device: 'Mobile',
				browser: 'Mobile Safari',
				os: 'iOS',
				ua: IPHONE,
				trigger: 'link',
				referer: 'news.example.org',
				referer_url: 'https://news.example.org/story?id=1',
				ip: '203.0.113.7',
			}),
		]);
		expect(link(id)).toMatchObject({ clicks: 1, last_clicked: clicks(id)[0].timestamp });
	});

	it('uses defaults for missing data and records no IP address for visitors from Europe', async () => {
		const one = await create();
		await visit(one.key, { 'x-geo-country': 'nowhere', 'x-forwarded-for': 'not an address' });
		expect(clicks(one.id)[0]).toMatchObject({
			country: 'Unknown',
			region: 'Unknown',
			device: 'Desktop',
			browser: 'Chrome',
			os: 'Windows',
			referer: '(direct)',
			ip: '127.0.0.1',
		});
		const two = await create();
		await visit(two.key, { 'x-geo-continent': 'EU' });
		expect(clicks(two.id)[0]).toMatchObject({ continent: 'EU', ip: '' });
	});

	it('counts a visitor once per hour, even without an IP address', async () => {
		const { id, key } = await create();
		await visit(key, { 'x-geo-continent': 'EU', 'x-forwarded-for': '192.0.2.1' });
		await visit(key, { 'x-geo-continent': 'EU', 'x-forwarded-for': '192.0.2.1' });
		await visit(key, { 'x-geo-continent': 'EU', 'x-forwarded-for': '192.0.2.2' });
		await visit(key, { 'user-agent': IPHONE });
		expect(clicks(id)).toHaveLength(3);
		sandbox.clock.advance(60 * 60 * 1000);
		await visit(key, { 'user-agent': IPHONE });
		expect(clicks(id)).toHaveLength(4);
		expect(link(id).clicks).toBe(4);
	});

	it('redirects bots and HEAD requests without recording a click', async () => {
		const { id, key } = await create({ trackConversion: true });
		const bot = await visit(key, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
		const head = await visit(key, {}, 'HEAD');
		expect([bot.location, head.location]).toEqual([
			'https://example.com/landing',
			'https://example.com/landing',
		]);
		expect(clicks(id)).toEqual([]);
	});

	it('recognizes a scanned QR code and forwards other query parameters', async () => {
		const { id, key } = await create({ url: 'https://example.com/?a=1&b=2' });
		const { location } = await visit(`${key}?qr=1&b=3&c=%C3%A4`);
		expect(location).toBe('https://example.com/?a=1&b=3&c=%C3%A4');
		expect(clicks(id)[0]).toMatchObject({ trigger: 'qr', url: location });
	});

	it('passes the click ID to the destination if conversions are tracked', async () => {
		const { id, key } = await create({ trackConversion: true });
		const { location } = await visit(key);
		const [click] = clicks(id);
		expect(location).toBe(`https://example.com/landing?dub_id=${click.click_id}`);
		expect((await visit(key)).location).toBe(location);
		expect(click.url).toBe('https://example.com/landing');
	});

	it('redirects by device, country, and running test', async () => {
		const { key } = await create({
			ios: 'https://apps.example.com/ios',
			geo: { DE: 'https://example.com/de' },
		});
		expect((await visit(key, { 'user-agent': IPHONE })).location).toBe(
			'https://apps.example.com/ios',
		);
		expect((await visit(key, { 'x-geo-country': 'DE' })).location).toBe('https://example.com/de');
		expect((await visit(key)).location).toBe('https://example.com/landing');
		const variants = ['a', 'b'].map((v) => ({ url: `https://example.com/${v}`, percentage: 50 }));
		const tested = await create({
			trackConversion: true,
			testVariants: variants,
			testStartedAt: '2024-01-01T00:00:00Z',
			testCompletedAt: '2090-01-01T00:00:00Z',
		});
		const { location } = await visit(tested.key);
		expect(location).toMatch(/^https:\/\/example\.com\/[ab]\?dub_id=/);
		const ended = await create({
			trackConversion: true,
			testVariants: variants,
			testStartedAt: '2024-01-01T00:00:00Z',
			testCompletedAt: '2024-02-01T00:00:00Z',
		});
		expect((await visit(ended.key)).location).toMatch(/^https:\/\/example\.com\/landing/);
	});

	it('finds Unicode keys and the root link of a domain', async () => {
		const { key } = await create({ key: 'größe/🎉' });
		expect((await visit(encodeURI(key))).status).toBe(302);
		expect((await visit('')).location).toMatch(/^https:\/\/www\.example\.com\//);
	});

	it('supports the Host header, where API paths are ordinary keys', async () => {
		const { id } = await create({ key: 'links', url: 'https://example.com/by-host' });
		const { port } = new URL(sandbox.url);
		const location = await new Promise((resolve, reject) => {
			request(
				{ port, host: '127.0.0.1', path: '/links', headers: { host: domain } },
				(response) => {
					response.resume();
					resolve(response.headers.location);
				},
			)
				.on('error', reject)
				.end();
		});
		expect(location).toBe('https://example.com/by-host');
		expect(clicks(id)).toHaveLength(1);
	});
});

describe('an unavailable or restricted link', () => {
	const setDomain = (column: 'not_found_url' | 'expired_url', url: string | null) =>
		sandbox.db.run(`UPDATE domains SET ${column} = ? WHERE slug = ?`, url, domain);

	it('redirects to the not-found URL of the domain or returns 404, if unknown or disabled', async () => {
		const { id, key } = await create();
		sandbox.db.run('UPDATE links SET disabled_at = 1 WHERE id = ?', id);
		setDomain('not_found_url', null);
		expect((await visit(key)).status).toBe(404);
		expect((await visit('no-such-key')).status).toBe(404);
		setDomain('not_found_url', 'https://example.com/lost');
		expect((await visit(key)).location).toBe('https://example.com/lost');
		expect((await visit('no-such-key')).location).toBe('https://example.com/lost');
		expect(clicks(id)).toEqual([]);
		expect((await fetch(`${sandbox.url}/s/unknown.example/x`)).status).toBe(404);
	});

	it('redirects to the expiration URL of the link or domain or returns 410, if expired', async () => {
		const expiresAt = new Date(sandbox.clock.now() + 60_000).toISOString();
		const { id, key } = await create({ expiresAt });
		const own = await create({ expiresAt, expiredUrl: 'https://example.com/own' });
		expect((await visit(key)).location).toBe('https://example.com/landing');
		sandbox.clock.advance(60_000);
		setDomain('expired_url', null);
		expect((await visit(key)).status).toBe(410);
		setDomain('expired_url', 'https://example.com/over');
		expect((await visit(key)).location).toBe('https://example.com/over');
		expect((await visit(own.key)).location).toBe('https://example.com/own');
		expect(clicks(id)).toHaveLength(1);
	});

	it('requires its password', async () => {
		const { id, key } = await create({ password: 'let me in' });
		for (const query of ['', '?pw=', '?pw=wrong']) {
			const response = await visit(key + query);
			expect([response.status, response.location]).toEqual([401, null]);
			expect(response.text).toContain('type="password"');
		}
		expect(clicks(id)).toEqual([]);
		expect((await visit(`${key}?pw=let+me+in`)).location).toBe('https://example.com/landing');
	});

	it('redirects if archived', async () => {
		const { key } = await create({ archived: true });
		expect((await visit(key)).status).toBe(302);
	});
});

it('stops redirecting when its partner is banned', async () => {
	const partner = row<LinkRow>(
		sandbox,
		`SELECT l.* FROM links l JOIN enrollments e ON e.partner_id = l.partner_id
		 WHERE l.workspace_id = ? AND e.status = 'approved'`,
		workspaceId(sandbox, 'business'),
	);
	sandbox.db.run('UPDATE domains SET not_found_url = NULL WHERE slug = ?', domain);
	expect((await visit(partner.key)).status).toBe(302);
	await api.post('/partners/ban', { partnerId: partner.partner_id, reason: 'spam' });
	expect((await visit(partner.key)).status).toBe(404);
});
