import { expect, it } from '@jest/globals';
import type { OperationRunner } from '../../support/n8n/operationRunner';
import { locator } from '../../support/sandbox/partners';

/** What partners earn, and give to their customers. */
export function rewardOperations(node: OperationRunner): void {
	/** An approved partner with a discount to give. */
	const partner = () =>
		node.value<string>(
			`SELECT partner_id AS value FROM enrollments
			 WHERE program_id = ? AND status = 'approved' AND discount_id IS NOT NULL ORDER BY id`,
			node.programId,
		);

	it('Commission · Create, Get, Get Many, Update, Update Many', async () => {
		const partnerId = locator('id', partner());
		const amounts = [2500, 4000];
		await node.output(
			'commission',
			'create',
			{
				type: 'custom',
				partnerId,
				amount: '={{ $json.amount }}',
				additionalFields: { description: `Bonus ${node.mark}` },
			},
			amounts.map((amount) => ({ amount })),
		);
		const created = (
			await node.output<{ id: string; earnings: number; description: string }>(
				'commission',
				'getAll',
				{ returnAll: true, simple: false, filters: { partnerId, type: ['custom'] } },
			)
		).filter(({ description }) => description === `Bonus ${node.mark}`);
		expect(created.map(({ earnings }) => earnings).sort()).toEqual(amounts);

		const stored = () =>
			created.map(({ id }) =>
				node.row('SELECT earnings, status FROM commissions WHERE id = ?', id),
			);
		const [first] = created;
		const updateFields = { earnings: 3000 };
		await node.output('commission', 'update', { commissionId: first.id, updateFields });
		expect(stored()[0]).toEqual({ earnings: 3000, status: 'pending' });

		const ids = created.map(({ id }) => id);
		expect(await node.output('commission', 'get', { commissionId: first.id })).toMatchObject([
			{ id: first.id, earnings: 3000 },
		]);
		expect(
			await node.output('commission', 'updateMany', {
				commissionIds: ids.join(', '),
				status: 'duplicate',
			}),
		).toEqual(ids.map((id) => ({ id, status: 'duplicate' })));
		expect(stored()).toMatchObject(ids.map(() => ({ status: 'duplicate' })));
	});

	it('Payout · Get, Get Many', async () => {
		const payouts = await node.output('payout', 'getAll', {
			returnAll: true,
			filters: { status: 'completed' },
		});
		expect(payouts.map(({ id }) => id).sort()).toEqual(
			node
				.values(
					`SELECT id AS value FROM payouts WHERE program_id = ? AND status = 'completed'`,
					node.programId,
				)
				.sort(),
		);
		const [{ id }] = payouts;
		expect(await node.output('payout', 'get', { payoutId: id as string })).toEqual([payouts[0]]);
	});

	/** The one bounty for which something is to be handed in and that has a reward, or leaves it to the one who approves. */
	const bounty = (reward: 'NULL' | 'NOT NULL') =>
		node.value<string>(
			`SELECT id AS value FROM bounties WHERE program_id = ? AND type = 'submission' AND reward_amount IS ${reward}`,
			node.programId,
		);

	const submitted = (bountyId: string) =>
		node.values<string>(
			`SELECT id AS value FROM bounty_submissions WHERE bounty_id = ? AND status = 'submitted' ORDER BY id`,
			bountyId,
		);

	it('Bounty Submission · Get Many, Approve', async () => {
		const bountyId = bounty('NULL');
		const waiting = submitted(bountyId);
		const listed = await node.output('bountySubmission', 'getAll', {
			bountyId,
			returnAll: true,
			filters: { status: 'submitted' },
		});
		expect(listed.map(({ id }) => id).sort()).toEqual(waiting);

		const [id] = waiting;
		const additionalFields = { rewardAmount: 7500 };
		await node.output('bountySubmission', 'approve', {
			bountyId,
			submissionId: id,
			additionalFields,
		});
		expect(
			node.row(
				`SELECT s.status, type, earnings FROM bounty_submissions s
				 JOIN commissions ON commissions.id = commission_id WHERE s.id = ?`,
				id,
			),
		).toEqual({ status: 'approved', type: 'custom', earnings: 7500 });
	});

	it('Bounty Submission · Reject', async () => {
		const bountyId = bounty('NOT NULL');
		const [id] = submitted(bountyId);
		await node.output('bountySubmission', 'reject', {
			bountyId,
			submissionId: id,
			additionalFields: { rejectionReason: 'invalidProof', rejectionNote: 'Blurred' },
		});
		expect(
			node.row(
				'SELECT status, rejection_reason, rejection_note FROM bounty_submissions WHERE id = ?',
				id,
			),
		).toEqual({ status: 'rejected', rejection_reason: 'invalidProof', rejection_note: 'Blurred' });
	});

	it('Discount Code · Create, Get, Get Many, Delete', async () => {
		const partnerId = partner();
		const chosen = locator('id', partnerId);
		const [link] = await node.output<{ id: string }>('partner', 'createLink', { partner: chosen });
		const code = `SUMMER-${node.mark}`;
		const [{ id }] = await node.output<{ id: string }>('discountCode', 'create', {
			partnerId: chosen,
			linkId: locator('id', link.id),
			additionalFields: { code },
		});
		expect(
			node.row('SELECT code, partner_id, link_id FROM discount_codes WHERE id = ?', id),
		).toEqual({ code, partner_id: partnerId, link_id: link.id });

		const codes = await node.output('discountCode', 'getAll', { filters: { partnerId: chosen } });
		expect(codes).toContainEqual(expect.objectContaining({ id, code, linkId: link.id }));

		const discountCode = locator('code', code);
		expect(await node.output('discountCode', 'get', { discountCode })).toMatchObject([
			{ id, code },
		]);
		expect(await node.output('discountCode', 'delete', { discountCode })).toEqual([
			{ id, deleted: true },
		]);
		expect(node.exists('discount_codes', id)).toBe(false);
		expect(node.row('SELECT event, payload FROM provider_notifications ORDER BY id DESC')).toEqual({
			event: 'discount_code.disabled',
			payload: JSON.stringify({ code, active: false }),
		});
	});
}
