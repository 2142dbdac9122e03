import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TABLES as SANDBOX_TABLES } from '../../../sandbox/app/tables';
import { generateSampleData } from '../../../sandbox/data/generate';
import { sampleApps, sampleKeys } from '../../../sandbox/data/lookup';
import { Database } from '../../../sandbox/store/database';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;
const TABLES = [
	'workspaces',
	'users',
	'members',
	'invites',
	'api_keys',
	'oauth_apps',
	'domains',
	'tags',
	'folders',
	'folder_members',
	'programs',
	'partner_groups',
	'partners',
	'enrollments',
	'applications',
	'partner_tags',
	'enrollment_tags',
	'links',
	'link_tags',
	'customers',
	'discounts',
	'discount_codes',
	'commissions',
	'events',
];

function generate(seed: number, events = 3000): Database {
	const db = new Database(':memory:', SANDBOX_TABLES);
	generateSampleData(db, { seed, events, now: NOW });
	return db;
}

function fingerprint(db: Database): string {
	const hash = createHash('sha256');
	for (const table of TABLES) hash.update(JSON.stringify(db.all(`SELECT * FROM ${table}`)));
	return hash.digest('hex');
}

let db: Database;

beforeAll(() => {
	db = generate(1);
});

afterAll(() => db.close());

/** First column of each row. */
function column<T = unknown>(sql: string, ...params: (string | number)[]): T[] {
	return db.all(sql, ...params).map((row) => Object.values(row)[0] as T);
}

function count(sql: string, ...params: (string | number)[]): number {
	return column<number>(`SELECT count(*) FROM ${sql}`, ...params)[0];
}

const OF_BUSINESS = "(SELECT id FROM workspaces WHERE slug = 'business')";
const BUSINESS_PROGRAM = "(SELECT default_program_id FROM workspaces WHERE slug = 'business')";

test('generates the same data for the same seed and different data for another', () => {
	const [first, second, other] = [generate(1, 500), generate(1, 500), generate(2, 500)];
	expect(fingerprint(second)).toBe(fingerprint(first));
	expect(fingerprint(other)).not.toBe(fingerprint(first));
	for (const each of [first, second, other]) each.close();
});

test('generates the same keys and links for any number of events', () => {
	const many = generate(1, 4000);
	expect(sampleKeys(many)).toEqual(sampleKeys(db));
	const ids = 'SELECT id, key, domain FROM links';
	expect(many.all(ids)).toEqual(db.all(ids));
	many.close();
});

test('fills every table', () => {
	expect(TABLES.filter((table) => count(table) === 0)).toEqual([]);
});

describe('workspaces', () => {
	const plans = ['free', 'pro', 'business', 'advanced', 'enterprise'];

	test('include one for each plan, with a program on the Business plan and above', () => {
		expect(column('SELECT slug FROM workspaces ORDER BY rowid')).toEqual(plans);
		expect(column('SELECT plan FROM workspaces ORDER BY rowid')).toEqual(plans);
		expect(
			column('SELECT slug FROM workspaces WHERE default_program_id IS NOT NULL ORDER BY rowid'),
		).toEqual(['business', 'advanced', 'enterprise']);
	});

	test.each(plans)('%s has an owner, a member, a viewer, and their keys', (plan) => {
		const keys = sampleKeys(db).filter(({ workspace }) => workspace === plan);
		expect(keys.map(({ name }) => name)).toEqual([
			'owner',
			'readonly',
			'folders',
			'member',
			'viewer',
			'expired-invite',
			'open-invite',
			'all-access',
			'webhooks',
		]);
		for (const { token } of keys) expect(token).toMatch(/^dub_[0-9A-Za-z]{24}$/);
		expect(
			column(
				`SELECT role FROM members JOIN workspaces w ON w.id = workspace_id
				 WHERE w.slug = ? ORDER BY members.rowid`,
				plan,
			),
		).toEqual(['owner', 'member', 'viewer']);
	});

	test.each(plans)('%s has an OAuth app with PKCE and one with a secret', (plan) => {
		const apps = sampleApps(db).filter(({ workspace }) => workspace === plan);
		expect(apps.map(({ pkce }) => pkce)).toEqual([true, false]);
		expect(apps[0].clientSecret).toBeNull();
		expect(apps[1].clientSecret).toMatch(/^dub_app_secret_[0-9a-f]{60}$/);
		for (const { clientId } of apps) expect(clientId).toMatch(/^dub_app_[0-9a-f]{48}$/);
	});
});

