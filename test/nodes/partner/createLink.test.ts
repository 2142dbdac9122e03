import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { LinkRow } from '../../../sandbox/link/columns';
import type { EnrollmentRow } from '../../../sandbox/program/columns';
import { useService } from '../../support/node/nodeService';
import { enrollments, locator } from '../../support/sandbox/partners';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partner', operation: 'createLink' };

const service = useService();
let partner: EnrollmentRow;

beforeAll(() => {
	[partner] = enrollments(service.sandbox);
});

function storedLink(id: unknown): LinkRow {
	return row<LinkRow>(service.sandbox, 'SELECT * FROM links WHERE id = ?', String(id));
}

function program(): { url: string; domain: string } {
	return row(service.sandbox, 'SELECT * FROM programs WHERE id = ?', partner.program_id);
}

describe('Partner · Create Link', () => {
	it.each(['list', 'id', 'tenantId'])('requires only a partner (%s)', async (mode) => {
		const value = mode === 'tenantId' ? String(partner.tenant_id) : partner.partner_id;
		const [link] = await service.output({ ...OPERATION, partner: locator(mode, value) });
		expect(Object.keys(link)).toHaveLength(10);
		expect(storedLink(link.id)).toMatchObject({
			partner_id: partner.partner_id,
			domain: program().domain,
			url: program().url,
			key: expect.stringMatching(/^[0-9A-Za-z]{7}$/),
			track_conversion: 1,
		});
	});

	it('adds a prefix to a random slug', async () => {
		const [link] = await service.output({
			...OPERATION,
			partner: partner.partner_id,
			linkPropsJson: { prefix: '/ada/' },
		});
		expect(link.key).toMatch(/^ada\/[0-9A-Za-z]{7}$/);
	});

	it.each<[string, INodeParameters, { workspace?: string; key?: string }, RegExp, RegExp]>([
		[
			'an invalid URL',
			{ url: 'no url' },
			{},
			/^'Destination URL' was not accepted/,
			/Correct the field that the error names/,
		],
	])('reports an error caused by %s', async (_, additionalFields, call, says, advises) => {
		const parameters = { ...OPERATION, partner: partner.partner_id, additionalFields };
		const error = await service.failure(parameters, call);
		expect(error.message).toMatch(says);
		expect(error.description).toMatch(advises);
	});
});
