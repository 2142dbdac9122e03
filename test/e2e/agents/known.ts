import type { Sandbox } from '../../../sandbox/app/server';
import { Api } from '../../support/sandbox/api';
import { newClick, type ConversionLink } from '../../support/sandbox/conversions';
import { programId, row, workspaceId } from '../../support/sandbox/rows';
import type { Known } from './requests';

export const WORKSPACE = 'enterprise';

/** What a request can be about, from the sample data. */
export async function knownIn(sandbox: Sandbox): Promise<Known> {
	const workspace = workspaceId(sandbox, WORKSPACE);
	const program = programId(sandbox, WORKSPACE);
	const api = new Api(sandbox, WORKSPACE);
	const values = (sql: string, ...params: string[]) =>
		sandbox.db.all<{ value: string }>(sql, ...params).map(({ value }) => value);

	const links = sandbox.db.all<{ id: string; shortLink: string }>(
		`SELECT id, 'https://' || domain || '/' || key AS shortLink FROM links
		 WHERE workspace_id = ? AND partner_id IS NULL AND disabled_at IS NULL AND expires_at IS NULL
		 AND archived = 0 AND program_id IS NULL AND test_variants IS NULL AND key NOT LIKE '!_%' ESCAPE '!'
		 ORDER BY clicks DESC LIMIT 12`,
		workspace,
	);
	const partners = values(
		`SELECT e.partner_id AS value FROM enrollments e
		 LEFT JOIN commissions c ON c.partner_id = e.partner_id AND c.program_id = e.program_id
		 WHERE e.program_id = ? AND e.status = 'approved'
		 GROUP BY 1 ORDER BY count(c.id) DESC, 1`,
		program,
	);
	const partnerId = row<{ id: string }>(
		sandbox,
		`SELECT e.partner_id AS id FROM enrollments e JOIN partner_groups g ON g.id = e.group_id
		 WHERE e.program_id = ? AND e.status = 'approved' AND e.discount_id IS NOT NULL
		 AND e.partner_id NOT IN (SELECT value FROM json_each(?))`,
		program,
		JSON.stringify(partners.slice(0, 3)),
	).id;
	const { body: link } = await api.post<{ id: string }>('/partners/links', {
		...{ partnerId, url: 'https://www.enterprise.example.com/agents' },
	});
	const { body: tracked } = await api.post<ConversionLink>('/links', {
		...{ url: 'https://example.com/shop', trackConversion: true },
	});
	const { body: folder } = await api.post<{ id: string }>('/folders', { name: 'Launch' });
	return {
		links: links.map(({ shortLink }) => shortLink),
		linkIds: links.map(({ id }) => id),
		partners,
		seller: row<{ id: string }>(
			sandbox,
			'SELECT partner_id AS id FROM links WHERE program_id = ? AND partner_id IS NOT NULL ORDER BY sales DESC',
			program,
		).id,
		applicants: values(
			`SELECT partner_id AS value FROM enrollments WHERE program_id = ? AND status = 'pending'`,
			program,
		),
		commissions: values(
			`SELECT id AS value FROM commissions
			 WHERE program_id = ? AND status = 'pending' AND earnings > 0 ORDER BY type = 'sale' DESC, id`,
			program,
		),
		submission: row(
			sandbox,
			`SELECT bounty_id AS bountyId, s.id FROM bounty_submissions s JOIN bounties b ON b.id = bounty_id
			 WHERE b.program_id = ? AND s.status = 'submitted' AND b.reward_amount IS NULL`,
			program,
		),
		customer: row(
			sandbox,
			`SELECT id, external_id AS externalId FROM customers
			 WHERE workspace_id = ? AND link_id IS NOT NULL AND external_id NOT LIKE '%/%'`,
			workspace,
		),
		clickId: await newClick(sandbox, tracked),
		folderId: folder.id,
		tag: row<{ name: string }>(
			sandbox,
			`SELECT name FROM tags JOIN link_tags ON tag_id = tags.id WHERE workspace_id = ?`,
			workspace,
		).name,
		domain: 'try.enterprise.example.com',
		codeless: { partnerId, linkId: link.id },
		discountCode: row<{ code: string }>(
			sandbox,
			'SELECT code FROM discount_codes WHERE program_id = ? AND disabled_at IS NULL',
			program,
		).code,
		payoutPartner: row<{ id: string }>(
			sandbox,
			'SELECT partner_id AS id FROM payouts WHERE program_id = ?',
			program,
		).id,
	};
}
