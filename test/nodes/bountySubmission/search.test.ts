import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';
import { searchList } from '../../support/node/runNode';
import { bounty, submissions } from '../../support/sandbox/submissions';

const service = useService();

async function search(bountyId: string, text?: string) {
	const parameters = { resource: 'bountySubmission', operation: 'approve', bountyId };
	const credential = service.credential();
	return await searchList('searchSubmissions', credential, text, undefined, parameters);
}

describe('the submission search', () => {
	it('lists the submissions of the bounty with partner and status', async () => {
		const bountyId = bounty(service, 'reward_amount IS NULL');
		const shown = submissions(service, bountyId).filter(({ status }) => status !== 'rejected');
		const { results } = await search(` ${bountyId} `);
		expect(results.map(({ value }) => value)).toEqual(shown.map(({ id }) => id));
		const { name } = row<{ name: string }>(
			service.sandbox,
			'SELECT name FROM partners WHERE id = ?',
			shown[0].partner_id,
		);
		expect(results[0].name).toBe(`${name} (${shown[0].status})`);
		const drafts = await search(bountyId, 'draft');
		expect(drafts.results.map(({ value }) => value)).toEqual(
			shown.filter(({ status }) => status === 'draft').map(({ id }) => id),
		);
	});

	it('requires a bounty first', async () => {
		await expect(search('')).rejects.toThrow("'Bounty ID' is empty. Enter it first.");
		expect(service.proxy.requests).toEqual([]);
	});

	it('reports an unknown bounty', async () => {
		await expect(search('bnty_none')).rejects.toThrow('Bounty bnty_none not found.');
	});
});
