import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeExecutionHint } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { enrollmentOf, groupId, linksOf } from '../../support/sandbox/partners';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partner', operation: 'create' };

const service = useService();
let people = 0;

function newEmail(): string {
	return `ada-${++people}@example.com`;
}

function sentBody(): unknown {
	return service.proxy.requests[0].body;
}

function tagOf(workspace: string): { id: string; name: string } {
	return row(
		service.sandbox,
		'SELECT t.id, t.name FROM tags t JOIN workspaces w ON w.id = workspace_id WHERE slug = ?',
		workspace,
	);
}

describe('Partner · Create', () => {
	it('enrolls a partner by email alone and creates a link', async () => {
		const email = newEmail();
		const [partner] = await service.output({ ...OPERATION, email: ` ${email} ` });
		expect(sentBody()).toEqual({ email });
		const id = String(partner.id);
		expect(enrollmentOf(service.sandbox, id).status).toBe('approved');
		const [link, ...others] = linksOf(service.sandbox, id);
		expect(others).toEqual([]);
		expect(partner).toEqual({
			id: expect.stringMatching(/^pn_/),
			name: email,
			email,
			status: 'approved',
			groupId: groupId(service.sandbox, 'default'),
			tenantId: null,
			createdAt: expect.stringMatching(/Z$/),
			shortLink: `https://${link.domain}/${link.key}`,
			totalClicks: 0,
			totalLeads: 0,
			totalSales: 0,
			totalSaleAmount: 0,
			totalCommissions: 0,
		});
	});

	it('accepts the link properties as an object with API field names', async () => {
		const variants = [
			{ url: 'https://example.com/a', percentage: 50 },
			{ url: 'https://example.com/b', percentage: 50 },
		];
		await service.run(
			{ ...OPERATION, email: newEmail(), linkPropsJson: '={{ $json }}' },
			{
				items: [
					{
						comments: 'as JSON',
						expiresAt: '2030-06-01',
						tagIds: [tagOf('business').id],
						testVariants: variants,
						title: null,
					},
				],
			},
		);
		expect(sentBody()).toMatchObject({
			linkProps: {
				comments: 'as JSON',
				expiresAt: '2030-05-31T22:00:00.000Z',
				tagIds: [tagOf('business').id],
				testVariants: variants,
			},
		});
		expect(sentBody()).not.toHaveProperty('linkProps.title');
	});

	it.each(['{}', ' ', '{ "comments": null }'])(
		'omits the link properties if they are %p',
		async (json) => {
			const email = newEmail();
			await service.run({ ...OPERATION, email, linkPropsJson: json });
			expect(sentBody()).toEqual({ email });
		},
	);

	it('omits blank fields', async () => {
		const email = newEmail();
		const additionalFields = { country: '', name: '  ', tenantId: '' };
		const hints: NodeExecutionHint[] = [];
		const parameters = { ...OPERATION, email, additionalFields, linkProps: { comments: '' } };
		await service.run(parameters, { hints });
		expect(sentBody()).toEqual({ email });
		expect(hints).toEqual([]);
	});

	it('returns a partner who is already enrolled and changes only the tenant ID', async () => {
		const { sandbox } = service;
		const { email } = row<{ email: string }>(
			sandbox,
			`SELECT p.email FROM partners p JOIN enrollments e ON e.partner_id = p.id
			 WHERE program_id = ? AND status = 'banned' AND email IS NOT NULL`,
			programId(sandbox, 'business'),
		);
		const hints: NodeExecutionHint[] = [];
		const additionalFields = { name: 'Somebody Else', tenantId: 'newer' };
		const [partner] = await service.output({ ...OPERATION, email, additionalFields }, { hints });
		expect(partner).toMatchObject({ email, status: 'banned', tenantId: 'newer' });
		expect(hints[0].message).toMatch(/enrolled before are returned as they are/);
		expect(partner.name).not.toBe('Somebody Else');
	});

	it.each<[string, INodeParameters, { workspace?: string; key?: string }, RegExp, RegExp]>([
		['an unknown group', { groupId: 'grp_none' }, {}, /grp_none not found/, /Check the ID/],
	])('reports an error caused by %s', async (_, additionalFields, call, says, advises) => {
		const parameters = { ...OPERATION, email: newEmail(), additionalFields };
		const error = await service.failure(parameters, call);
		expect(error.message).toMatch(says);
		expect(error.description).toMatch(advises);
	});

	it('reports that the plan allows no more partners', async () => {
		const { db } = service.sandbox;
		const program = programId(service.sandbox, 'business');
		db.insert('partner_limits', { program_id: program, max: 0 });
		const error = await service.failure({ ...OPERATION, email: newEmail() });
		db.run('DELETE FROM partner_limits WHERE program_id = ?', program);
		expect(error.message).toMatch(/plan does not allow more partners/);
		expect(error.description).toContain('Check the plan of the workspace');
	});

	it('names the link property that the service rejects', async () => {
		const linkProps = { expiredUrl: 'none', expiresAt: '2030-01-01' };
		const error = await service.failure({ ...OPERATION, email: newEmail(), linkProps });
		expect(error.message).toMatch(/^'Expiration URL' was not accepted: /);
	});
});