describe('folders, tags, and domains', () => {
	test('include more than one page of folders, of both types and all access levels', () => {
		const from = `folders WHERE workspace_id = ${OF_BUSINESS}`;
		expect(count(from)).toBeGreaterThan(60);
		expect(column(`SELECT DISTINCT type FROM ${from}`).sort()).toEqual(['default', 'mega']);
		expect(column(`SELECT DISTINCT access_level FROM ${from}`)).toEqual(
			expect.arrayContaining(['write', 'read', null]),
		);
		const restricted = `${from} AND access_level IS NULL`;
		const members = 'SELECT folder_id FROM folder_members';
		expect(count(`${restricted} AND id IN (${members})`)).toBeGreaterThan(0);
		expect(count(`${restricted} AND id NOT IN (${members})`)).toBeGreaterThan(0);
	});

	test('include restricted folders only on the Business plan and above', () => {
		expect(
			column(
				`SELECT DISTINCT plan FROM folders JOIN workspaces w ON w.id = workspace_id
				 WHERE access_level IS NOT 'write'`,
			).sort(),
		).toEqual(['advanced', 'business', 'enterprise']);
	});

	test('include tags, a primary domain, and an archived domain', () => {
		expect(count(`tags WHERE workspace_id = ${OF_BUSINESS}`)).toBeGreaterThanOrEqual(12);
		const domains = `domains WHERE workspace_id = ${OF_BUSINESS}`;
		expect(count(`${domains} AND is_primary = 1`)).toBe(1);
		expect(count(`${domains} AND archived = 1`)).toBe(1);
		expect(count(domains)).toBe(3);
	});
});

describe('links', () => {
	test.each([
		'external_id IS NOT NULL',
		'tenant_id IS NOT NULL',
		'expires_at < 1781524800000',
		'expires_at > 1781524800000',
		'expired_url IS NOT NULL',
		'archived = 1',
		'disabled_at IS NOT NULL',
		'password IS NOT NULL',
		'geo IS NOT NULL',
		'ios IS NOT NULL AND android IS NOT NULL',
		'proxy = 1 AND title IS NOT NULL AND description IS NOT NULL AND image IS NOT NULL AND video IS NOT NULL',
		'rewrite = 1 AND do_index = 1 AND public_stats = 1',
		'test_variants IS NOT NULL AND test_started_at IS NOT NULL',
		'comments IS NOT NULL',
		'utm_source IS NOT NULL AND utm_medium IS NOT NULL AND utm_campaign IS NOT NULL',
		'utm_term IS NOT NULL AND utm_content IS NOT NULL',
		'ref IS NOT NULL',
		'folder_id IS NULL',
		'folder_id IS NOT NULL AND partner_id IS NULL',
		'partner_id IS NOT NULL AND program_id IS NOT NULL',
		"key = '_root'",
		'id IN (SELECT link_id FROM link_tags)',
	])('include some with %s', (condition) => {
		expect(count(`links WHERE workspace_id = ${OF_BUSINESS} AND ${condition}`)).toBeGreaterThan(0);
	});

	test('include several hundred on the Business plan', () => {
		expect(count(`links WHERE workspace_id = ${OF_BUSINESS}`)).toBeGreaterThan(300);
	});
});

describe('program', () => {
	test('has partners in every status, some without an email or tenant ID', () => {
		const from = `enrollments WHERE program_id = ${BUSINESS_PROGRAM}`;
		expect(column(`SELECT DISTINCT status FROM ${from} ORDER BY 1`)).toEqual([
			'approved',
			'archived',
			'banned',
			'deactivated',
			'declined',
			'invited',
			'pending',
			'rejected',
		]);
		expect(count(`${from} AND status = 'approved' AND tenant_id IS NOT NULL`)).toBeGreaterThan(0);
		expect(count(`${from} AND status = 'approved' AND tenant_id IS NULL`)).toBeGreaterThan(0);
		expect(count('partners WHERE email IS NULL')).toBeGreaterThan(0);
		expect(count(`partner_groups WHERE program_id = ${BUSINESS_PROGRAM}`)).toBe(2);
	});

	test('has a dozen pending applications, both good and bad', () => {
		const pending = `partners p JOIN enrollments e ON e.partner_id = p.id
			JOIN applications a ON a.id = e.application_id
			WHERE e.program_id = ${BUSINESS_PROGRAM} AND e.status = 'pending'`;
		expect(count(pending)).toBeGreaterThanOrEqual(12);
		expect(count(`${pending} AND website = ''`)).toBeGreaterThan(0);
		expect(count(`${pending} AND email LIKE '%@mailinator.example.org'`)).toBeGreaterThan(0);
		expect(count(`${pending} AND p.description LIKE '%bot network%'`)).toBeGreaterThan(0);
		expect(count(`${pending} AND form_data IS NULL`)).toBeGreaterThan(0);
	});

	test('has commissions of every type in every status', () => {
		expect(
			count(
				`(SELECT DISTINCT type, status FROM commissions WHERE program_id = ${BUSINESS_PROGRAM})`,
			),
		).toBe(5 * 8);
	});

	test('has several discount codes for each provider, some disabled and some detached', () => {
		const codes = db.all(
			`SELECT provider, count(*) AS codes FROM discount_codes c JOIN discounts d ON d.id = discount_id
			 WHERE c.program_id = ${BUSINESS_PROGRAM} AND disabled_at IS NULL GROUP BY provider ORDER BY 1`,
		);
		expect(codes.map(({ provider }) => provider)).toEqual(['custom', 'shopify', 'stripe']);
		for (const { codes: number } of codes) expect(number).toBeGreaterThan(1);
		const off = `discount_codes WHERE program_id = ${BUSINESS_PROGRAM} AND disabled_at IS NOT NULL`;
		expect(count(`${off} AND discount_id IS NULL`)).toBeGreaterThan(0);
		expect(count(`${off} AND discount_id IS NOT NULL`)).toBeGreaterThan(0);
	});
});

