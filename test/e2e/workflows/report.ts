import { expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { items } from '../../../tools/n8n/execution';
import { Api } from '../../support/sandbox/api';
import { WORKSPACE, type WorkflowRunner } from '../../support/n8n/workflowRunner';
import { until, untilDayLasts } from '../../support/until';

const ZONE = 'America/New_York';

interface Counts {
	clicks: number;
	leads: number;
	sales: number;
	saleAmount: number;
}

export function reportWorkflow(runner: WorkflowRunner): void {
	it('Analytics Report: sends a chart and a table by email', async () => {
		await untilDayLasts(ZONE);
		const execution = await runner.run('analytics-report', 'Every Monday');
		const [report] = items(execution, 'Report');
		const count = async <T>(groupBy: string) => {
			const api = new Api(runner.stack.sandbox, WORKSPACE);
			const day = (before: number) => DateTime.now().setZone(ZONE).minus({ days: before });
			const period = `start=${day(7).toISODate()}&end=${day(1).toISODate()}`;
			const query = `event=composite&${period}&timezone=${ZONE}&groupBy=${groupBy}`;
			let response = await api.get<T>(`/analytics?${query}`);
			const isAllowed = async () => {
				if (response.status === 429) response = await api.get<T>(`/analytics?${query}`);
				return response.status === 200;
			};
			await until(isAllowed, 'the rate limit');
			return response.body;
		};
		const { saleAmount, ...totals } = await count<Counts>('count');
		expect(totals.clicks).toBeGreaterThan(0);
		expect(report).toMatchObject({ ...totals, revenue: saleAmount / 100 });
		const days = await count<Counts[]>('timeseries');
		const links = await count<Array<Counts & { shortLink: string }>>('top_links');

		const { subject, html } = await runner.mail('team@example.com');
		expect(subject).toBe(`Short links: ${totals.clicks} clicks in the last 7 days`);
		const page = html ?? '';
		expect(page).toContain(`<b>${(saleAmount / 100).toFixed(2)} USD</b>`);
		expect(days).toHaveLength(7);
		const most = Math.max(...days.map(({ clicks }) => clicks));
		const bars = [...page.matchAll(/width="(\d+)"><tr><td bgcolor/g)].map(([, width]) => +width);
		expect(bars).toEqual(days.map(({ clicks }) => Math.max(1, Math.round((300 * clicks) / most))));
		const listed = [...page.matchAll(/<a href="([^"]+)"[\s\S]*?>(\d+)<\/td>/g)];
		expect(listed.map(([, link, clicks]) => [link, +clicks])).toEqual(
			links.slice(0, 10).map(({ shortLink, clicks }) => [shortLink, clicks]),
		);
	});

	it('Nightly Export: writes three files, and uploads nothing before a person turns that on', async () => {
		const execution = await runner.run('nightly-export', 'Run Now');
		const [{ day }] = items(execution, 'Day');
		expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
		for (const name of ['clicks', 'leads', 'sales']) {
			const [file] = items(execution, `Get ${name[0].toUpperCase()}${name.slice(1)}`);
			expect(file).toMatchObject({
				fileName: `${name}-${String(day)}.csv.gz`,
				rows: expect.any(Number),
			});
		}
		expect(items(execution, 'Get Clicks')[0].rows).toBeGreaterThan(0);
	});

	it('Analytics Report: shows zeros if there are no events', async () => {
		runner.stack.sandbox.db.run('DELETE FROM events WHERE workspace_id = ?', runner.workspaceId);
		const [report] = items(await runner.run('analytics-report', 'Run Now'), 'Report');
		expect(report).toMatchObject({ clicks: 0, leads: 0, sales: 0, revenue: 0, topLinks: [] });
		const { subject } = await runner.mail('team@example.com');
		expect(subject).toBe('Short links: 0 clicks in the last 7 days');
	});
}
