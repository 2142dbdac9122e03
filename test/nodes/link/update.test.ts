import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { LinkRow } from '../../../sandbox/link/columns';
import { linkForm } from '../../support/node/linkForm';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'link', operation: 'update' };

const service = useService();
let count = 0;

async function newLink(fields: INodeParameters = {}): Promise<string> {
	const [link] = await service.output({
		resource: 'link',
		operation: 'create',
		url: `https://example.com/${++count}`,
		...linkForm(fields),
	});
	service.proxy.reset();
	return String(link.id);
}

function stored(id: string): LinkRow {
	return row<LinkRow>(service.sandbox, 'SELECT * FROM links WHERE id = ?', id);
}

async function update(linkId: string, parameters: INodeParameters): Promise<IDataObject> {
	const [link] = await service.output({ ...OPERATION, linkId, simple: false, ...parameters });
	return link;
}

describe('Link · Update', () => {
	it('sends UTM parameters of a new destination as fields, which the service would replace', async () => {
		const id = await newLink();
		const url = 'https://example.com/new?utm_source=mail&utm_term=a+b&utm_medium=&plan=pro';
		const updateFields = { url, utm_term: 'own' };
		await update(id, { updateFields, fieldsToClear: ['utm_campaign'] });
		const bodies = service.proxy.requests.map(({ body }) => body);
		expect(bodies).toEqual([{ url, utm_source: 'mail', utm_term: 'own', utm_campaign: null }]);
	});

	it('changes only the given fields', async () => {
		const id = await newLink({ title: 'Old', proxy: true, comments: 'kept' });
		const link = await update(id, { updateFields: { title: 'New', comments: '' } });
		expect(link).toMatchObject({ id, title: 'New', comments: 'kept' });
		expect(service.proxy.requests.map(({ body }) => body)).toEqual([{ title: 'New' }]);
	});

	it('names the field that the service rejects', async () => {
		const parameters = { ...OPERATION, linkId: await newLink(), updateFields: { url: 'no url' } };
		expect((await service.failure(parameters)).message).toMatch(
			/^'Destination URL' was not accepted: /,
		);
	});

	it('calls the fields in a message of the service as the form does, also at its end', async () => {
		const variant = { url: 'https://example.com', percentage: 50 };
		const { message } = await service.failure({
			...OPERATION,
			linkId: await newLink(),
			updateFields: { testVariants: { variants: [variant, variant] } },
		});
		expect(message).toBe("'A/B Test Variants' require 'Track Conversions'.");
	});

	it('finds the link by its URL and its external ID', async () => {
		const id = await newLink({ externalId: 'update-1', key: 'update-1' });
		const { domain } = stored(id);
		for (const [mode, value] of [
			['url', `https://${domain}/update-1`],
			['externalId', 'update-1'],
		]) {
			const title = `by ${mode}`;
			await service.run({
				...OPERATION,
				linkId: { __rl: true, mode, value },
				updateFields: { title },
			});
			expect(stored(id).title).toBe(title);
		}
	});

	it('rejects clearing a field that cannot be empty', async () => {
		const parameters = { ...OPERATION, linkId: 'link_1', fieldsToClear: '={{ ["url"] }}' };
		expect((await service.failure(parameters)).message).toMatch(
			/^'Fields to Clear' must be one of: (?!.*\burl\b).*title/,
		);
	});
});
