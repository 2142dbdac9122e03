import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { LinkAttribution } from '../../nodes/LinkAttribution/LinkAttribution.node';
import { useService } from '../support/node/nodeService';
import { loadOptions, searchList } from '../support/node/runNode';

const { description } = new LinkAttribution();

const service = useService();

beforeAll(() => {
	service.withoutLimits();
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** The field that the editor shows, also inside a collection. */
function fieldOf(resource: string, operation: string, name: string) {
	const ofOperation = description.properties.filter(
		({ displayOptions: { show } = {} }) =>
			show?.resource?.includes(resource) && show.operation?.includes(operation),
	);
	const inner = ofOperation.flatMap(({ options = [] }) =>
		options.filter((option): option is INodeProperties => 'type' in option),
	);
	return [...ofOperation, ...inner].find((field) => field.name === name);
}

/** What the editor complains about before the node runs. */
function issuesOf(parameters: INodeParameters): string[] {
	const node = { typeVersion: 1, parameters } as unknown as INode;
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
	return Object.keys(issues?.parameters ?? {});
}

/** The body that the node sends. */
async function sentBody(parameters: INodeParameters): Promise<unknown> {
	service.proxy.respondNext({ status: 200, body: { id: 'x', sale: {} } });
	await service.run(parameters);
	return service.proxy.requests[0].body;
}

const SALE = { resource: 'conversion', operation: 'trackSale', customerExternalId: 'user_42' };
const LINK = { resource: 'link', operation: 'create', url: 'https://example.com' };
const LINKS = { resource: 'link', operation: 'createMany', source: 'json' };
const QR_CODE = { resource: 'qrCode', operation: 'get', url: 'https://example.com' };
const GERMANY_TWICE = ['a', 'b'].map((path) => ({
	country: 'DE',
	url: `https://example.com/${path}`,
}));
const BAN = { resource: 'partner', operation: 'ban', partner: 'pn_1' };
const UPDATE = { resource: 'commission', operation: 'updateMany', commissionIds: 'cm_1' };
const COMMISSION = { resource: 'commission', operation: 'create', partnerId: 'pn_1' };

describe('the filter Metadata (Text)', () => {
	const leads = { resource: 'event', operation: 'getAll', event: 'leads' };
	const wrong = [
		['plan=pro', "metadata['plan']='pro'"],
		['plan:pro', "metadata['plan']:'pro'"],
		['"plan" == "pro"', "metadata['plan']='pro'"],
		['seats > 10', "metadata['seats']>'10'"],
		['pro', "metadata['plan']:'pro'"],
		['metadata[plan]:pro', "metadata['plan']:'pro'"],
		["metadata['plan']:'pro' AND plan=x", "metadata['plan']:'pro'"],
		["metadata['plan']:'pro", "metadata['plan']:'pro'"],
	] as const;

	it.each(wrong)('refuses what the service would ignore: %s', async (query, notation) => {
		const error = await service.failure({ ...leads, filters: { query } });
		expect(error.message).toContain("'Metadata (Text)' must be conditions such as metadata[");
		if (!query.startsWith('metadata')) expect(error.message).toContain(notation);
		expect(service.proxy.requests).toEqual([]);
	});

	it.each([
		"metadata['plan']:'pro'",
		'metadata["plan"] = "pro"',
		"metadata['seats']>=10",
		"metadata['a']:'b' AND metadata['c']!='d' and metadata['e'] < 5",
		"(metadata['a']:'b') AND metadata['c']:'this or that'",
		"metadata['a']:''",
	])('accepts %s', async (query) => {
		service.proxy.respondNext({ status: 200, body: [] });
		await service.run({ ...leads, filters: { query } });
		expect(service.proxy.requests[0].query).toMatchObject({ query });
	});
});

describe('values that the service would accept without effect', () => {
	const clicks = { resource: 'event', operation: 'getAll' };

	it.each<[INodeParameters, unknown]>([
		[
			{ ...clicks, filters: { country: 'UK' } },
			"'Country' must be a two-letter ISO 3166-1 code such as US, not 'UK'. Use GB.",
		],
		[
			{ ...clicks, filters: { device: 'Phone' } },
			"'Device' must be one of: Console, Desktop, Embedded, Mobile, Smarttv, Tablet, Unknown, Wearable, Xr, not 'Phone'",
		],
		[
			{ ...clicks, filters: { referer: 'https://www.google.com/' } },
			"'Referer' must be a hostname such as google.com, or (direct), not 'https://www.google.com/'",
		],
		[
			{ ...clicks, filters: { refererUrl: 'google.com' } },
			"'Referer URL' must be a full URL such as https://google.com/search, not 'google.com'",
		],
		[
			{ ...clicks, filters: { url: 'example.com/page' } },
			"'Destination URL' must be a full URL such as https://example.com/page, not 'example.com/page'",
		],
		[
			{ ...clicks, exclude: { city: 'Paris, berlin' } },
			"'City' must be spelled as the service does, such as Berlin, not 'berlin'",
		],
		[
			{ ...clicks, filters: { customerId: 'ext_user_42' } },
			"'Customer' must be the ID in the service (cus_...), not an external ID. Customer: Get shows it",
		],
		[
			{ ...clicks, filters: { domain: 'https://go.example.com/' } },
			"'Domain' must be a domain such as go.example.com, without https:// or a path",
		],
		[{ ...clicks, interval: 'custom', start: '2100-01-01' }, "'Start' must not be in the future"],
		[
			{ ...LINKS, links: '[{ "url": "https://example.com", "slug": "summer" }]' },
			expect.stringMatching(
				/^'Links \(JSON\)' has the unknown field 'slug'\. Allowed are: url, .*key/,
			),
		],
		[
			{ ...LINKS, links: '[{ "url": "https://example.com", "expiresAt": "2020-01-01" }]' },
			"'Expires At' must be in the future",
		],
		[
			{ ...LINK, additionalFields: { testStartedAt: '2100-01-01' } },
			"'A/B Test Started At' requires 'A/B Test Variants'",
		],
		[
			{ ...LINK, additionalFields: { proxy: true, title: 'x'.repeat(121) } },
			"'Preview: Title' can have at most 120 characters",
		],
		[
			{ ...LINK, additionalFields: { geo: { countries: GERMANY_TWICE } } },
			"'Geo Targeting' has the country DE twice",
		],
		[
			{ ...LINK, additionalFields: { testStartedAt: '2100-02-01', testCompletedAt: '2100-01-01' } },
			"'A/B Test Completed At' must be after 'A/B Test Started At'",
		],
		[
			{ ...QR_CODE, options: { fgColor: '#ffffff' } },
			"'Foreground Color' must not be the same as 'Background Color'",
		],
		[
			{ ...SALE, amount: 1, additionalFields: { currency: 'xyz' } },
			"'Currency' must be a three-letter ISO 4217 code such as eur, not 'xyz'",
		],
	])('%j', async (parameters, message) => {
		expect((await service.failure(parameters)).message).toEqual(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it.each<[INodeParameters, INodeParameters]>([
		[{ os: ['ios', 'mac os'] }, { os: 'iOS,Mac OS' }],
		[{ browser: ['mobile safari', 'Vivaldi'] }, { browser: 'Mobile Safari,Vivaldi' }],
		[{ city: '東京, São Paulo' }, { city: '東京,São Paulo' }],
		[{ referer: '(direct), t.co' }, { referer: '(direct),t.co' }],
		[{ domain: 'GO.example.com' }, { domain: 'go.example.com' }],
	])('sends %j as the service compares it', async (filters, sent) => {
		service.proxy.respondNext({ status: 200, body: [] });
		await service.run({ ...clicks, filters });
		expect(service.proxy.requests[0].query).toMatchObject(sent);
	});

	it.each(['mobile', 'Mobile, Tablet', '-Desktop'])('but device %s has one', async (device) => {
		service.proxy.respondNext({ status: 200, body: [] });
		await service.run({ ...clicks, filters: { device } });
		expect(service.proxy.requests[0].query).toMatchObject({ device: device.replace(' ', '') });
	});
});

describe('menus', () => {
	it.each([
		['getCountries', { name: 'Germany', value: 'DE' }],
		['getCurrencies', { name: 'EUR (Euro)', value: 'eur' }],
		['getTimeZones', { name: 'Europe/Berlin', value: 'Europe/Berlin' }],
	])('%s has %j', async (method, option) => {
		const options = await loadOptions(method, service.credential());
		expect(options).toContainEqual(option);
		expect(service.proxy.requests).toEqual([]);
	});

	it('getTags has the tags of the workspace by name', async () => {
		const create = { resource: 'tag', operation: 'create', name: 'From the menu' };
		const [{ id }] = await service.output(create);
		const options = await loadOptions('getTags', service.credential());
		expect(options).toContainEqual({ name: 'From the menu', value: id });
	});

	it('searchShortLinks has links by their URL', async () => {
		const create = { resource: 'link', operation: 'create', url: 'https://example.com/menu' };
		const [{ shortLink }] = await service.output(create);
		const { results } = await searchList('searchShortLinks', service.credential());
		expect(results).toContainEqual(expect.objectContaining({ value: shortLink, url: shortLink }));
	});
});

describe('the field for tags', () => {
	const CREATE = { resource: 'link', operation: 'create', url: 'https://example.com' };
	const UPDATE = { resource: 'link', operation: 'update', linkId: 'link_1' };
	const partner = { mode: 'id', value: 'pn_1', __rl: true };
	const UPSERT = { resource: 'partner', operation: 'upsertLink', partner };

	const label = 'Tags';
	it.each(['link.update', 'link.upsert', 'link.updateMany', 'partner.upsertLink'])(
		'has its label in Fields to Clear of %s',
		(path) => {
			const [resource, operation] = path.split('.');
			const options = fieldOf(resource, operation, 'fieldsToClear')?.options;
			expect(options?.filter((option) => 'value' in option && option.value === 'tagIds')).toEqual([
				{ name: label, value: 'tagIds' },
			]);
		},
	);

	it.each<[INodeParameters, string]>([
		[
			{ ...CREATE, additionalFields: { tagIds: ['tag_1'], tagNames: 'mail' } },
			`'Tag Names' cannot be combined with '${label}'. Use one of them.`,
		],
		[
			{ ...UPDATE, updateFields: { tagNames: 'mail' }, fieldsToClear: ['tagIds'] },
			`'Tag Names' replaces the tags, and '${label}' is listed in 'Fields to Clear'. Remove one of them.`,
		],
		[
			{ ...UPDATE, updateFields: { tagIds: ['tag_1'] }, fieldsToClear: ['tagIds'] },
			`'${label}' is both set and listed in 'Fields to Clear'. Remove one of them.`,
		],
		[
			{
				...UPSERT,
				url: 'https://example.com',
				linkProps: { tagIds: ['tag_1'] },
				fieldsToClear: ['tagIds'],
			},
			`'${label}' is both set and listed in 'Fields to Clear'. Remove one of them.`,
		],
	])('has its label in the error about %j', async (parameters, message) => {
		expect((await service.failure(parameters)).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});
});

describe('a new node', () => {
	it.each([
		['amount', SALE, "'Amount (in Cents)' is empty. Enter a value."],
		['amount', COMMISSION, "'Amount (in Cents)' is empty. Enter a value."],
		['reason', BAN, "'Reason' is empty. Enter a value."],
		['status', UPDATE, "'Status' is empty. Enter a value."],
	])('requires %s without a default', async (name, parameters, message) => {
		// The editor does not check whether a number is filled in.
		if (name !== 'amount') expect(issuesOf(parameters)).toContain(name);
		expect(await service.refusal(parameters)).toBe(message);
	});

	it.each([
		[49.5, 'for 49.50, enter 4950'],
		['49.50', 'for 49.50, enter 4950'],
		['49.00', 'for 49.00, enter 4900'],
		['1e3', 'for 49.00, enter 4900'],
		['0x31', 'for 49.00, enter 4900'],
		['49,00', 'for 49.00, enter 4900'],
		['$1.05', 'for 1.05, enter 105'],
		['much', 'for 49.00, enter 4900'],
	])('reports that an amount of %p is not in cents', async (amount, example) => {
		const error = await service.failure({ ...SALE, amount });
		expect(error.message).toBe("'Amount (in Cents)' must be a whole number of at least 0");
		expect(error.description).toBe(`Enter the amount in cents: ${example}.`);
		expect(service.proxy.requests).toEqual([]);
	});

	const inUsCents = 'In US cents: for $49.00, enter 4900';
	it.each([
		['conversion', 'trackSale', 'amount', expect.stringContaining('such as JPY')],
		['commission', 'create', 'amount', inUsCents],
		['commission', 'create', 'saleAmount', expect.stringContaining('such as JPY')],
		['commission', 'update', 'earnings', inUsCents],
		['bountySubmission', 'approve', 'rewardAmount', inUsCents],
	])('says below %s · %s how to enter %s', (resource, operation, name, hint) => {
		const field = fieldOf(resource, operation, name);
		expect(field).toMatchObject({ displayName: expect.stringMatching(/ \(in Cents\)$/), hint });
	});

	const COUNTRY = ['getCountries', 'de', 'DE'] as const;
	const CURRENCY = ['getCurrencies', 'EUR', 'eur'] as const;
	it.each([
		['partner.create', 'country', 'additionalFields', { email: 'a@b.co' }, ...COUNTRY],
		['partner.getAll', 'country', 'filters', {}, ...COUNTRY],
		['partnerApplication.getAll', 'country', 'filters', {}, ...COUNTRY],
		['customer.getAll', 'country', 'filters', {}, ...COUNTRY],
		['event.getAll', 'country', 'filters', {}, ...COUNTRY],
		['analytics.get', 'country', 'filters', {}, ...COUNTRY],
		[
			...(['commission.update', 'currency', 'updateFields'] as const),
			{ commissionId: 'cm_1', updateFields: { saleAmount: 1 } },
			...CURRENCY,
		],
		['conversion.trackSale', 'currency', 'additionalFields', { ...SALE, amount: 1 }, ...CURRENCY],
	])('has a menu in %s for %s, and sends the same', async (path, name, collection, ...more) => {
		const [parameters, loadOptionsMethod, given, sent] = more as unknown as [
			INodeParameters,
			string,
			string,
			string,
		];
		const [resource, operation] = path.split('.');
		expect(fieldOf(resource, operation, name)).toMatchObject({
			type: expect.stringMatching(/^(multiO|o)ptions$/),
			typeOptions: { loadOptionsMethod },
		});
		service.proxy.respondNext({ status: 200, body: operation === 'getAll' ? [] : { id: 'x' } });
		const fields = { ...(parameters[collection] as INodeParameters), [name]: `={{ "${given}" }}` };
		await service.run({ ...parameters, resource, operation, [collection]: fields });
		const [{ body, query }] = service.proxy.requests;
		expect({ ...query, ...(body as object) }).toMatchObject({ [name]: sent });
	});

	it('sends several countries of partners, and those to exclude from an expression', async () => {
		const partners = { resource: 'partner', operation: 'getAll' };
		for (const [country, sent] of [
			[['US', 'DE'], 'US,DE'],
			['={{ "-US,DE" }}', '-US,DE'],
		] as const) {
			service.proxy.reset();
			service.proxy.respondNext({ status: 200, body: [] });
			const filters = { country } as unknown as INodeParameters;
			await service.run({ ...partners, filters });
			expect(service.proxy.requests[0].query).toMatchObject({ country: sent });
		}
	});

	it.each([4900, '4900', ' 4900 '])('sends the given value %j', async (amount) => {
		expect(await sentBody({ ...SALE, amount })).toMatchObject({ amount: 4900 });
	});

	it('omits an amount that was added but left empty', async () => {
		const parameters = {
			...{ resource: 'commission', operation: 'update', commissionId: 'cm_1' },
			updateFields: { earnings: '', saleAmount: 4900, status: '' },
		};
		expect(await sentBody(parameters)).toEqual({ saleAmount: 4900 });
	});

	it.each([
		['yesterday', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
		['lastWeek', '2026-03-22T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
		['lastMonth', '2026-01-31T23:00:00.000Z', '2026-02-28T22:59:59.999Z'],
		['lastQuarter', '2025-09-30T22:00:00.000Z', '2025-12-31T22:59:59.999Z'],
	])('counts %s in the time zone of the workflow', async (interval, start, end) => {
		// A Monday in Berlin, the day after summer time begins, and still Sunday in UTC.
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-29T22:30:00Z'));
		const body = { clicks: 1, leads: 0, sales: 0, saleAmount: 0 };
		for (const [parameters, response] of [
			[{ resource: 'analytics', operation: 'get', interval }, body],
			[{ resource: 'event', operation: 'getAll', interval }, []],
			[{ resource: 'commission', operation: 'getAll', filters: { interval } }, []],
		] as const) {
			service.proxy.reset();
			service.proxy.respondNext({ status: 200, body: response });
			await service.run(parameters);
			expect(service.proxy.requests[0].query).toMatchObject({ start, end });
			expect(service.proxy.requests[0].query).not.toHaveProperty('interval');
		}
	});

	it.each([
		['clicks', { clicks: 3 }],
		['leads', { leads: 2 }],
		['sales', { sales: 1, saleAmount: 4900 }],
		['composite', { clicks: 3, leads: 2, sales: 1, saleAmount: 4900 }],
	])('has only the requested counts for %s', async (event, counts) => {
		const all = { clicks: 3, leads: 2, sales: 1, saleAmount: 4900 };
		const analytics = { resource: 'analytics', operation: 'get', event };
		const run = async (parameters: INodeParameters, body: unknown) => {
			service.proxy.respondNext({ status: 200, body });
			return await service.output({ ...analytics, ...parameters });
		};
		expect(await run({}, all)).toEqual([counts]);
		expect(await run({ groupBy: 'devices' }, [{ device: 'Mobile', ...all }])).toEqual([
			{ device: 'Mobile', ...counts },
		]);
		const [link] = await run({ groupBy: 'top_links' }, [{ id: 'link_1', ...all }]);
		expect(link).toMatchObject({ id: 'link_1', ...counts });
		expect(Object.keys(link)).toHaveLength(6 + Object.keys(counts).length);
	});

	it('returns as many groups of analytics as requested', async () => {
		const body = ['Desktop', 'Mobile', 'Tablet'].map((device) => ({ device, clicks: 1 }));
		service.proxy.respondNext({ status: 200, body });
		const output = await service.output({
			...{ resource: 'analytics', operation: 'get', groupBy: 'devices' },
			maxGroups: 2,
		});
		expect(output).toEqual(body.slice(0, 2));
	});

	it('lists the links of every folder unless a folder is chosen or All Folders is off', async () => {
		const links = { resource: 'link', operation: 'getAll', returnAll: true };
		const create = async (parameters: INodeParameters) =>
			(await service.output({ operation: 'create', ...parameters }))[0];
		const folder = await create({ resource: 'folder', name: 'All links' });
		const url = 'https://example.com/in-a-folder';
		const additionalFields = { folderId: String(folder.id) };
		const inFolder = await create({ resource: 'link', url, additionalFields });
		const outside = await create({ resource: 'link', url: 'https://example.com/in-no-folder' });
		const ids = async (parameters: INodeParameters = {}) =>
			(await service.output({ ...links, ...parameters })).map(({ id }) => id);
		expect(await ids()).toEqual(expect.arrayContaining([inFolder.id, outside.id]));
		expect(await ids({ allFolders: false })).not.toContain(inFolder.id);
		expect(await ids({ filters: { folderId: String(folder.id) } })).toEqual([inFolder.id]);
	});

	it('says how to list links without the permission for folders', async () => {
		service.proxy.respond = ({ path }) =>
			path === '/folders'
				? { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }
				: undefined;
		const links = { resource: 'link', operation: 'getAll', returnAll: true };
		const error = await service.failure(links);
		service.proxy.respond = () => undefined;
		expect(error.description).toContain('folders.read');
		expect(error.description).toContain("turn off 'All Folders'");
	});

	it('says that a sale with the Invoice ID of another one was not recorded', async () => {
		const sale = { eventName: 'Purchase', customer: { externalId: 'user_42' } };
		const track = async (changes: object) => {
			const hints: NodeExecutionHint[] = [];
			const parameters = { ...SALE, amount: 4900, additionalFields: { invoiceId: 'inv_1' } };
			service.proxy.respondNext({ status: 200, body: { ...sale, ...changes } });
			const [{ recorded }] = await service.output(parameters, { hints });
			return [recorded, ...hints.map(({ message }) => message)];
		};
		const hint = expect.stringContaining("'Invoice ID' was used within the last 7 days");
		expect(await track({ sale: { amount: 4900 } })).toEqual([true]);
		expect(await track({ sale: { amount: 100 } })).toEqual([false, hint]);
		const other = { customer: { externalId: 'user_43' }, sale: { amount: 4900 } };
		expect(await track(other)).toEqual([false, hint]);
	});

	it('shows the API error code only in the error description', async () => {
		const parameters = { resource: 'link', operation: 'get', linkId: 'link_none' };
		const error = await service.failure(parameters);
		expect(error.message).not.toContain('not_found');
		expect(error.description).toContain('not_found');
	});
});
