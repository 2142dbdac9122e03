import { expect, it } from '@jest/globals';
import { WORKSPACE, type OperationRunner } from '../../support/n8n/operationRunner';
import { enrollmentOf, groupId, linksOf, locator } from '../../support/sandbox/partners';

export function partnerOperations(node: OperationRunner): void {
	const enrollment = (partnerId: string) => enrollmentOf(node.stack.sandbox, partnerId, WORKSPACE);
	const links = (partnerId: string) => linksOf(node.stack.sandbox, partnerId);

	/** A partner of the program, by a condition on the enrollment. */
	const partnerWith = (condition: string) =>
		node.value<string>(
			`SELECT partner_id AS value FROM enrollments e WHERE program_id = ? AND ${condition} ORDER BY id`,
			node.programId,
		);

	it('Partner · Create, Get, Get Many, Create Link, Create or Update Link, Get Links, Deactivate', async () => {
		const email = `ada-${node.mark}@example.com`;
		const [{ id }] = await node.output<{ id: string }>('partner', 'create', {
			email,
			additionalFields: { name: 'Ada', tenantId: `ada-${node.mark}` },
		});
		expect(enrollment(id)).toMatchObject({ status: 'approved', tenant_id: `ada-${node.mark}` });
		expect(links(id)).toHaveLength(1);
		expect(await node.output('partner', 'getAll', { filters: { email } })).toMatchObject([
			{ id, name: 'Ada', email, status: 'approved' },
		]);
		expect(await node.output('partner', 'get', { partner: locator('email', email) })).toMatchObject(
			[{ id, tenantId: `ada-${node.mark}` }],
		);

		const partner = locator('id', id);
		const key = `ada-shop-${node.mark}`;
		const url = 'https://www.example.com/shop';
		await node.output('partner', 'createLink', { partner, additionalFields: { key, url } });
		expect(links(id).map((link) => link.key)).toContain(key);

		const linkProps = { title: 'Shop' };
		const [changed] = await node.output('partner', 'upsertLink', { partner, url, linkProps });
		expect(links(id).find((link) => link.key === key)).toMatchObject({
			id: changed.id,
			title: 'Shop',
		});

		const listed = await node.output('partner', 'getLinks', {
			partner: locator('tenantId', `ada-${node.mark}`),
		});
		expect(listed.map((link) => link.id)).toEqual(links(id).map((link) => link.id));
		expect(listed).toHaveLength(2);

		expect(await node.output('partner', 'deactivate', { partner })).toMatchObject([
			{ partnerId: id },
		]);
		expect(enrollment(id).status).toBe('deactivated');
		expect(links(id).filter((link) => link.expires_at === null)).toEqual([]);
	});

	it('Partner · Get Analytics', async () => {
		const partnerId = partnerWith(
			`EXISTS (SELECT 1 FROM events JOIN links ON links.id = link_id
			 WHERE kind = 'sale' AND links.partner_id = e.partner_id)`,
		);
		const partner = locator('id', partnerId);
		expect(await node.output('partner', 'getAnalytics', { partner })).toEqual([
			node.row(
				`SELECT sum(kind = 'click') AS clicks, sum(kind = 'lead') AS leads, sum(kind = 'sale') AS sales,
					sum(coalesce(amount, 0)) AS saleAmount,
					(SELECT sum(earnings) FROM commissions WHERE partner_id = ?1
					 AND status NOT IN ('canceled', 'refunded', 'duplicate', 'fraud')) AS earnings
				 FROM events WHERE link_id IN (SELECT id FROM links WHERE partner_id = ?1)`,
				partnerId,
			),
		]);
	});

	it('Partner · Ban', async () => {
		const partnerId = partnerWith(
			`status = 'approved' AND tenant_id IS NOT NULL AND
			 EXISTS (SELECT 1 FROM commissions c WHERE c.partner_id = e.partner_id AND status = 'pending') AND
			 NOT EXISTS (SELECT 1 FROM bounty_submissions s WHERE s.partner_id = e.partner_id)`,
		);
		const response = await node.output('partner', 'ban', {
			partner: locator('tenantId', String(enrollment(partnerId).tenant_id)),
			reason: 'fake_traffic',
		});
		expect(response).toMatchObject([{ partnerId }]);
		expect(
			node.row(
				`SELECT status, banned_reason,
					(SELECT count(*) FROM links WHERE partner_id = e.partner_id AND disabled_at IS NULL) AS working,
					(SELECT count(*) FROM commissions WHERE partner_id = e.partner_id AND status <> 'canceled') AS due
				 FROM enrollments e WHERE partner_id = ?`,
				partnerId,
			),
		).toEqual({ status: 'banned', banned_reason: 'fake_traffic', working: 0, due: 0 });
	});

	it('Partner Application · Get Many', async () => {
		const applications = await node.output('partnerApplication', 'getAll', { returnAll: true });
		const pending = node.values(
			`SELECT partner_id AS value FROM enrollments WHERE program_id = ? AND status = 'pending'`,
			node.programId,
		);
		expect(applications.map(({ partnerId }) => partnerId).sort()).toEqual(pending.sort());
	});

	it('Partner Application · Approve', async () => {
		const partnerId = partnerWith(`status = 'pending'`);
		const response = await node.output('partnerApplication', 'approve', {
			partnerId: locator('id', partnerId),
			additionalFields: { groupId: 'ambassadors' },
		});
		expect(response).toMatchObject([{ partnerId }]);
		expect(enrollment(partnerId)).toMatchObject({
			status: 'approved',
			group_id: groupId(node.stack.sandbox, 'ambassadors', WORKSPACE),
		});
		expect(links(partnerId)).toHaveLength(1);
	});

	it('Partner Application · Reject', async () => {
		const partnerId = partnerWith(`status = 'pending'`);
		const response = await node.output('partnerApplication', 'reject', {
			partnerId: locator('id', partnerId),
			additionalFields: {
				rejectionReason: 'notTheRightFit',
				rejectionNote: 'Come back with an audience.',
				reapplicationTimeframe: 'never',
				flagForFraud: true,
				flagForFraudReason: 'The site is a copy.',
			},
		});
		expect(response).toMatchObject([{ partnerId }]);
		expect(
			node.row(
				`SELECT status, reapply_after, rejection_reason, rejection_note, reapplication_timeframe
				 FROM enrollments JOIN applications ON applications.id = application_id
				 WHERE enrollments.partner_id = ?`,
				partnerId,
			),
		).toEqual({
			status: 'rejected',
			reapply_after: null,
			rejection_reason: 'notTheRightFit',
			rejection_note: 'Come back with an audience.',
			reapplication_timeframe: 'never',
		});
		expect(
			node.value('SELECT reason AS value FROM fraud_alerts WHERE partner_id = ?', partnerId),
		).toBe('The site is a copy.');
		expect(
			node.value(
				'SELECT body AS value FROM outbox JOIN partners ON recipient = email WHERE partners.id = ?',
				partnerId,
			),
		).toContain('Come back with an audience.');
	});

	it('Embed Token · Create', async () => {
		const partnerId = partnerWith(`status = 'approved'`);
		const [token] = await node.output<{ publicToken: string }>('embedToken', 'create', {
			partnerId: locator('id', partnerId),
		});
		const holder = 'SELECT partner_id AS value FROM embed_tokens WHERE public_token = ?';
		expect(node.value(holder, token.publicToken)).toBe(partnerId);
	});
}
