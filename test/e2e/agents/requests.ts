import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

/** What exists in the workspace, by ID, as a person would know it by name. */
export interface Known {
	/** Of approved partners, one for each request that changes one. */
	partners: string[];
	/** A partner who brought sales. */
	seller: string;
	applicants: string[];
	/** Short links. */
	links: string[];
	linkIds: string[];
	commissions: string[];
	submission: { bountyId: string; id: string };
	customer: { id: string; externalId: string };
	clickId: string;
	folderId: string;
	tag: string;
	domain: string;
	/** A partner and their link without a discount code. */
	codeless: { partnerId: string; linkId: string };
	discountCode: string;
	payoutPartner: string;
}

export type Rows = IDataObject[];

type Call = [tool: string, given: IDataObject | ((known: Known, rows: Rows[]) => IDataObject)];

export interface Request {
	ask: string;
	/** What a model that knows what to do calls; each can use the rows of those before. */
	calls: Call[];
	/** @param rows of the last call */
	check: (rows: Rows, known: Known, all: Rows[]) => void;
}

const has = (expected: object) => (rows: Rows) =>
	expect(rows.at(-1)).toEqual(expect.objectContaining(expected));
const NUMBER = expect.any(Number) as unknown;
const TEXT = expect.any(String) as unknown;
const rowsOf = (rows: Rows) => rows.filter(({ note }) => note === undefined);

const DAY_MS = 86_400_000;
/** A day can end between a call and its check. */
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10);

