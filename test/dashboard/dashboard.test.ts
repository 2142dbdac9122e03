import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/app/server';
import { launchBrowser } from '../../tools/browser/browser';
import { DashboardPage } from '../support/browser/dashboardPage';
import { Api } from '../support/sandbox/api';
import { Receiver } from '../support/sandbox/receiver';
import { programId, row } from '../support/sandbox/rows';
import { until } from '../support/until';

const PAGES = ['overview', 'play', 'live', 'webhooks', 'partners', 'mail', 'trouble', 'data'];
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const EVIL = `<script>document.title = 'owned'</script><img src=x onerror="document.title = 'owned'">`;

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let dashboard: DashboardPage;

beforeAll(async () => {
	sandbox = await startSandbox({ network: {}, webhooks: { retryFactor: 0.1 } });
	browser = await launchBrowser();
});

afterAll(async () => {
	await browser?.close();
	await sandbox?.close();
});

beforeEach(async () => {
	await page?.context().close();
	page = await (await browser.newContext({ locale: 'en-US' })).newPage();
	dashboard = new DashboardPage(page, sandbox);
});

const open = async (name: string) => await dashboard.open(name);
const says = async (text: string | RegExp) => await dashboard.says(text);
const press = async (name: string) => await dashboard.press(name);
const count = (table: string, where = 'TRUE') =>
	row<{ count: number }>(sandbox, `SELECT count(*) AS count FROM ${table} WHERE ${where}`).count;

it('/sandbox leads browsers to the pages, and gives JSON to programs', async () => {
	await page.goto(`${sandbox.url}/sandbox`);
	expect(new URL(page.url()).pathname).toBe('/sandbox/pages/overview');
	const response = await fetch(`${sandbox.url}/sandbox`, {
		headers: { accept: 'application/json' },
	});
	expect(await response.json()).toHaveProperty('workspaces');
	expect(await (await fetch(`${sandbox.url}/sandbox`)).json()).toHaveProperty('workspaces');
});

describe.each(PAGES)('the page %s', (name) => {
	it.each(['light', 'dark'] as const)(
		'is accessible, also in a narrow window: %s',
		async (colorScheme) => {
			await page.emulateMedia({ colorScheme });
			await open(name);
			await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);
			await page.evaluate(AXE);
			const found = await page.evaluate<
				Array<{ id: string; impact: string; nodes: Array<{ html: string }> }>
			>(`axe.run().then(({ violations }) => violations)`);
			const serious = found.filter(({ impact }) => ['serious', 'critical'].includes(impact));
			expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
			await page.setViewportSize({ width: 360, height: 700 });
			expect(
				await page.evaluate<number>('document.documentElement.scrollWidth'),
			).toBeLessThanOrEqual(360);
		},
	);
});

it('shows the figures of the last 30 days', async () => {
	await open('overview');
	await page.getByText(/Total: \d+ clicks/).waitFor();
	await page.getByRole('heading', { name: 'Top links' }).waitFor();
	expect(await page.locator('canvas[data-drawn]').count()).toBe(1);
});

it('plays a visitor who becomes a lead and buys, and shows it live', async () => {
	const live = await page.context().newPage();
	await new DashboardPage(live, sandbox).openLive();
	await open('play');
	const before = count('events');
	await press('Visit');
	await says(/^Visited \w+\.business\.example\.com\/.*The click has the ID \w+\./);
	await press('Become a lead');
	await says('The visitor became a lead.');
	await press('Buy for 49.00 USD');
	await says(/bought something for 49\.00 USD/);
	expect(count('events')).toBe(before + 3);
	for (const kind of ['click', 'lead', 'sale']) {
		await live
			.locator('.live li.event', { hasText: `${kind} yours recorded` })
			.first()
			.waitFor();
	}
	await new Api(sandbox, 'business').get('/links/count');
	await live.locator('.live li.request', { hasText: '/links/count' }).first().waitFor();
});

it('shows webhooks, sends a test event, and retries after an outage', async () => {
	const receiver = await Receiver.start();
	try {
		const api = new Api(sandbox, 'business');
		await api.post('/webhooks', { name: 'Seen', url: receiver.url, triggers: ['link.created'] });
		await open('webhooks');
		await press('Send test');
		await says('Sent a test event link.created.');
		await open('trouble');
		await press('Begin an outage');
		await says('n8n cannot be reached.');
		expect(await page.locator('.trouble').innerText()).toContain(
			'webhook receivers cannot be reached',
		);
		await api.post('/links', { url: 'https://example.com/outage' });
		await open('webhooks');
		await page.locator('td.bad', { hasText: '503' }).first().waitFor();
		await open('trouble');
		await press('End the outage');
		await says('n8n can be reached again.');
	} finally {
		await receiver.close();
	}
});

