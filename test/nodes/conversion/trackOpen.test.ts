import { beforeAll, describe, expect, it } from '@jest/globals';
import type { NodeExecutionHint } from 'n8n-workflow';
import { conversionLink, newClick, type ConversionLink } from '../../support/sandbox/conversions';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';
import { visit } from '../../support/sandbox/visit';

const OPERATION = { resource: 'conversion', operation: 'trackOpen' };

const service = useService();
let link: ConversionLink;

beforeAll(async () => {
	link = await conversionLink(service.sandbox);
});

describe('Conversion · Track Open', () => {
	it('records a click for the deep link that opened the app', async () => {
		const { domain, key } = link;
		const [output] = await service.output({ ...OPERATION, deepLink: `https://${domain}/${key}` });
		expect(output).toEqual({
			recorded: true,
			clickId: expect.any(String),
			link: { id: link.id, domain, key, url: 'https://example.com/shop' },
		});
		const click = row<{ link_id: string }>(
			service.sandbox,
			'SELECT link_id FROM events WHERE click_id = ?',
			String(output.clickId),
		);
		expect(click.link_id).toBe(link.id);
	});

	it('reports that no click was found for the domain, and why', async () => {
		await newClick(service.sandbox, link);
		const own = await conversionLink(service.sandbox, { domain: link.domain });
		const hints: NodeExecutionHint[] = [];
		service.sandbox.clock.advance(2 * 3600 * 1000);
		const parameters = { ...OPERATION, dubDomain: link.domain };
		expect(await service.output(parameters, { hints })).toEqual([
			{ recorded: false, clickId: null, link: null },
		]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^An open was not recorded because .* IP address of this server/),
		]);

		const { clickId } = await visit(service.sandbox, own);
		expect(await service.output(parameters)).toMatchObject([
			{ recorded: true, clickId, link: { id: own.id } },
		]);
	});

	it('does not retry when the response is lost', async () => {
		service.proxy.respondNext('connection reset');
		const error = await service.failure({ ...OPERATION, dubDomain: link.domain });
		expect(error.description).toContain('it was not retried');
		expect(service.proxy.requests).toHaveLength(1);
	});
});
