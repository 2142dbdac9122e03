import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { linkForm } from '../../support/node/linkForm';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'link', operation: 'create', url: 'https://example.com/landing' };

const service = useService();

async function create(additionalFields: INodeParameters): Promise<IDataObject> {
	const [link] = await service.output({
		...OPERATION,
		simple: false,
		...linkForm(additionalFields),
	});
	return link;
}

function sentBody(): unknown {
	return service.proxy.requests[0].body;
}

describe('Link · Create', () => {
	it('takes dates without an offset as in the time zone of the workflow', async () => {
		for (const [expiresAt, sent] of [
			['2031-01-31T10:30:00', '2031-01-31T09:30:00.000Z'],
			['2030-12-31', '2030-12-30T23:00:00.000Z'],
		]) {
			service.proxy.reset();
			await create({ expiresAt });
			expect(sentBody()).toEqual({ url: OPERATION.url, expiresAt: sent });
		}
	});

	it('omits fields that were added but left empty', async () => {
		await create({ comments: '', title: '  ', expiresAt: '', tagIds: '', folderId: '' });
		expect(sentBody()).toEqual({ url: OPERATION.url });
	});

	it('converts numbers and booleans from expressions to the types of the API', async () => {
		service.proxy.respondNext({ status: 200, body: { id: 'link_1' } });
		await service.run(
			{
				...OPERATION,
				additionalFields: {
					archived: '={{ $json.yes }}',
					comments: '={{ $json.number }}',
					externalId: '={{ $json.number }}',
					password: '={{ $json.number }}',
					keyLength: '={{ $json.length }}',
				},
			},
			{ items: [{ yes: 'true', number: 1234, length: '9' }] },
		);
		expect(sentBody()).toEqual({
			url: OPERATION.url,
			archived: true,
			comments: '1234',
			externalId: '1234',
			password: '1234',
			keyLength: 9,
		});
	});

	it('names the field that the service rejects', async () => {
		const image = 'http://localhost/image.png';
		const error = await service.failure({ ...OPERATION, additionalFields: { image, proxy: true } });
		expect(error.message).toMatch(/^'Preview: Image' was not accepted: .+$/);
	});
});
