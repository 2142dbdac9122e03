import { expect, it } from '@jest/globals';
import { answerForm, buttonUrl } from '../../../tools/n8n/approval';
import { items, nodeRun } from '../../../tools/n8n/execution';
import { Api } from '../../support/sandbox/api';
import { visit } from '../../support/sandbox/visit';
import { programId } from '../../support/sandbox/rows';
import {
	succeeded,
	WORKSPACE,
	type Mail,
	type WorkflowRunner,
} from '../../support/n8n/workflowRunner';

interface PartnerLink {
	id: string;
	partnerId: string;
	domain: string;
	key: string;
}

export function partnerWorkflows(runner: WorkflowRunner): void {
	const statusOf = (partnerId: string) =>
		runner.row(
			'SELECT status, banned_reason AS reason FROM enrollments WHERE partner_id = ?',
			partnerId,
		);

	it('Fraud Sweep: shows the evidence, bans the chosen partners, and notifies the team', async () => {
		const { sandbox } = runner.stack;
		const api = new Api(sandbox, WORKSPACE);
		for (let n = 0; n < 5; n++) {
			await api.post('/partners', { email: `sweep-${n}@partners.example.com` });
		}
		const links = sandbox.db.all<PartnerLink>(
			`SELECT min(links.id) AS id, links.partner_id AS partnerId, domain, key FROM links
			 JOIN enrollments USING (program_id, partner_id)
			 WHERE workspace_id = ? AND enrollments.status = 'approved' AND disabled_at IS NULL
			 AND expires_at IS NULL AND password IS NULL
			 GROUP BY links.partner_id ORDER BY links.id LIMIT 14`,
			runner.workspaceId,
		);
		const [worst, bad, framed, honest, ...innocent] = links;
		// Somebody visits the links of innocent partners more often, to hide three from the form.
		const visits = [40, 25, 26, 24, ...innocent.map(() => 50)];
		const address = '198.51.100.7';
		const sales = [0, 0, 1, 0, ...innocent.map((_, index) => index + 2)];
		for (const [index, { id, partnerId }] of links.entries()) {
			sandbox.db.run(
				'UPDATE links SET sales = CASE id WHEN ? THEN ? ELSE 0 END WHERE partner_id = ?',
				...[id, sales[index], partnerId],
			);
		}
		for (const [index, link] of links.entries()) {
			for (let time = 0; time < visits[index]; time++) {
				const headers = { 'user-agent': `Browser ${time}`, 'x-forwarded-for': address };
				await visit(sandbox, link, headers);
			}
		}
		const canceled = () =>
			runner.row<{ count: number }>(
				`SELECT count(*) AS count FROM commissions WHERE status = 'canceled'`,
			).count;
		const before = [...links.map(({ partnerId }) => statusOf(partnerId)), canceled()];

		const { execution, mail } = await runner.runUntilMail('fraud-sweep', 'Every Monday');
		expect([...links.map(({ partnerId }) => statusOf(partnerId)), canceled()]).toEqual(before);
		const suspicious = links.length - 1;
		expect(suspicious).toBeGreaterThan(10);
		expect(mail.subject).toBe(
			`Fraud sweep: ${suspicious} suspicious partners, 10 of them to decide on`,
		);
		const text = (mail.html ?? '').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(+code));
		for (const [index, { partnerId, domain, key }] of links.slice(0, 3).entries()) {
			expect(text).toContain(`https://${domain}/${key} (${partnerId})`);
			expect(text).toMatch(
				new RegExp(
					`${visits[index]} clicks in seven days from ${address}: \\d+ % of the partner's clicks, within \\d+ seconds from 20`,
				),
			);
			expect(text).toContain(
				`${visits[index]} user agents, for example:\n> Browser ${visits[index] - 1}\n`,
			);
		}
		expect(text).not.toContain(honest.partnerId);
		expect(text.match(/Looks framed:/g)).toHaveLength(8);
		expect(text.indexOf('Looks framed:')).toBeGreaterThan(text.indexOf(bad.partnerId));
		expect(text).toContain(`Other partners with many clicks from this address: ${suspicious - 1}`);
		const [, others] = text.split(`Not in the form: ${suspicious - 10} more partners`);
		for (const { partnerId } of innocent.slice(10 - suspicious)) {
			expect(others).toContain(`${partnerId}: 50 clicks from ${address}, `);
		}

		// Their links work until the ban takes effect, shortly after.
		sandbox.db.run(
			`UPDATE enrollments SET status = 'banned' WHERE partner_id = ?`,
			worst.partnerId,
		);
		await answerForm(buttonUrl(mail.html ?? '', 'Decide'), (label) =>
			label.includes(worst.partnerId) || label.includes(bad.partnerId) ? 'Ban' : 'Leave alone',
		);
		const first = succeeded(await runner.stack.n8n.client.waitForExecution(execution));
		expect(items(first, 'Results')).toMatchObject([
			{ result: 'banned before', partnerId: worst.partnerId, clicks: 40, address },
			{ result: 'banned', partnerId: bad.partnerId, clicks: 25, address },
			{ result: 'left alone', partnerId: framed.partnerId, clicks: 26, address },
			...innocent.slice(0, 7).map(({ partnerId }) => ({ result: 'left alone', partnerId })),
		]);
		expect(statusOf(bad.partnerId)).toEqual({ status: 'banned', reason: 'fake_traffic' });
		for (const { partnerId } of [framed, honest, ...innocent]) {
			expect(statusOf(partnerId)).toMatchObject({ status: 'approved' });
		}
		const { subject, body } = await runner.mail('team@example.com');
		expect(subject).toBe('Fraud sweep: 1 of 10 suspicious partners banned');
		expect(body).toContain(`${bad.partnerId}: banned. 25 clicks on https://`);
		expect(body).toContain(`${worst.partnerId}: banned before.`);
		expect(body).toContain(`${framed.partnerId}: left alone. 26 clicks on https://`);

		for (const { partnerId } of [worst, framed, ...innocent]) {
			sandbox.db.run('UPDATE links SET disabled_at = 1 WHERE partner_id = ?', partnerId);
		}
		const second = await runner.run('fraud-sweep', 'Run Now');
		expect(nodeRun(second, 'Ask the Team')).toBeUndefined();
		expect(nodeRun(second, 'Ban Partner')).toBeUndefined();
		expect(runner.mailsSince('team@example.com')).toEqual([]);
	});

	/** Chooses what is done about applicants, by name, in the form that the mail links to. */
	async function decide({ html }: Mail, choices: Record<string, string>): Promise<void> {
		const left = new Set(Object.keys(choices));
		await answerForm(buttonUrl(html ?? '', 'Decide'), (label) => {
			const name = [...left].find((candidate) => label.includes(candidate));
			if (name === undefined) return 'Leave open';
			left.delete(name);
			return choices[name];
		});
		expect([...left]).toEqual([]);
	}

	const pending = () =>
		runner.stack.sandbox.db.all<{ name: string; partnerId: string }>(
			`SELECT name, partner_id AS partnerId FROM enrollments
			 JOIN partners ON partners.id = partner_id
			 WHERE program_id = ? AND status = 'pending' ORDER BY enrollments.id`,
			programId(runner.stack.sandbox, WORKSPACE),
		);

	it('Partner Moderation: rejects by rules and lets a person decide about the others', async () => {
		const all = pending();
		const { execution, mail } = await runner.runUntilMail('partner-moderation', 'Every Morning');
		const left = pending();
		expect(left.length).toBeGreaterThan(2);
		expect(left.length).toBeLessThan(all.length);
		expect(mail.subject).toBe(`${left.length} partner applications to decide on`);
		for (const { name } of left) expect(mail.html).toContain(name);
		const [good, bad, ...open] = left;
		await decide(mail, { [good.name]: 'Approve', [bad.name]: 'Reject' });

		const ended = succeeded(await runner.stack.n8n.client.waitForExecution(execution));
		const [{ decisions }] = items(ended, 'Summary');
		const byPerson = [
			{ decision: 'approved', detail: 'by a person', ...good },
			{ decision: 'rejected', detail: 'by a person', ...bad, note: expect.anything() },
			...open.map((applicant) => ({
				...{ decision: 'kept', detail: 'is asked again tomorrow' },
				...applicant,
			})),
		];
		expect(decisions).toHaveLength(all.length);
		expect(decisions).toEqual(expect.arrayContaining(byPerson));
		expect(statusOf(good.partnerId)).toMatchObject({ status: 'approved' });
		expect(statusOf(bad.partnerId)).toMatchObject({ status: 'rejected' });
		expect(pending()).toEqual(open);

		const again = await runner.runUntilMail('partner-moderation', 'Run Now');
		expect(again.mail.subject).toBe(`${open.length} partner applications to decide on`);
		await decide(again.mail, {});
		const second = succeeded(await runner.stack.n8n.client.waitForExecution(again.execution));
		expect(nodeRun(second, 'Reject Application')).toBeUndefined();
		expect(pending()).toEqual(open);
	});

	it('Partner Moderation: carries out the others if one decision cannot be, and then fails', async () => {
		runner.stack.sandbox.db.run(
			`UPDATE enrollments SET status = 'pending' WHERE program_id = ? AND status = 'rejected'`,
			programId(runner.stack.sandbox, WORKSPACE),
		);
		const path = '/partners/applications/reject';
		runner.stack.sandbox.faults.set([{ kind: 'status', status: 503, path, times: 1 }]);
		const { execution, mail } = await runner.runUntilMail('partner-moderation', 'Run Now');
		const isInForm = ({ name }: { name: string }) => mail.html?.includes(name);
		const [stale, good] = pending().filter(isInForm);
		const [unrejected, ...others] = pending().filter((each) => !isInForm(each));
		expect(others).toEqual([]);
		// In the dashboard.
		runner.stack.sandbox.db.run(
			`UPDATE enrollments SET status = 'banned' WHERE partner_id = ?`,
			stale.partnerId,
		);
		await decide(mail, { [stale.name]: 'Approve', [good.name]: 'Approve' });
		const ended = await runner.stack.n8n.client.waitForExecution(execution);
		expect(ended.status).toBe('error');
		const [{ decisions }] = items(ended, 'Summary');
		expect(decisions).toEqual(
			expect.arrayContaining([
				{ decision: 'failed', detail: expect.stringMatching(/./), ...unrejected },
				{ decision: 'failed', detail: expect.stringMatching(/./), ...stale },
				{ decision: 'approved', detail: 'by a person', ...good },
			]),
		);
		expect(statusOf(stale.partnerId)).toMatchObject({ status: 'banned' });
		expect(statusOf(good.partnerId)).toMatchObject({ status: 'approved' });
		const message = nodeRun(ended, 'Report Failures')?.error?.message;
		for (const { name, partnerId } of [unrejected, stale]) {
			expect(message).toContain(`${name} (${partnerId}): `);
		}
	});

	it('Partner Moderation: succeeds without applications', async () => {
		runner.stack.sandbox.db.run(
			`UPDATE enrollments SET status = 'approved' WHERE status = 'pending'`,
		);
		const execution = await runner.run('partner-moderation', 'Run Now');
		expect(nodeRun(execution, 'Ask the Team')).toBeUndefined();
		expect(runner.mailsSince('team@example.com')).toEqual([]);
	});
}