it('approves an applicant with all that the service does', async () => {
	await open('partners');
	const application = page
		.locator('tr', { has: page.getByRole('button', { name: 'Approve' }) })
		.first();
	const name = await application.getByRole('rowheader').innerText();
	await application.getByRole('button', { name: 'Approve' }).click();
	await says(`${name} is a partner now.`);
	const { status } = row<{ status: string }>(
		sandbox,
		`SELECT status FROM enrollments e JOIN partners p ON p.id = partner_id WHERE p.name = ? AND program_id = ?`,
		name,
		programId(sandbox, 'business'),
	);
	expect(status).toBe('approved');
	await open('partners');
	await press('Ban');
	await says(/was banned\.$/);
	await open('mail');
	await page.locator('td a').first().click();
	await page
		.frameLocator('iframe')
		.getByText(/have been disabled/)
		.first()
		.waitFor();
});

it('disables a webhook, enables it again, and shows when a delivery is tried again', async () => {
	const receiver = await Receiver.start();
	receiver.react = () => 500;
	try {
		const api = new Api(sandbox, 'business');
		await api.post('/webhooks', { name: 'Off', url: receiver.url, triggers: ['link.deleted'] });
		const { body } = await api.post<{ id: string }>('/links', { url: 'https://example.com/gone' });
		const live = await page.context().newPage();
		await new DashboardPage(live, sandbox).openLive();
		await api.delete(`/links/${body.id}`);
		await receiver.received(1);
		await live.getByText(/link\.deleted.* 500, attempt 1, next at \d\d:/).waitFor();
		await live
			.locator('.live li.request', { hasText: 'DELETE' })
			.first()
			.locator('summary')
			.click();
		await live.locator('.live li.request pre', { hasText: body.id }).first().waitFor();
		await live.close();
		await open('webhooks');
		await page.getByText(/attempt \d of link\.deleted/).waitFor();
		const row = page.locator('tr', { has: page.getByRole('rowheader', { name: 'Off' }) });
		await row.getByRole('button', { name: 'Disable' }).click();
		await says('The webhook is disabled.');
		await row.getByRole('button', { name: 'Enable' }).click();
		await says('The webhook is enabled.');
	} finally {
		await receiver.close();
	}
});

it('marks what a client of the API changed', async () => {
	const { id, name } = row<{ id: string; name: string }>(
		sandbox,
		`SELECT p.id, p.name FROM enrollments e JOIN partners p ON p.id = partner_id
		 WHERE status = 'approved' AND program_id = ? LIMIT 1`,
		programId(sandbox, 'business'),
	);
	await new Api(sandbox, 'business').post('/partners/ban', { partnerId: id, reason: 'spam' });
	await open('partners');
	const banned = page.locator('tr', { has: page.getByRole('rowheader', { name, exact: true }) });
	await banned.locator('mark', { hasText: 'POST /partners/ban' }).first().waitFor();
});

it('confirms an external payout, and shows what the answers of n8n make of it', async () => {
	// The first retry comes after 12 seconds, when the page is open, also on a busy machine.
	const patient = await startSandbox({ webhooks: { retryFactor: 1 } });
	dashboard = new DashboardPage(page, patient);
	const receiver = await Receiver.start();
	receiver.react = (_, n) => (n === 0 ? 500 : 200);
	try {
		await open('partners');
		await press('Pay partners with n8n');
		await says('The program pays its partners now.');
		const api = new Api(patient, 'business');
		await api.post('/webhooks', { name: 'P', url: receiver.url, triggers: ['payout.confirmed'] });
		await press('Confirm');
		await says(/^Confirmed the payout/);
		await receiver.received(1);
		await open('partners');
		await page.getByText(/500, next attempt at \d\d:/).waitFor();
		await until(async () => {
			await open('partners');
			return (await page.getByText('200, so it counts as paid').count()) === 1;
		}, 'the payment');
	} finally {
		await receiver.close();
		await patient.close();
	}
});

