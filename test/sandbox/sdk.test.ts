import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Dub } from 'dub';
import { sampleKey } from '../../sandbox/data/lookup.ts';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';

// The service's public SDK checks each answer against the service's own description of it.
let sandbox: Sandbox;
let dub: Dub;

beforeAll(async () => {
	sandbox = await startSandbox({ sampleData: { seed: 1, events: 0 } });
	dub = new Dub({
		token: sampleKey(sandbox.db, 'enterprise'),
		serverURL: sandbox.url,
		retryConfig: { strategy: 'none' },
	});
});

afterAll(async () => await sandbox.close());

async function countOf<Page extends { result: unknown[] }>(pages: AsyncIterable<Page>) {
	let count = 0;
	for await (const { result } of pages) count += result.length;
	return count;
}

it('takes the answers about links', async () => {
	const url = 'https://example.com/sdk';
	const created = await dub.links.create({ url, externalId: 'sdk' });
	const [bulk, error] = await dub.links.createMany([{ url, domain: 'not-ours.com' }, { url }]);
	expect(bulk).toMatchObject({ url });
	expect(error).toMatchObject({ code: 'forbidden', link: { url, domain: 'not-ours.com' } });
	expect(await dub.links.update('ext_sdk', { title: 'One' })).toMatchObject({ title: 'One' });
	const [many] = await dub.links.updateMany({ linkIds: [created.id], data: { title: 'Many' } });
	expect(many).toMatchObject({ id: created.id, title: 'Many' });
	expect(await dub.links.upsert({ url, title: 'Up' })).toMatchObject({ title: 'Up' });
	expect(await dub.links.get({ externalId: 'sdk' })).toMatchObject({ id: created.id });
	const count = await dub.links.count({});
	expect(await countOf(await dub.links.list({ pageSize: 10 }))).toBe(count);
	expect(await dub.links.delete(created.id)).toEqual({ id: created.id });
	expect(await dub.links.count({})).toBe(count - 1);
});

it('takes the answers about tags and folders', async () => {
	const tag = await dub.tags.create({ name: 'SDK', color: 'red' });
	expect(await dub.tags.update(tag.id, { name: 'Renamed' })).toEqual({ ...tag, name: 'Renamed' });
	expect(await dub.tags.list({ search: 'renamed' })).toEqual([{ ...tag, name: 'Renamed' }]);
	expect(await dub.tags.delete(tag.id)).toEqual({ id: tag.id });

	const folder = await dub.folders.create({ name: 'SDK', accessLevel: 'read' });
	expect(await dub.folders.update(folder.id, { name: 'Renamed' })).toMatchObject({
		name: 'Renamed',
		accessLevel: 'read',
	});
	expect(await dub.folders.list({ search: 'Renamed' })).toHaveLength(1);
	expect(await dub.folders.delete(folder.id)).toEqual({ id: folder.id });
});

it('takes the answers about domains', async () => {
	const slug = 'sdk.example.org';
	expect(await dub.domains.create({ slug })).toMatchObject({ slug, primary: false });
	const notFoundUrl = 'https://example.com/nothing';
	expect(await dub.domains.update(slug, { notFoundUrl })).toMatchObject({ slug, notFoundUrl });
	const domains = ['one.link', 'two.link'];
	expect(await dub.domains.register({ domain: domains[0] })).toMatchObject({ domain: domains[0] });
	const [taken, free] = await dub.domains.checkStatus({ domains });
	expect([taken.available, free.available]).toEqual([false, true]);
	expect(await countOf(await dub.domains.list({ search: 'one.link' }))).toBe(1);
	expect(await dub.domains.delete(slug)).toEqual({ slug });
});
