import { describe, expect, it } from '@jest/globals';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { Receiver } from '../../support/sandbox/receiver.ts';
import { register, settled } from '../../support/sandbox/webhooks.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

interface Domain {
	id: string;
	slug: string;
	[field: string]: unknown;
}

interface Link {
	id: string;
	domain: string;
	[field: string]: unknown;
}

const sandbox = useSandbox();
const api = new Api(sandbox, 'business');
const free = new Api(sandbox, 'free');
const enterprise = new Api(sandbox, 'enterprise');

async function create(fields: Record<string, unknown>, caller = api): Promise<Domain> {
	const response = await caller.post<Domain>('/domains', fields);
	expect(outcome(response)).toBe('201');
	return response.body;
}

function patch(slug: string, fields: unknown, caller = api) {
	return caller.send<Domain>('PATCH', `/domains/${slug}`, JSON.stringify(fields));
}

async function list(query = '', caller = api): Promise<Domain[]> {
	const response = await caller.get<Domain[]>(`/domains?${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

async function createLink(fields: Record<string, unknown>): Promise<Link> {
	return (await api.post<Link>('/links', { url: 'https://example.com', ...fields })).body;
}

const slugs = (domains: Domain[]) => domains.map(({ slug }) => slug);
const root = (slug: string) => api.get<Link>(`/links/info?domain=${slug}`);

const DETAILS = {
	expiredUrl: 'https://example.com/expired',
	notFoundUrl: 'https://example.com/not-found',
	archived: true,
	placeholder: 'https://example.com/long',
	logo: 'https://dubassets.com/domains/logo.png',
	assetLinks: '[{"relation":[]}]',
	appleAppSiteAssociation: '{"applinks":{}}',
};

describe('domains', () => {
	it('are created with a root link that has no destination', async () => {
		const domain = await create({ slug: 'New.Example.Org' });
		expect(domain).toEqual({
			id: expect.stringMatching(/^dom_/),
			slug: 'new.example.org',
			verified: false,
			primary: false,
			archived: false,
			placeholder: null,
			expiredUrl: null,
			notFoundUrl: null,
			logo: null,
			assetLinks: null,
			appleAppSiteAssociation: null,
			createdAt: expect.stringMatching(/Z$/),
			updatedAt: domain.createdAt,
			registeredDomain: null,
		});
		expect(await list('search=NEW.example')).toEqual([domain]);
		expect((await root(domain.slug)).body).toMatchObject({ key: '_root', url: '' });
		const visit = () => fetch(`${sandbox.url}/s/new.example.org`, { redirect: 'manual' });
		expect((await visit()).status).toBe(404);
		await patch(domain.slug, { notFoundUrl: 'https://example.com/nothing' });
		expect((await visit()).headers.get('location')).toBe('https://example.com/nothing');
		expect(await createLink({ domain: domain.slug })).toMatchObject({ domain: domain.slug });
	});

	it('store all fields, which null clears', async () => {
		expect(await create({ slug: 'all.example.org', ...DETAILS })).toMatchObject(DETAILS);
		const placeholder = await patch('all.example.org', { placeholder: 'https://example.com/2' });
		expect(placeholder.body).toMatchObject({ ...DETAILS, placeholder: 'https://example.com/2' });
		const { archived, ...texts } = DETAILS;
		const nulls = Object.fromEntries(Object.keys(texts).map((name) => [name, null]));
		expect((await patch('all.example.org', nulls)).body).toMatchObject({ ...nulls, archived });
		expect((await patch('all.example.org', { expiredUrl: '' })).body.expiredUrl).toBeNull();
	});

	it('keep their links when renamed', async () => {
		const { id } = await create({ slug: 'old-name.example.org' });
		const link = await createLink({ domain: 'old-name.example.org', key: 'moves' });
		const renamed = await patch('old-name.example.org', { slug: 'new-name.example.org' });
		expect(renamed.body).toMatchObject({ id, slug: 'new-name.example.org' });
		expect((await api.get(`/links/info?linkId=${link.id}`)).body).toMatchObject({
			domain: 'new-name.example.org',
			shortLink: 'https://new-name.example.org/moves',
		});
		expect(outcome(await patch('old-name.example.org', {}))).toBe('404 not_found');
		expect(outcome(await root('new-name.example.org'))).toBe('200');
	});

	it('are deleted with their links, without webhook deliveries', async () => {
		await create({ slug: 'delete.example.org' });
		const link = await createLink({ domain: 'delete.example.org' });
		const receiver = await Receiver.start();
		await register(sandbox, `${receiver.url}/`, ['link.deleted', 'discount_code.deleted']);
		const response = await api.delete('/domains/delete.example.org');
		expect(response.body).toEqual({ slug: 'delete.example.org' });
		expect(outcome(await api.get(`/links/info?linkId=${link.id}`))).toBe('404 not_found');
		expect(outcome(await api.delete('/domains/delete.example.org'))).toBe('404 not_found');
		await settled(sandbox);
		expect(receiver.deliveries).toEqual([]);
		await receiver.close();
	});

	it('cannot be deleted if the partner program uses them', async () => {
		expect(outcome(await api.delete('/domains/go.business.example.com'))).toBe('403 forbidden');
	});

	it('pass on the primary flag when deleted', async () => {
		expect(outcome(await free.delete('/domains/go.free.example.com'))).toBe('200');
		const primary = (await list('', free)).filter((domain) => domain.primary);
		expect(primary).toHaveLength(1);
		const link = { url: 'https://example.com' };
		expect((await free.post('/links', link)).body).toMatchObject({ domain: primary[0].slug });
		for (const archived of [false, true]) {
			for (const slug of slugs(await list(`archived=${archived}`, free))) {
				await free.delete(`/domains/${slug}`);
			}
		}
		expect((await free.post('/links', link)).body).toMatchObject({ domain: 'dub.sh' });
		expect(await create({ slug: 'first.example.org' }, free)).toMatchObject({ primary: true });
	});

	it('are listed by archived state, page by page', async () => {
		const archived = await list('archived=true');
		expect(slugs(archived)).toContain('old.business.example.com');
		expect(archived.every((domain) => domain.archived === true)).toBe(true);
		const all = slugs(await list());
		expect(all).not.toContain('old.business.example.com');
		expect(slugs(await list('pageSize=2&page=2'))).toEqual(all.slice(2, 4));
		expect(await list('search=%25')).toEqual([]);
	});

	it('accept image data or a supported image URL as the logo', async () => {
		const slug = 'logo.example.org';
		await create({ slug });
		for (const logo of [
			...['png', 'jpeg', 'jpg', 'gif', 'webp'].map((type) => `data:image/${type};base64,AAAA`),
			'https://dubassets.com/domains/logo.png',
			'https://www.google.com/s2/favicons?sz=64&domain_url=example.com',
			null,
		]) {
			expect((await patch(slug, { logo })).body).toMatchObject({ logo });
		}
	});

	it('accept any text as page URLs but redirect visitors only to valid URLs', async () => {
		const { body } = await api.post<Domain>('/domains', {
			slug: 'pages.example.org',
			expiredUrl: 'no url',
			notFoundUrl: ' example.com/none ',
			placeholder: 'example.com',
		});
		expect(body).toMatchObject({
			expiredUrl: 'no url',
			notFoundUrl: 'https://example.com/none',
			placeholder: 'https://example.com/',
		});
		const visitNothing = async () => {
			const url = `${sandbox.url}/s/pages.example.org/nothing`;
			return await fetch(url, { redirect: 'manual' });
		};
		expect((await visitNothing()).headers.get('location')).toBe('https://example.com/none');
		await patch('pages.example.org', { notFoundUrl: 'no url' });
		expect((await visitNothing()).status).toBe(404);
	});

	it('require a slug', async () => {
		expect(messageOf(await api.post('/domains', {}))).toMatch(/^invalid_type: slug: /);
	});

	it('can be changed only within the workspace, without paid fields on the Free plan', async () => {
		const { archived, placeholder, ...extras } = DETAILS;
		for (const [name, value] of Object.entries(extras)) {
			const fields = { slug: 'extra.example.org', [name]: value };
			expect([name, outcome(await free.post('/domains', fields))]).toEqual([name, '403 forbidden']);
		}
		const simple = { slug: 'simple.example.org', archived, placeholder, logo: null };
		expect(await create(simple, free)).toMatchObject({ placeholder });
		const extra = await patch('simple.example.org', { logo: DETAILS.logo }, free);
		expect(outcome(extra)).toBe('403 forbidden');
		expect(outcome(await patch('simple.example.org', {}))).toBe('404 not_found');
		expect(outcome(await api.delete('/domains/simple.example.org'))).toBe('404 not_found');
	});
});

describe('registering domains', () => {
	const status = (domains: string, caller = enterprise) =>
		caller.get<Domain[]>(`/domains/status?domains=${domains}`);

	it('shows availability, registers a domain, and prevents its deletion', async () => {
		const free = { available: true, premium: false, price: expect.any(String) };
		const prices = { registration: expect.any(Number), renewal: expect.any(Number) };
		expect((await status('Acme.link,acme.com, other.link')).body).toEqual([
			{ domain: 'acme.link', ...free, prices },
			{ domain: 'other.link', ...free, prices },
		]);
		const response = await enterprise.post<Domain>('/domains/register', { domain: 'acme.link' });
		expect(outcome(response)).toBe('201');
		expect(response.body).toEqual({
			domain: 'acme.link',
			status: expect.any(String),
			expiration: expect.any(Number),
		});
		expect((await status('acme.link')).body).toMatchObject([{ available: false, prices: null }]);
		expect(await list('search=acme.link', enterprise)).toMatchObject([
			{
				verified: true,
				primary: false,
				registeredDomain: {
					id: expect.any(String),
					autoRenewalDisabledAt: null,
					createdAt: expect.any(String),
					expiresAt: new Date(Number(response.body.expiration)).toISOString(),
					renewalFee: 1200,
				},
			},
		]);
		expect(outcome(await enterprise.delete('/domains/acme.link'))).toBe('403 forbidden');
		const again = await enterprise.post('/domains/register', { domain: 'acme.link' });
		expect(outcome(again)).toBe('409 conflict');
	});

	it('supports only .link domains', async () => {
		for (const domain of ['acme.com', '.link', 'a b.link', 'x.acme.link']) {
			expect([domain, outcome(await enterprise.post('/domains/register', { domain }))]).toEqual([
				domain,
				'422 unprocessable_entity',
			]);
		}
	});
});