it('changes the network while it runs', async () => {
	const seconds = async () => {
		const start = performance.now();
		await fetch(`${sandbox.url}/folders`, { headers: { connection: 'close' } });
		return (performance.now() - start) / 1000;
	};
	await open('trouble');
	await page.getByLabel(/Latency/).fill('700');
	await press('Set the network');
	await says('The network has these settings now.');
	expect(await page.locator('.trouble').innerText()).toContain('latency: 700');
	expect(await seconds()).toBeGreaterThan(0.65);
	await page.getByLabel(/Latency/).fill('');
	await press('Set the network');
	await says('The network has these settings now.');
	await page.locator('.trouble').waitFor({ state: 'detached' });
	await press('Add an address with HTTPS');
	await says(/^The service is also at https:\/\/localhost:\d+/);
	const address = await page.locator('code', { hasText: 'https://localhost' }).innerText();
	const failed = await fetch(address).catch((error: Error) => error.cause as { code: string });
	expect(failed).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
	await press('Remove the address');
	await says('The address with HTTPS is gone.');
});

it('turns faults and quirks on and off, and says so on every page', async () => {
	await open('trouble');
	await page.getByLabel('Fault').selectOption('Bad gateway (502)');
	await page.getByLabel(/Only for this route/).fill('/folders');
	await press('Turn on');
	await says('On: Bad gateway (502).');
	expect((await fetch(`${sandbox.url}/folders`)).status).toBe(502);
	await open('data');
	expect(await page.locator('.trouble').innerText()).toContain('fault: status');
	await open('trouble');
	await press('Turn off');
	await says('The fault is off.');
	expect((await fetch(`${sandbox.url}/folders`)).status).toBe(401);
	await press('Turn on: malformedStatus');
	await says('malformedStatus is 422 now.');
	await press('As in the contract: malformedStatus');
	await says('malformedStatus is 400 now.');
	expect(sandbox.quirks.malformedStatus).toBe(400);
});

it('gives the database as a file, and replaces the data', async () => {
	const response = await fetch(`${sandbox.url}/sandbox/pages/sandbox.db`);
	expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
	await open('data');
	await page.getByLabel('Events').fill('500');
	await press('Replace all data');
	await says(/^New sample data with seed 1/);
	expect(count('events')).toBeGreaterThan(400);
	expect((await new Api(sandbox, 'business').get('/links/count')).status).toBe(200);
});

describe('what others send', () => {
	it('shows each page whatever its address says', async () => {
		const odd = [
			'workspace[]=1',
			'workspace=__proto__',
			'id=%27&id=2',
			'link=%00&said=%3Cb%3E',
			'click=',
		];
		for (const path of [...PAGES, 'figures', 'mail/x', 'mail/1e9']) {
			for (const query of odd) {
				const response = await fetch(`${sandbox.url}/sandbox/pages/${path}?${query}`);
				if (path !== 'mail/x') expect([path, query, response.status]).toEqual([path, query, 200]);
			}
		}
	});

	it('runs no markup from the API or from emails', async () => {
		const api = new Api(sandbox, 'business');
		await api.post('/links', {
			url: 'https://example.com/?a=<script>',
			title: EVIL,
			trackConversion: true,
		});
		sandbox.db.run('UPDATE partners SET name = ?', EVIL);
		sandbox.db.run('UPDATE workspaces SET name = ?', EVIL);
		sandbox.db.insert('outbox', {
			...{ recipient: 'a@example.com', subject: EVIL, body: '', html: EVIL },
			sent_at: Date.now(),
		});
		for (const name of PAGES) {
			await open(name);
			await page.waitForTimeout(200);
			expect(await page.title()).toMatch(/^[A-Z]\w+ · Sandbox/);
			expect(await page.locator('main script, main img[src="x"]').count()).toBe(0);
		}
		await dashboard.openLive();
		await api.post('/folders', { name: EVIL });
		await api.get(`/links?search=${encodeURIComponent(EVIL)}`);
		await page.locator('.live pre', { hasText: '<script>' }).first().waitFor({ state: 'attached' });
		expect(await page.title()).toMatch(/^Live/);
		await open('mail');
		await page.locator('td a').first().click();
		await page.waitForTimeout(300);
		expect(await page.title()).toMatch(/^Mail/);
		expect(await page.frameLocator('iframe').locator('title').count()).toBe(0);
	});

	it.each(['play/visit', 'webhooks/test', 'partners/ban', 'trouble/fault', 'data/reset'])(
		'refuses a form without the token, and one of another site: %s',
		async (path) => {
			const url = `${sandbox.url}/sandbox/pages/${path}`;
			const before = count('events');
			const send = async (headers: Record<string, string>) =>
				(
					await fetch(url, {
						method: 'POST',
						body: new URLSearchParams({ seed: '1', events: '1' }),
						headers,
					})
				).status;
			expect(await send({})).toBe(403);
			expect(await send({ origin: 'https://evil.example' })).toBe(403);
			expect(count('events')).toBe(before);
		},
	);
});