describe('events', () => {
	test('match the requested number in typical proportions, on plans that can list events', () => {
		expect(count('events')).toBe(3000);
		expect(count("events WHERE kind = 'click'") / 3000).toBeCloseTo(0.84, 1);
		expect(count("events WHERE kind = 'lead'") / 3000).toBeCloseTo(0.11, 1);
		expect(count("events WHERE kind = 'sale'") / 3000).toBeCloseTo(0.05, 1);
		expect(
			column(
				`SELECT slug FROM events JOIN workspaces w ON w.id = workspace_id
				 GROUP BY slug ORDER BY count(*) DESC`,
			),
		).toEqual(['business', 'advanced', 'enterprise']);
	});

	test('fall within the last 90 days, at least a third of them within the last day', () => {
		expect(count('events WHERE timestamp < ? OR timestamp > ?', NOW - 90 * DAY, NOW)).toBe(0);
		expect(count('events WHERE timestamp >= ?', NOW - DAY)).toBeGreaterThan(1000);
	});

	test('include shared seconds, conversions in whole seconds, and late arrivals', () => {
		const seconds = count('(SELECT DISTINCT timestamp / 1000 FROM events)');
		expect(seconds).toBeLessThan(2700);
		expect(count("events WHERE kind <> 'click' AND timestamp % 1000 <> 0")).toBe(0);
		expect(
			count(
				`(SELECT timestamp, max(timestamp) OVER (ORDER BY seq) AS latest FROM events)
				 WHERE latest - timestamp > ?`,
				DAY,
			),
		).toBeGreaterThan(30);
	});

	test.each([
		'continent',
		'country',
		'region',
		'city',
		'device',
		'browser',
		'os',
		'ua',
		'referer',
		'referer_url',
	])('include several values of %s', (name) => {
		expect(count(`(SELECT DISTINCT ${name} FROM events)`)).toBeGreaterThan(2);
	});

	test('include all triggers, sale types, and payment processors', () => {
		expect(column('SELECT DISTINCT trigger FROM events ORDER BY 1')).toEqual([
			null,
			'link',
			'pageview',
			'qr',
		]);
		expect(column("SELECT DISTINCT sale_type FROM events WHERE kind = 'sale' ORDER BY 1")).toEqual([
			'new',
			'recurring',
		]);
		expect(
			count("(SELECT DISTINCT payment_processor FROM events WHERE kind = 'sale')"),
		).toBeGreaterThan(4);
	});

	test('use IP addresses of documentation networks, and none for Europe', () => {
		const ips = column<string>('SELECT DISTINCT ip FROM events');
		expect(ips.filter((ip) => !/^$|^(192\.0\.2|198\.51\.100|203\.0\.113)\./.test(ip))).toEqual([]);
		expect(count("events WHERE continent = 'EU' AND ip <> ''")).toBe(0);
	});

	test('include some whose link or customer was deleted', () => {
		expect(count('events WHERE link_id NOT IN (SELECT id FROM links)')).toBeGreaterThan(50);
		expect(
			count("events WHERE kind = 'sale' AND customer_id NOT IN (SELECT id FROM customers)"),
		).toBeGreaterThan(0);
		expect(count('customers WHERE name IS NULL')).toBeGreaterThan(0);
	});

	test('match the counters of their links', () => {
		const wrong = `links WHERE
			clicks <> (SELECT count(*) FROM events WHERE link_id = links.id AND kind = 'click')
			OR leads <> (SELECT count(*) FROM events WHERE link_id = links.id AND kind = 'lead')
			OR sales <> (SELECT count(*) FROM events WHERE link_id = links.id AND kind = 'sale')
			OR conversions <>
				(SELECT count(*) FROM events WHERE link_id = links.id AND sale_type = 'new')
			OR sale_amount <>
				(SELECT COALESCE(sum(amount), 0) FROM events WHERE link_id = links.id AND kind = 'sale')
			OR last_clicked IS NOT
				(SELECT max(timestamp) FROM events WHERE link_id = links.id AND kind = 'click')`;
		expect(count(wrong)).toBe(0);
		expect(count('links WHERE clicks > 0')).toBeGreaterThan(100);
	});
});
