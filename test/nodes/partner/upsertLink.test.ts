import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeExecutionHint } from 'n8n-workflow';
import type { LinkRow } from '../../../sandbox/link/columns';
import type { EnrollmentRow } from '../../../sandbox/program/columns';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { enrollments } from '../../support/sandbox/partners';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partner', operation: 'upsertLink' };

const service = useService();
let partner: EnrollmentRow;
let other: EnrollmentRow;

beforeAll(() => {
	[partner, other] = enrollments(service.sandbox, 2);
});

function storedLink(id: unknown): LinkRow {
	return row<LinkRow>(service.sandbox, 'SELECT * FROM links WHERE id = ?', String(id));
}

async function upsert(parameters: INodeParameters) {
	const [link] = await service.output({ ...OPERATION, partner: partner.partner_id, ...parameters });
	return link;
}

describe('Partner · Create or Update Link', () => {
	it.each(['id', 'tenantId'])(
		'does not change the link of another partner with the same destination (%s)',
		async (mode) => {
			const url = `https://example.com/same-${mode}`;
			const { id: first } = await upsert({ url, linkProps: { comments: 'mine' } });
			const value = mode === 'tenantId' ? String(other.tenant_id) : other.partner_id;
			const { id: second } = await upsert({
				url,
				partner: locator(mode, value),
				linkProps: { comments: 'theirs' },
			});
			expect(storedLink(first)).toMatchObject({ partner_id: partner.partner_id, comments: 'mine' });
			expect(storedLink(second)).toMatchObject({
				partner_id: other.partner_id,
				comments: 'theirs',
			});
		},
	);

	it.each([
		['https://example.com/utm', 'https://example.com/utm?utm_source=ada', true],
		['https://example.com/utm?utm_source=ada', 'https://example.com/utm?utm_source=ada', false],
		['example.com/utm', 'https://example.com/utm', false],
	])('says if the destination %s has become %s', async (url, stored, isChanged) => {
		const parameters = { ...OPERATION, partner: partner.partner_id, url };
		const link = { ...(await upsert({ url: 'https://example.com/any', simple: false })) };
		const body = { ...link, url: stored };
		const hints: NodeExecutionHint[] = [];
		service.proxy.respondNext({ status: 200, body });
		await service.run(parameters, { hints });
		service.proxy.respondNext({ status: 200, body });
		const [answer] = await service.output(parameters, { asTool: true });
		const advice = expect.stringContaining("enter 'Destination URL' as 'url' in the output");
		expect(hints).toEqual(isChanged ? [expect.objectContaining({ message: advice })] : []);
		expect(answer.note).toEqual(isChanged ? advice : undefined);
	});

	it('reports that no partner has the tenant ID', async () => {
		const parameters = { ...OPERATION, url: 'https://example.com' };
		const error = await service.failure({ ...parameters, partner: locator('tenantId', 'nobody') });
		expect(error.message).toBe(
			"'Partner' was not found: no partner in the program has the tenant ID 'nobody'",
		);
		expect(service.proxy.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it('rejects clearing a field that cannot be empty', async () => {
		const given = { partner: 'pn_1', url: 'https://example.com', fieldsToClear: '=archived' };
		const error = await service.failure({ ...OPERATION, ...given });
		expect(error.message).toMatch(/^'Fields to Clear' must be one of: (?!.*archived)/);
	});
});
