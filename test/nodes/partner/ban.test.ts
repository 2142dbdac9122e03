import { describe, expect, it } from '@jest/globals';
import type { NodeParameterValueType } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { enrollmentOf, enrollments } from '../../support/sandbox/partners';
import { counted } from '../../../nodes/LinkAttribution/input/text';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partner', operation: 'ban', reason: 'spam' };

const service = useService();

/** Approved partners with a tenant ID who have not been banned yet. */
function approved(count: number): { partner: string; tenant: string }[] {
	return enrollments(service.sandbox, count).map(({ partner_id, tenant_id }) => ({
		partner: partner_id,
		tenant: String(tenant_id),
	}));
}

describe('Partner · Ban', () => {
	it.each<[string, (ids: { partner: string; tenant: string }) => [NodeParameterValueType, object]]>(
		[
			['chosen from the list', ({ partner }) => [locator('list', partner), { partnerId: partner }]],
			['by ID', ({ partner }) => [locator('id', ` ${partner} `), { partnerId: partner }]],
			['by tenant ID', ({ tenant }) => [locator('tenantId', tenant), { tenantId: tenant }]],
			['by a bare ID', ({ partner }) => [partner, { partnerId: partner }]],
		],
	)('bans a partner %s', async (_, give) => {
		const [ids] = approved(1);
		const [partner, sent] = give(ids);
		expect(await service.output({ ...OPERATION, partner })).toMatchObject([
			{ partnerId: ids.partner, status: 'banned', changed: true },
		]);
		expect(enrollmentOf(service.sandbox, ids.partner)).toMatchObject({
			status: 'banned',
			banned_reason: 'spam',
		});
		const changes = service.proxy.requests.filter(({ method }) => method !== 'GET');
		expect(changes).toHaveLength(1);
		expect(changes[0]).toMatchObject({
			method: 'POST',
			path: '/partners/ban',
			query: {},
			body: { ...sent, reason: 'spam' },
		});
	});

	it('says what the ban did, and that it was done already', async () => {
		const [{ partner }] = approved(1);
		const ofPartner = (sql: string) => row<{ n: number }>(service.sandbox, sql, partner).n;
		const { name } = row<{ name: string }>(
			service.sandbox,
			'SELECT name FROM partners WHERE id = ?',
			partner,
		);
		const links = ofPartner('SELECT count(*) AS n FROM links WHERE partner_id = ?');
		const commissions = ofPartner(
			"SELECT count(*) AS n FROM commissions WHERE partner_id = ? AND status <> 'canceled'",
		);
		const [first] = await service.output({ ...OPERATION, partner });
		expect(first).toEqual({
			partnerId: partner,
			name,
			email: expect.stringContaining('@'),
			status: 'banned',
			changed: true,
			effect: `${counted(links, 'link')} disabled, ${counted(commissions, 'commission')} canceled, partner notified by email`,
		});
		expect(await service.output({ ...OPERATION, partner })).toEqual([
			{ ...first, changed: false, effect: 'None: the partner is already banned.' },
		]);
	});

	it('bans a partner about whom nothing can be read', async () => {
		service.proxy.respond = ({ method }) =>
			method === 'GET'
				? { status: 403, body: { error: { code: 'forbidden' } } }
				: { status: 200, body: { partnerId: 'pn_1' } };
		expect(await service.output({ ...OPERATION, partner: 'pn_1' })).toMatchObject([
			{
				partnerId: 'pn_1',
				name: null,
				effect: 'All links disabled, open commissions canceled, partner notified by email',
			},
		]);
	});

	it('bans the partner of each item, and one of two items only once', async () => {
		const [first, second] = approved(2).map(({ partner }) => partner);
		const output = await service.run(
			{ ...OPERATION, partner: locator('id', '={{ $json.id }}'), reason: '={{ $json.reason }}' },
			{
				items: [
					{ id: first, reason: 'spam' },
					{ id: first, reason: 'spam' },
					{ id: second, reason: 'fraud' },
				],
			},
		);
		expect(output).toMatchObject([
			{ json: { partnerId: first }, pairedItem: { item: 0 } },
			{ json: { partnerId: first }, pairedItem: { item: 1 } },
			{ json: { partnerId: second, changed: true }, pairedItem: { item: 2 } },
		]);
		const changed = output.slice(0, 2).map(({ json }) => json.changed);
		expect(changed.sort()).toEqual([false, true]);
		expect([first, second].map((id) => enrollmentOf(service.sandbox, id).banned_reason)).toEqual([
			'spam',
			'fraud',
		]);
	});
});
