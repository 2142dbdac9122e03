import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { toolOf } from '../../support/node/runNode';
import { withVirtualWaits } from '../../support/node/virtualWaits';
import { contractRows, firstRows } from '../contract';

const service = useService();

/** Values that a field accepts, by the name of the argument. */
const VALUES: Array<[name: RegExp, value: string]> = [
	[/amount|earnings/i, '1234'],
	[/archived/, 'true'],
	[/country/i, 'DE'],
	[/domain|slug/, 'go.example.link'],
	[/email/i, 'ada@example.com'],
	[/start$/, '2026-01-02'],
	[/end$/, '2026-02-03'],
	[/expiresAt/, '2031-12-31T18:00'],
	[/fgColor/, '#AA0000'],
	[/folderId/, 'fold_1234'],
	[/linkId/, 'link_1234'],
	[/links$/, '[{ "url": "https://example.com/1" }]'],
	[/partner/i, 'pn_1234'],
	[/limit|maxGroups|size/, '7'],
	[/url|link$/i, 'https://example.com/1'],
];

/** The number of groups counts only with a group, and the rows of a list with a total are read in any case. */
const WITHOUT_REQUEST = ['maxGroups', 'limit'];

const rows = firstRows(contractRows);

it.each(rows.map((row) => [`${row.resource}.${row.operation}`, row] as const))(
	'each argument of the tool %s has an effect',
	async (_name, { resource, operation, response }) => {
		const all = toolOf(resource, operation).arguments;
		const valueOf = ({ key, description = '', defaultValue }: (typeof all)[number]) => {
			const menu = /One of: (.*)$/.exec(description)?.[1].split(', ');
			const [, text = 'text1234'] = VALUES.find(([name]) => name.test(key)) ?? [];
			return menu?.find((value) => value !== defaultValue) ?? text;
		};
		const sent = async (given: IDataObject) => {
			service.proxy.reset();
			service.proxy.respondNext({ status: 200, body: response });
			const result = await withVirtualWaits(() =>
				service.output({ resource, operation }, { asTool: true, items: [given] }),
			).catch((thrown: unknown) => thrown);
			return JSON.stringify([
				result,
				service.proxy.requests.map(({ path, query, body }) => [path, query, body]),
			]);
		};
		const least = Object.fromEntries(
			all.map((one) => [one.key, one.defaultValue ?? valueOf(one)]),
		) as IDataObject;
		const withLeast = await sent(least);
		for (const argument of all) {
			if (argument.defaultValue === undefined || WITHOUT_REQUEST.includes(argument.key)) continue;
			const value = valueOf(argument);
			const other = await sent({ ...least, [argument.key]: value });
			expect({ [argument.key]: value, sent: other }).not.toMatchObject({ sent: withLeast });
		}
	},
);