/** What people in marketing ask. */
export const requests: Request[] = [
	{
		ask: 'How many clicks did we get in the last seven days?',
		calls: [['analytics.get', { event: 'clicks', interval: '7d' }]],
		check: has({ clicks: NUMBER }),
	},
	{
		ask: 'Show me our five best links of the last 30 days by clicks.',
		calls: [
			['analytics.get', { event: 'clicks', groupBy: 'top_links', interval: '30d', maxGroups: 5 }],
		],
		check: (rows) => {
			expect(rowsOf(rows).length).toBeLessThanOrEqual(5);
			has({ shortLink: TEXT, clicks: NUMBER })(rows);
		},
	},
	{
		ask: 'Which countries do our sales come from?',
		calls: [['analytics.get', { event: 'sales', groupBy: 'countries', interval: '90d' }]],
		check: has({ country: TEXT, sales: NUMBER, saleAmount: NUMBER }),
	},
	{
		ask: 'How much did we sell last month?',
		calls: [['analytics.get', { event: 'sales', interval: 'lastMonth' }]],
		check: has({ saleAmount: NUMBER }),
	},
	{
		ask: 'Give me the clicks per day of the last 30 days.',
		calls: [['analytics.get', { event: 'clicks', groupBy: 'timeseries', interval: '30d' }]],
		check: (rows) => expect(rowsOf(rows).length).toBeGreaterThan(25),
	},
	{
		ask: 'How many people from Germany clicked this link in the last 90 days?',
		calls: [
			[
				'analytics.get',
				({ links }) => ({
					...{ event: 'clicks', interval: '90d' },
					...{ filters_linkId: links[0], filters_country: 'DE' },
				}),
			],
		],
		check: has({ clicks: NUMBER }),
	},
	{
		ask: 'Which partners brought the most sales in the last 90 days?',
		calls: [['analytics.get', { event: 'sales', groupBy: 'top_partners', interval: '90d' }]],
		check: has({ partnerId: expect.stringMatching(/^pn_/) as unknown, saleAmount: NUMBER }),
	},
	{
		ask: 'Do people use phones or computers?',
		calls: [['analytics.get', { event: 'clicks', groupBy: 'devices', interval: '90d' }]],
		check: has({ device: TEXT, clicks: NUMBER }),
	},
	{
		ask: 'Which sites send us visitors?',
		calls: [['analytics.get', { event: 'clicks', groupBy: 'referers', interval: '90d' }]],
		check: has({ referer: TEXT, clicks: NUMBER }),
	},
	{
		ask: 'How many sales were there in the week that began 20 days ago?',
		calls: [
			[
				'analytics.get',
				{ event: 'sales', interval: 'custom', start: daysAgo(20), end: daysAgo(14) },
			],
		],
		check: has({ sales: NUMBER }),
	},
	{
		ask: 'How many clicks were there ten days ago?',
		calls: [
			['analytics.get', { event: 'clicks', start: daysAgo(10), end: daysAgo(10) }],
			['analytics.get', { event: 'clicks', groupBy: 'timeseries', interval: '30d' }],
		],
		check: (days, _, [[count]]) =>
			expect(days).toContainEqual({
				start: expect.stringContaining(daysAgo(10)) as unknown,
				clicks: count.clicks,
			}),
	},
	{
		ask: 'Show the sales of the last five days.',
		calls: [['event.getAll', { event: 'sales', start: daysAgo(5) }]],
		check: (rows) => {
			for (const { timestamp } of rowsOf(rows)) expect(String(timestamp) >= daysAgo(5)).toBe(true);
		},
	},
	{
		ask: 'Which tags do best?',
		calls: [['analytics.get', { event: 'clicks', groupBy: 'top_link_tags', interval: 'all' }]],
		check: has({ clicks: NUMBER }),
	},
	{
		ask: 'Which cities in the US do clicks come from?',
		calls: [
			[
				'analytics.get',
				{ event: 'clicks', groupBy: 'cities', interval: '90d', filters_country: 'US' },
			],
		],
		check: has({ city: TEXT, clicks: NUMBER }),
	},
	{
		ask: 'How do our UTM campaigns compare?',
		calls: [['analytics.get', { groupBy: 'utm_campaigns', interval: 'all' }]],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'How do links with this tag perform?',
		calls: [['analytics.get', { event: 'clicks', groupBy: 'top_link_tags', interval: 'all' }]],
		check: (rows, { tag }) => expect(rows.map(({ tagName }) => tagName)).toContain(tag),
	},
	{
		ask: 'What did this partner earn in the last 90 days?',
		calls: [['partner.getAnalytics', ({ partners: [partner] }) => ({ partner, interval: '90d' })]],
		check: has({ earnings: NUMBER, clicks: NUMBER }),
	},
	{
		ask: 'Which links of this partner do best?',
		calls: [
			[
				'partner.getAnalytics',
				({ partners: [partner] }) => ({ partner, groupBy: 'top_links', interval: 'all' }),
			],
		],
		check: has({ shortLink: TEXT }),
	},
	{
		ask: 'Show the last ten sales.',
		calls: [['event.getAll', { event: 'sales', limit: 10, interval: 'all' }]],
		check: (rows) => {
			expect(rowsOf(rows)).toHaveLength(10);
			has({ saleAmount: NUMBER, customerEmail: TEXT })(rows);
		},
	},
	{
		ask: 'Who signed up in the last 30 days?',
		calls: [['event.getAll', { event: 'leads', interval: '30d' }]],
		check: has({ customerName: TEXT, timestamp: TEXT }),
	},
	{
		ask: 'Which sales did this partner bring, and what are they worth together?',
		calls: [
			[
				'event.getAll',
				({ seller }) => ({
					...{ event: 'sales', interval: 'all', limit: 3 },
					filters_partnerId: seller,
				}),
			],
		],
		check: ([first]) => expect(first.note).toMatch(/\d+ sales.*\d\.\d\d USD/),
	},
	{
		ask: 'Shorten this address.',
		calls: [['link.create', { url: 'https://example.com/agents/1' }]],
		check: has({ shortLink: expect.stringMatching(/^https:/) as unknown }),
	},
	{
		ask: 'Make a short link that ends in agents-summer.',
		calls: [['link.create', { url: 'https://example.com/agents/2', key: 'agents-summer' }]],
		check: has({ key: 'agents-summer' }),
	},
	{
		ask: 'Make a link for the sale; it should stop working at the end of 2030.',
		calls: [
			[
				'link.create',
				{ url: 'https://example.com/agents/3', additionalFields_expiresAt: '2030-12-31T18:00' },
			],
		],
		check: has({ expiresAt: expect.stringMatching(/^2030-12-31/) as unknown }),
	},
	{
		ask: 'Make a link with our tag.',
		calls: [
			[
				'link.create',
				({ tag }) => ({ url: 'https://example.com/agents/4', additionalFields_tagNames: tag }),
			],
			['link.getAll', ({ tag }) => ({ filters_tagNames: tag, limit: 1 })],
		],
		check: has({ url: 'https://example.com/agents/4' }),
	},
	{
		ask: 'Make a link on our other domain.',
		calls: [['link.create', ({ domain }) => ({ url: 'https://example.com/agents/5', domain })]],
		check: (rows, { domain }) => has({ domain })(rows),
	},
	{
		ask: 'Put a new link into the folder of the launch.',
		calls: [
			[
				'link.create',
				({ folderId }) => ({
					url: 'https://example.com/agents/6',
					additionalFields_folderId: folderId,
				}),
			],
			['link.getAll', ({ folderId }) => ({ filters_folderId: folderId, limit: 1 })],
		],
		check: has({ url: 'https://example.com/agents/6' }),
	},
	{
		ask: 'Let this link lead to the new page.',
		calls: [
			[
				'link.update',
				({ links }) => ({ linkId: links[1], updateFields_url: 'https://example.com/agents/new' }),
			],
		],
		check: has({ url: 'https://example.com/agents/new' }),
	},
	{
		ask: 'Rename the end of this link.',
		calls: [
			['link.update', ({ links }) => ({ linkId: links[2], updateFields_key: 'agents-renamed' })],
		],
		check: has({ key: 'agents-renamed' }),
	},
	{
		ask: 'Archive this link.',
		calls: [
			['link.update', ({ links }) => ({ linkId: links[3], updateFields_archived: 'true' })],
			['link.get', ({ links }) => ({ linkId: links[3] })],
		],
		check: has({ archived: true }),
	},
	{
		ask: 'Move this link to the folder of the launch.',
		calls: [
			[
				'link.update',
				({ links, folderId }) => ({ linkId: links[4], updateFields_folderId: folderId }),
			],
			['link.getAll', ({ folderId }) => ({ filters_folderId: folderId, limit: 50 })],
		],
		check: (rows, { links }) => expect(rows.map(({ shortLink }) => shortLink)).toContain(links[4]),
	},
	{
		ask: 'Delete this link.',
		calls: [['link.delete', ({ linkIds }) => ({ linkId: linkIds[5] })]],
		check: has({ deleted: true }),
	},
	{
		ask: 'Find our links about agents.',
		calls: [['link.getAll', { filters_search: 'agents-summer' }]],
		check: has({ key: 'agents-summer' }),
	},
	{
		ask: 'How many links do we have?',
		calls: [
			['link.count', {}],
			['link.getAll', { limit: 1000 }],
		],
		check: ([{ note }], _known, [[{ count }]]) =>
			expect(note).toContain(`of ${String(count)} rows are shown`),
	},
	{
		ask: 'How many links does each tag have?',
		calls: [['link.count', { groupBy: 'tagId' }]],
		check: has({ tagId: TEXT, count: NUMBER }),
	},
	{
		ask: 'How often was this link opened, and did it sell anything?',
		calls: [['link.get', ({ links }) => ({ linkId: links[0] })]],
		check: has({ clicks: NUMBER, sales: NUMBER }),
	},
	{
		ask: 'Shorten these three addresses.',
		calls: [
			[
				'link.createMany',
				{
					links: JSON.stringify([7, 8, 9].map((n) => ({ url: `https://example.com/agents/${n}` }))),
				},
			],
		],
		check: (rows) => expect(rows).toHaveLength(3),
	},
	{
		ask: 'Let these two links lead to the home page.',
		calls: [
			[
				'link.updateMany',
				({ linkIds }) => ({
					linkIds: linkIds.slice(6, 8).join(),
					updateFields_url: 'https://example.com/',
				}),
			],
		],
		check: (rows) =>
			expect(rows.map(({ url }) => url)).toEqual(Array(2).fill('https://example.com/')),
	},
	{
		ask: 'Delete these two links.',
		calls: [['link.deleteMany', ({ linkIds }) => ({ linkIds: linkIds.slice(8, 10).join() })]],
		check: (rows) => expect(JSON.stringify(rows)).toMatch(/"deletedCount":2|"deleted":true/),
	},
	{
		ask: 'Make a QR code for this link.',
		calls: [['qrCode.get', ({ links }) => ({ url: links[0] })]],
		check: has({ imageUrl: expect.stringContaining('/qr?url=') as unknown }),
	},
	{
		ask: 'Make sure that there is a short link to this page.',
		calls: [['link.upsert', { url: 'https://example.com/agents/1' }]],
		check: has({ url: 'https://example.com/agents/1' }),
	},
	{
		ask: 'Who wants to become a partner?',
		calls: [['partnerApplication.getAll', {}]],
		check: has({ partnerId: expect.stringMatching(/^pn_/) as unknown, name: TEXT }),
	},
	{
		ask: 'Approve this applicant.',
		calls: [['partnerApplication.approve', ({ applicants: [partnerId] }) => ({ partnerId })]],
		check: has({ status: 'approved', name: TEXT }),
	},
	{
		ask: 'Reject this applicant, because they are no fit, and tell them why.',
		calls: [
			[
				'partnerApplication.reject',
				({ applicants: [, partnerId] }) => ({
					partnerId,
					additionalFields_rejectionReason: 'notTheRightFit',
					additionalFields_rejectionNote: 'We look for partners in Europe.',
				}),
			],
		],
		check: has({ status: 'rejected', name: TEXT }),
	},
	{
		ask: 'Ban this partner for spam.',
		calls: [['partner.ban', ({ partners: [, partner] }) => ({ partner, reason: 'spam' })]],
		check: has({ status: 'banned', effect: TEXT }),
	},
	{
		ask: 'End the partnership with this partner.',
		calls: [['partner.deactivate', ({ partners: [, , partner] }) => ({ partner })]],
		check: has({ status: 'deactivated' }),
	},
	{
		ask: 'Enroll Ada as a partner.',
		calls: [
			['partner.create', { email: 'ada.agents@example.com', additionalFields_name: 'Ada Agents' }],
		],
		check: has({ status: 'approved', name: 'Ada Agents' }),
	},
	{
		ask: 'Give this partner another link, to the pricing page.',
		calls: [
			[
				'partner.createLink',
				({ partners: [partner] }) => ({
					partner,
					additionalFields_url: 'https://enterprise.example.com/pricing',
				}),
			],
		],
		check: has({ shortLink: TEXT }),
	},
	{
		ask: 'Who was banned?',
		calls: [['partner.getAll', { filters_status: 'banned' }]],
		check: has({ status: 'banned', name: TEXT }),
	},
	{
		ask: 'Which partners got the most clicks?',
		calls: [['partner.getAll', { options_sortBy: 'totalClicks', limit: 5 }]],
		check: (rows) => {
			const clicks = rowsOf(rows).map(({ totalClicks }) => Number(totalClicks));
			expect(clicks).toEqual([...clicks].sort((a, b) => b - a));
		},
	},
	{
		ask: 'Which links does this partner have?',
		calls: [['partner.getLinks', ({ partners: [partner] }) => ({ partner })]],
		check: has({ shortLink: TEXT }),
	},
	{
		ask: 'Tell me about this partner.',
		calls: [['partner.get', ({ partners: [partner] }) => ({ partner })]],
		check: has({ name: TEXT, status: 'approved' }),
	},
	{
		ask: 'What do we owe our partners that is still pending?',
		calls: [['commission.getAll', { filters_status: 'pending', limit: 5 }]],
		check: ([first]) => expect(first.note).toMatch(/\d+ .*earnings [\d,]+\.\d\d USD/),
	},
	{
		ask: 'How much commission did this partner earn, and for what?',
		calls: [['commission.getAll', ({ partners: [partner] }) => ({ filters_partnerId: partner })]],
		check: (rows) => {
			expect(rows[0].note).toMatch(/earnings [\d,]+\.\d\d USD/);
			has({ earnings: NUMBER })(rows);
		},
	},
	{
		ask: 'What did commissions cost us last month?',
		calls: [['commission.getAll', { filters_interval: 'lastMonth', limit: 1 }]],
		check: ([first]) => expect(first.note).toMatch(/earnings [\d,]+\.\d\d USD|Nothing was found/),
	},
	{
		ask: 'Give this partner a bonus of 50 dollars for the video.',
		calls: [
			[
				'commission.create',
				({ partners: [partnerId] }) => ({
					...{ partnerId, amount: '5000' },
					additionalFields_description: 'Video',
				}),
			],
		],
		check: (rows) => expect(rows.at(-1)).not.toHaveProperty('error'),
	},
	{
		ask: 'Mark this commission as fraud.',
		calls: [
			[
				'commission.update',
				({ commissions: [commissionId] }) => ({ commissionId, updateFields_status: 'fraud' }),
			],
		],
		check: has({ status: 'fraud' }),
	},
	{
		ask: 'Correct the earnings of this commission to 12.50 dollars.',
		calls: [
			[
				'commission.update',
				({ commissions: [, commissionId] }) => ({ commissionId, updateFields_earnings: '1250' }),
			],
		],
		check: has({ earnings: 1250 }),
	},
	{
		ask: 'Cancel these two commissions.',
		calls: [
			[
				'commission.updateMany',
				({ commissions }) => ({
					commissionIds: commissions.slice(2, 4).join(),
					status: 'canceled',
				}),
			],
		],
		check: (rows) => expect(rows.at(-1)).not.toHaveProperty('error'),
	},
	{
		ask: 'Which payouts are pending, and how much is that?',
		calls: [['payout.getAll', { filters_status: 'pending', limit: 3 }]],
		check: (rows) => {
			expect(rows[0].note).toMatch(/amount [\d,]+\.\d\d USD/);
			has({ status: 'pending', amount: NUMBER })(rows);
		},
	},
	{
		ask: 'What did we pay this partner?',
		calls: [['payout.getAll', ({ payoutPartner }) => ({ filters_partnerId: payoutPartner })]],
		check: has({ amount: NUMBER }),
	},
	{
		ask: 'Approve this submission for our bounty.',
		calls: [
			[
				'bountySubmission.approve',
				({ submission: { bountyId, id } }) => ({
					...{ bountyId, submissionId: id },
					additionalFields_rewardAmount: '5000',
				}),
			],
		],
		check: has({ status: 'approved' }),
	},
	{
		ask: 'Which submissions of this bounty wait for us?',
		calls: [['bountySubmission.getAll', ({ submission: { bountyId } }) => ({ bountyId })]],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'What did this customer buy?',
		calls: [['customer.get', ({ customer }) => ({ customerId: `ext_${customer.externalId}` })]],
		check: has({ sales: NUMBER }),
	},
	{
		ask: 'Correct the name of this customer.',
		calls: [
			[
				'customer.update',
				({ customer }) => ({ customerId: customer.id, updateFields_name: 'Grace Agents' }),
			],
		],
		check: has({ name: 'Grace Agents' }),
	},
	{
		ask: 'Find the customer Grace Agents.',
		calls: [['customer.getAll', { filters_search: 'Grace Agents' }]],
		check: has({ name: 'Grace Agents' }),
	},
	{
		ask: 'Record that this visitor signed up.',
		calls: [
			[
				'conversion.trackLead',
				({ clickId }) => ({
					...{ clickId, customerExternalId: 'agents-1' },
					additionalFields_customerEmail: 'agents-1@example.com',
				}),
			],
		],
		check: (rows) => expect(rows.at(-1)).not.toHaveProperty('error'),
	},
	{
		ask: 'Record that this customer paid 49 dollars.',
		calls: [
			[
				'conversion.trackSale',
				({ customer }) => ({ customerExternalId: customer.externalId, amount: '4900' }),
			],
		],
		check: has({ recorded: true }),
	},
	{
		ask: 'Create a green tag for the launch.',
		calls: [['tag.create', { name: 'agents launch', additionalFields_color: 'green' }]],
		check: has({ name: 'agents launch', color: 'green' }),
	},
	{
		ask: 'Rename the tag of the launch.',
		calls: [
			['tag.getAll', { filters_search: 'agents launch' }],
			['tag.update', (_, [[tag]]) => ({ tagId: tag.id, updateFields_name: 'agents launch 2027' })],
		],
		check: has({ name: 'agents launch 2027' }),
	},
	{
		ask: 'Remove the tag of the launch.',
		calls: [
			['tag.getAll', { filters_search: 'agents launch' }],
			['tag.delete', (_, [[tag]]) => ({ tagId: tag.id })],
		],
		check: has({ deleted: true }),
	},
	{
		ask: 'Create a folder for the launch, and tell me its ID.',
		calls: [['folder.create', { name: 'Agents Launch' }]],
		check: has({ id: expect.stringMatching(/^fold_/) as unknown }),
	},
	{ ask: 'Which domains can we use?', calls: [['domain.getAll', {}]], check: has({ slug: TEXT }) },
	{
		ask: 'Is agents-launch.link free?',
		calls: [['domain.checkStatus', { domains: 'agents-launch.link' }]],
		check: has({ domain: 'agents-launch.link' }),
	},
	{
		ask: 'Create the discount code AGENTS20 for this partner.',
		calls: [
			[
				'discountCode.create',
				({ codeless }) => ({ ...codeless, additionalFields_code: 'AGENTS20' }),
			],
		],
		check: has({ code: 'AGENTS20' }),
	},
	{
		ask: 'Who uses this discount code?',
		calls: [['discountCode.get', ({ discountCode }) => ({ discountCode })]],
		check: has({ partnerId: TEXT }),
	},
	{
		ask: 'Let this partner see their dashboard in our app.',
		calls: [['embedToken.create', ({ partners: [partnerId] }) => ({ partnerId })]],
		check: has({ publicToken: TEXT }),
	},
	{
		ask: 'How many people scanned our QR codes this month?',
		calls: [['analytics.get', { event: 'clicks', groupBy: 'triggers', interval: 'mtd' }]],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'Compare the clicks of last month with those of the quarter.',
		calls: [
			['analytics.get', { event: 'clicks', interval: 'lastMonth' }],
			['analytics.get', { event: 'clicks', interval: 'qtd' }],
		],
		check: has({ clicks: NUMBER }),
	},
	{
		ask: 'Which pages do our links lead to most?',
		calls: [['analytics.get', { event: 'clicks', groupBy: 'top_urls', interval: '90d' }]],
		check: has({ url: TEXT, clicks: NUMBER }),
	},
	{
		ask: 'Which browsers do people in France use?',
		calls: [
			[
				'analytics.get',
				{ event: 'clicks', groupBy: 'browsers', interval: '1y', filters_country: 'FR' },
			],
		],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'How many leads and sales did this partner bring each month?',
		calls: [
			[
				'analytics.get',
				({ seller }) => ({ groupBy: 'timeseries', interval: '1y', filters_partnerId: seller }),
			],
		],
		check: has({ leads: NUMBER, sales: NUMBER }),
	},
	{
		ask: 'Which of our domains gets the most clicks?',
		calls: [['analytics.get', { event: 'clicks', groupBy: 'top_domains', interval: 'all' }]],
		check: has({ domain: TEXT, clicks: NUMBER }),
	},
	{
		ask: 'Who clicked this link today?',
		calls: [
			[
				'event.getAll',
				({ links }) => ({ event: 'clicks', interval: '24h', filters_linkId: links[0] }),
			],
		],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'Which links are on our other domain?',
		calls: [['link.getAll', ({ domain }) => ({ filters_domain: domain })]],
		check: (rows, { domain }) => {
			expect(new Set(rowsOf(rows).map((row) => row.domain))).toEqual(new Set([domain]));
		},
	},
	{
		ask: 'How many links are in the folder of the launch?',
		calls: [['link.count', ({ folderId }) => ({ filters_folderId: folderId })]],
		check: has({ count: NUMBER }),
	},
	{
		ask: 'Make a link for the newsletter, with UTM parameters.',
		calls: [
			[
				'link.create',
				{ url: 'https://example.com/agents/utm?utm_source=newsletter&utm_campaign=spring' },
			],
		],
		check: has({ url: expect.stringContaining('utm_source=newsletter') as unknown }),
	},
	{
		ask: 'Bring back the link that we archived.',
		calls: [
			['link.update', ({ links }) => ({ linkId: links[3], updateFields_archived: 'false' })],
			['link.get', ({ links }) => ({ linkId: links[3] })],
		],
		check: (rows) => expect(rows.at(-1)?.archived ?? false).toBe(false),
	},
	{
		ask: 'These two links should end with the year 2031.',
		calls: [
			[
				'link.updateMany',
				({ linkIds }) => ({
					linkIds: linkIds.slice(6, 8).join(', '),
					updateFields_expiresAt: '2031-12-31T23:59',
				}),
			],
		],
		check: has({ expiresAt: expect.stringMatching(/^2031-12-31|^2032-01-01/) as unknown }),
	},
	{
		ask: 'Make a large QR code in our red.',
		calls: [
			[
				'qrCode.get',
				({ links }) => ({ url: links[0], options_fgColor: '#CC0000', options_size: '1200' }),
			],
		],
		check: has({
			imageUrl: expect.stringMatching(/fgColor=%23CC0000.*size=1200|size=1200/) as unknown,
		}),
	},
	{
		ask: 'Which customers are from the US?',
		calls: [['customer.getAll', { filters_country: 'US' }]],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'Which customers did this partner bring?',
		calls: [['customer.getAll', ({ seller }) => ({ filters_partnerId: seller })]],
		check: has({ id: TEXT }),
	},
	{
		ask: 'Which customers came through this link?',
		calls: [['customer.getAll', ({ links }) => ({ filters_linkId: links[0] })]],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'Claw back 20 dollars from this partner, because the order was returned.',
		calls: [
			[
				'commission.create',
				({ partners: [partnerId] }) => ({
					...{ partnerId, amount: '-2000' },
					additionalFields_description: 'Returned order',
				}),
			],
		],
		check: (rows) => expect(rows.at(-1)).not.toHaveProperty('error'),
	},
	{
		ask: 'Which commissions did we pay this year?',
		calls: [['commission.getAll', { filters_status: 'paid', filters_interval: 'ytd', limit: 5 }]],
		check: (rows) => expect(rows[0].note).toMatch(/earnings|Nothing was found/),
	},
	{
		ask: 'What did this partner earn between the first and the tenth day of last month?',
		calls: [
			[
				'commission.getAll',
				({ seller }) => ({
					filters_partnerId: seller,
					filters_start: daysAgo(60),
					filters_end: daysAgo(30),
				}),
			],
		],
		check: (rows) => expect(rows[0].note).toMatch(/earnings|Nothing was found/),
	},
	{
		ask: 'Which partners joined last?',
		calls: [['partner.getAll', { options_sortBy: 'createdAt', limit: 3 }]],
		check: has({ name: TEXT, createdAt: TEXT }),
	},
	{
		ask: 'Find the partner with this email.',
		calls: [
			['partner.getAll', { limit: 1 }],
			['partner.getAll', (_, [rows]) => ({ filters_search: rows.at(-1)?.email })],
		],
		check: (rows, _known, [first]) => has({ email: first.at(-1)?.email })(rows),
	},
	{
		ask: 'Where should visitors go whose link has expired?',
		calls: [
			[
				'domain.update',
				({ domain }) => ({ domain, updateFields_expiredUrl: 'https://example.com/expired' }),
			],
		],
		check: has({ expiredUrl: 'https://example.com/expired' }),
	},
	{
		ask: 'Which payouts failed?',
		calls: [['payout.getAll', { filters_status: 'failed' }]],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'Which discount codes does this partner have?',
		calls: [['discountCode.getAll', ({ codeless }) => ({ filters_partnerId: codeless.partnerId })]],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'Give me an overview of the last quarter.',
		calls: [['analytics.get', { interval: 'lastQuarter' }]],
		check: has({ clicks: NUMBER, leads: NUMBER, sales: NUMBER }),
	},
	{
		ask: 'How did the clicks of this partner develop?',
		calls: [
			[
				'partner.getAnalytics',
				({ seller }) => ({ partner: seller, groupBy: 'timeseries', interval: '90d' }),
			],
		],
		check: has({ clicks: NUMBER }),
	},
	{
		ask: 'Which folders do we have, and how many links are in each?',
		calls: [
			['folder.getAll', {}],
			['link.count', { groupBy: 'folderId' }],
		],
		check: has({ count: NUMBER }),
	},
	{
		ask: 'Rename the folder of the launch.',
		calls: [
			['folder.getAll', { filters_search: 'Launch' }],
			['folder.update', ({ folderId }) => ({ folderId, updateFields_name: 'Launch 2027' })],
		],
		check: has({ name: 'Launch 2027' }),
	},
	{
		ask: 'Is our domain set up correctly?',
		calls: [['domain.get', ({ domain }) => ({ domain })]],
		check: has({ verified: expect.any(Boolean) as unknown }),
	},
	{
		ask: 'Use links.agents-example.com for short links from now on.',
		calls: [['domain.create', { slug: 'links.agents-example.com' }]],
		check: has({ slug: 'links.agents-example.com' }),
	},
	{ ask: 'Which tags do we have?', calls: [['tag.getAll', {}]], check: has({ name: TEXT }) },
	{
		ask: 'Make sure that this partner has a link to our blog.',
		calls: [
			[
				'partner.upsertLink',
				({ partners: [partner] }) => ({ partner, url: 'https://enterprise.example.com/blog' }),
			],
		],
		check: has({ shortLink: TEXT, url: 'https://enterprise.example.com/blog' }),
	},
	{
		ask: 'What is in the largest payout?',
		calls: [
			['payout.getAll', { limit: 1 }],
			['payout.get', (_, [rows]) => ({ payoutId: rows.at(-1)?.id })],
		],
		check: has({ amount: NUMBER, partnerName: TEXT }),
	},
	{
		ask: 'What was this commission for?',
		calls: [['commission.get', ({ commissions: [, , , , id] }) => ({ commissionId: id })]],
		check: has({ earnings: NUMBER, partnerName: TEXT }),
	},
	{
		ask: 'Which commissions are on hold?',
		calls: [['commission.getAll', { filters_status: 'hold' }]],
		check: (rows) => expect(rows[0]).not.toHaveProperty('error'),
	},
	{
		ask: 'Record that this customer booked a demo.',
		calls: [
			[
				'conversion.trackLead',
				({ customer }) => ({ customerExternalId: customer.externalId, eventName: 'Book a demo' }),
			],
		],
		check: (rows) => expect(rows.at(-1)).not.toHaveProperty('error'),
	},
	{
		ask: 'Delete the customer who asked for it.',
		calls: [
			['customer.getAll', { filters_search: 'agents-1' }],
			['customer.delete', (_, [rows]) => ({ customerId: rows.at(-1)?.id })],
		],
		check: has({ deleted: true }),
	},
	{
		ask: 'Which submissions did we already approve?',
		calls: [
			[
				'bountySubmission.getAll',
				({ submission: { bountyId } }) => ({ bountyId, filters_status: 'approved' }),
			],
		],
		check: has({ status: 'approved' }),
	},
	{
		ask: 'Withdraw this discount code.',
		calls: [['discountCode.delete', { discountCode: 'AGENTS20' }]],
		check: has({ deleted: true }),
	},
	{
		ask: 'Which partners bring the most revenue for each click?',
		calls: [['partner.getAll', { options_sortBy: 'earningsPerClick', limit: 5 }]],
		check: has({ name: TEXT }),
	},
	{
		ask: 'Delete the folder of the launch, but keep the links.',
		calls: [
			['folder.getAll', { filters_search: 'Agents Launch' }],
			['folder.delete', (_, [rows]) => ({ folderId: rows.at(-1)?.id })],
		],
		check: has({ deleted: true }),
	},
];
