import type { ErrorCase } from './types';

const LINK = { resource: 'link', operation: 'create', url: 'https://example.com' };
const UPDATE = { resource: 'link', operation: 'update', linkId: 'link_1' };
const LINKS = { resource: 'link', operation: 'createMany', source: 'json' };
const EVENTS = { resource: 'event', operation: 'getAll', event: 'leads' };
const SALE = { resource: 'conversion', operation: 'trackSale', customerExternalId: 'user_42' };
const LEAD = {
	resource: 'conversion',
	operation: 'trackLead',
	eventName: 'Sign up',
	customerExternalId: 'user_42',
};
const OPEN = { resource: 'conversion', operation: 'trackOpen' };
const COMMISSION = { resource: 'commission', operation: 'create', partnerId: 'pn_1', amount: 2500 };
const COMMISSION_OF_SALE = { ...COMMISSION, type: 'sale', saleAmount: 4900 };
const CHANGE = { resource: 'commission', operation: 'update', commissionId: 'cm_1' };
const COMMISSIONS = { resource: 'commission', operation: 'getAll' };
const DOMAIN = { resource: 'domain', operation: 'create', slug: 'go.example.com' };
const PARTNER = { resource: 'partner', operation: 'create', email: 'ada@example.com' };
const TOKEN = { resource: 'embedToken', operation: 'create' };
const REJECT = { resource: 'partnerApplication', operation: 'reject', partnerId: 'pn_1' };
const QR_CODE = { resource: 'qrCode', operation: 'get', url: 'https://example.com' };
const FOLDERS = { resource: 'folder', operation: 'getAll' };

/** @param data of the input item's binary field `data` */
const logo = (mimeType: string, data: string) => ({
	parameters: { ...DOMAIN, additionalFields: { logoBinaryPropertyName: 'data' } },
	binary: { data: { mimeType, data } },
});

const variants = (...percentages: number[]) => ({
	variants: percentages.map((percentage) => ({ url: 'https://example.com', percentage })),
});

/** What the node finds before it sends a request. */
export const inputSections: Record<string, ErrorCase[]> = {
	'Any field': [
		{ when: 'A required field is empty', parameters: SALE },
		{
			when: 'Nothing is chosen in a list',
			parameters: { resource: 'link', operation: 'get', linkId: '' },
		},
		{
			when: 'A list of IDs is empty',
			parameters: { resource: 'link', operation: 'deleteMany', linkIds: ' , ' },
		},
		{
			when: 'An ID is part of a path',
			parameters: { resource: 'folder', operation: 'delete', folderId: '..' },
		},
		{
			when: 'An expression gives an object instead of text',
			parameters: { resource: 'folder', operation: 'create', name: '={{ $json }}' },
			items: [{ folder: 'Summer' }],
		},
		{
			when: 'An expression cuts an emoji in half',
			parameters: {
				resource: 'folder',
				operation: 'create',
				name: '={{ $json.name.slice(0, 8) }}',
			},
			items: [{ name: 'Summer 😀' }],
		},
		{ when: 'The text is too long', parameters: { ...LINK, key: 'x'.repeat(191) } },
		{
			when: 'The name of a column is too long',
			parameters: { ...FOLDERS, returnAs: 'file', fileOptions: { columns: 'x'.repeat(1001) } },
		},
		{
			when: 'An expression gives something other than the options',
			parameters: { resource: 'partner', operation: 'ban', partner: 'pn_1', reason: 'rude' },
		},
		{
			when: 'Something other than true or false',
			parameters: { ...LINK, additionalFields: { archived: '={{ "maybe" }}' } },
		},
		{ when: 'A number is out of range', parameters: { ...FOLDERS, limit: 0 } },
		{
			when: 'A number with decimal places is out of range',
			parameters: { ...LINK, additionalFields: { testVariants: variants(5, 95) } },
		},
		{ when: 'An amount is not in cents', parameters: { ...SALE, amount: 49.5 } },
		{
			when: 'The currency is unknown',
			parameters: { ...SALE, amount: 1, additionalFields: { currency: 'xyz' } },
		},
		{
			when: 'The country is not an ISO code',
			parameters: { ...EVENTS, filters: { country: 'UK' } },
		},
		{ when: 'The email is not an address', parameters: { ...PARTNER, email: 'ada' } },
		{
			when: 'The date is not a date',
			parameters: { ...LINK, additionalFields: { expiresAt: 'tomorrow' } },
		},
		{
			when: 'A country has no URL',
			parameters: { ...LINK, additionalFields: { geoJson: '{ "DE": "" }' } },
		},
		{ when: 'The color is not a color', parameters: { ...QR_CODE, options: { bgColor: 'red' } } },
		{
			when: 'The JSON is not an object',
			parameters: { ...COMMISSION_OF_SALE, customerJson: 'ada@example.com' },
		},
		{
			when: 'The JSON is not an array',
			parameters: { ...LINK, additionalFields: { testVariantsJson: '{ "url": 1 }' } },
		},
		{
			when: 'The JSON has an unknown field',
			isAboutJson: true,
			parameters: { ...TOKEN, email: 'ada@example.com', partnerDetailsJson: { nme: 'Ada' } },
		},
		{
			when: 'A field and its JSON are both filled in',
			parameters: {
				...TOKEN,
				email: 'ada@example.com',
				partnerDetails: { name: 'Ada' },
				partnerDetailsJson: { name: 'Ada' },
			},
		},
		{
			when: 'A field does not apply',
			parameters: {
				...COMMISSION,
				type: '={{ "custom" }}',
				additionalFields: { invoiceId: '={{ "in_1" }}' },
			},
		},
		{ when: 'An update changes nothing', parameters: UPDATE },
		{
			when: 'A field is set and cleared',
			parameters: { ...UPDATE, updateFields: { title: 'Sale' }, fieldsToClear: ['title'] },
		},
		{
			when: 'A filter is in both collections',
			parameters: { ...EVENTS, filters: { country: 'US' }, exclude: { country: 'US' } },
		},
		{
			when: 'An expression gives an unknown operation',
			parameters: { resource: 'link', operation: 'destroy' },
		},
	],
	Credentials: [
		{ when: 'An expression gives no API key', parameters: FOLDERS, key: 'empty' },
		{ when: 'The base URL is not secure', parameters: FOLDERS, baseUrl: 'http://api.example.com' },
		{ when: 'The base URL is not an address', parameters: FOLDERS, baseUrl: 'https:/api.dub.co' },
		{
			when: 'The base URL contains a password',
			parameters: FOLDERS,
			baseUrl: 'https://ada:secret@api.dub.co',
		},
		{
			when: 'The base URL is too long',
			parameters: FOLDERS,
			baseUrl: `https://api.dub.co/${'x'.repeat(2048)}`,
		},
		{
			when: 'An operation on the connected user with an API key',
			parameters: { resource: 'user', operation: 'getInfo' },
		},
	],
	'Analytics and events': [
		{ when: 'The device is unknown', parameters: { ...EVENTS, filters: { device: 'Phone' } } },
		{ when: 'The region is not an ISO code', parameters: { ...EVENTS, filters: { region: 'CA' } } },
		{
			when: 'A filter has an unknown value',
			parameters: { ...EVENTS, filters: { trigger: ['bot'] } },
		},
		{ when: 'A slug without its domain', parameters: { ...EVENTS, filters: { key: 'summer' } } },
		{
			when: 'A metadata filter for clicks',
			parameters: { ...EVENTS, event: 'clicks', filters: { query: "metadata['plan']:'pro'" } },
		},
		{
			when: 'A metadata filter is in another notation',
			parameters: { ...EVENTS, filters: { query: 'plan=pro' } },
		},
		{
			when: 'A metadata filter is for an entry within another one',
			parameters: {
				...EVENTS,
				event: 'leads',
				filters: { query: "metadata['shipping.country']:'DE'" },
			},
		},
		{
			when: 'A metadata filter has alternatives',
			parameters: {
				...EVENTS,
				filters: { query: "metadata['plan']:'pro' OR metadata['plan']:'team'" },
			},
		},
		{
			when: 'A metadata filter has both quotation marks',
			parameters: {
				...EVENTS,
				filters: { metadata: { conditions: [{ key: 'size', value: `5'7"` }] } },
			},
		},
		{ when: 'A sale type for leads', parameters: { ...EVENTS, filters: { saleType: 'new' } } },
		{ when: 'The period has no start', parameters: { ...EVENTS, interval: 'custom', start: '' } },
		{
			when: 'The period ends before it begins',
			parameters: { ...EVENTS, interval: 'custom', start: '2026-03-02', end: '2026-03-01' },
		},
		{
			when: 'The time zone is unknown',
			parameters: { ...EVENTS, interval: 'mtd', options: { timezone: 'Berlin' } },
		},
	],
	Commissions: [
		{ when: 'The amount is 0', parameters: { ...COMMISSION, amount: 0 } },
		{
			when: 'A negative amount without a description',
			parameters: { ...COMMISSION, amount: -500 },
		},
		{ when: 'No customer', parameters: COMMISSION_OF_SALE },
		{
			when: 'Two customers',
			parameters: {
				...COMMISSION_OF_SALE,
				customerId: 'cus_1',
				customer: { externalId: 'user_42', country: 'US' },
			},
		},
		{
			when: 'A new customer without a country',
			parameters: { ...COMMISSION_OF_SALE, customer: { externalId: 'user_42' } },
		},
		{
			when: 'The product is also in the metadata',
			isAboutJson: true,
			parameters: {
				...COMMISSION_OF_SALE,
				customerId: 'cus_1',
				additionalFields: { productId: 'prod_1', metadataJson: { productId: 'prod_2' } },
			},
		},
		{
			when: 'Two sale amounts',
			parameters: { ...CHANGE, updateFields: { saleAmount: 100, modifySaleAmount: 5 } },
		},
		{
			when: 'A currency without an amount',
			parameters: { ...CHANGE, updateFields: { currency: 'eur' } },
		},
		{
			when: 'An ID that means another operation',
			parameters: { ...CHANGE, commissionId: 'bulk', updateFields: { status: 'fraud' } },
		},
		{
			when: 'Two items change the same commission',
			parameters: {
				resource: 'commission',
				operation: 'updateMany',
				commissionIds: 'cm_1',
				status: '={{ $json.status }}',
			},
			items: [{ status: 'fraud' }, { status: 'canceled' }],
		},
		{
			when: 'A period beside dates',
			parameters: { ...COMMISSIONS, filters: { interval: '7d', start: '2026-03-01' } },
		},
		{
			when: 'A period before the service started',
			parameters: { ...COMMISSIONS, filters: { end: '2020-01-01' } },
		},
		{
			when: 'An invoice beside other filters',
			parameters: { ...COMMISSIONS, filters: { invoiceId: 'in_1', status: 'paid' } },
		},
	],
	'Conversions and customers': [
		{
			when: 'Metadata without a key',
			parameters: {
				...LEAD,
				additionalFields: { metadata: { entries: [{ key: '', value: 'pro' }] } },
			},
		},
		{
			when: 'Metadata with the same key twice',
			parameters: {
				...LEAD,
				additionalFields: {
					metadata: {
						entries: [
							{ key: 'plan', value: 'pro' },
							{ key: 'plan', value: 'team' },
						],
					},
				},
			},
		},
		{
			when: 'Metadata with an object as value',
			parameters: {
				...LEAD,
				additionalFields: { metadata: { entries: [{ key: 'plan', value: '={{ $json }}' }] } },
			},
			items: [{ name: 'pro' }],
		},
		{
			when: 'Too much metadata',
			parameters: { ...LEAD, additionalFields: { metadataJson: { note: 'x'.repeat(10_000) } } },
		},
		{ when: 'An app open without a link or domain', parameters: OPEN },
		{ when: 'A deep link that is not a link', parameters: { ...OPEN, deepLink: 'summer' } },
		{
			when: 'A period that has not begun',
			parameters: { ...EVENTS, interval: 'custom', start: '2100-01-01' },
		},
		{
			when: 'A QR code in the color of its background',
			parameters: { ...QR_CODE, options: { fgColor: '#FFFFFF' } },
		},
		{
			when: 'A domain with a protocol',
			parameters: { ...OPEN, dubDomain: 'https://go.example.com' },
		},
		{
			when: 'The picture of a customer is not a URL',
			parameters: {
				resource: 'customer',
				operation: 'update',
				customerId: 'cus_1',
				updateFields: { avatar: 'ada.png' },
			},
		},
	],
	'Domains and QR codes': [
		{ when: 'A domain with a path', parameters: { ...DOMAIN, slug: 'go.example.com/summer' } },
		{ when: 'A domain with www', parameters: { ...DOMAIN, slug: 'www.example.com' } },
		{
			when: 'A domain that the service cannot register',
			parameters: { resource: 'domain', operation: 'register', domain: 'example.com' },
		},
		{
			when: 'A page that is not a URL',
			parameters: { ...DOMAIN, additionalFields: { notFoundUrl: 'lost page' } },
		},
		{
			when: 'A logo that the service does not accept',
			parameters: { ...DOMAIN, additionalFields: { logo: 'https://example.com/logo.png' } },
		},
		{
			when: 'Two logos',
			parameters: {
				...DOMAIN,
				additionalFields: {
					logo: 'data:image/png;base64,iVBORw0KGgo=',
					logoBinaryPropertyName: 'data',
				},
			},
		},
		{ when: 'A logo that is not an image', ...logo('application/pdf', 'JVBERg==') },
		{ when: 'A logo that is empty', ...logo('image/png', '') },
		{
			when: 'A file for apps that is not JSON',
			parameters: { ...DOMAIN, additionalFields: { assetLinks: 'none' } },
		},
		{ when: 'The target of a QR code is not a URL', parameters: { ...QR_CODE, url: 'spring' } },
	],
	Links: [
		{
			when: 'A country that is targeted twice',
			parameters: {
				...LINK,
				additionalFields: {
					geo: {
						countries: ['a', 'b'].map((path) => ({
							country: 'DE',
							url: `https://example.com/${path}`,
						})),
					},
				},
			},
		},
		{
			when: 'An A/B test that ends before it starts',
			parameters: {
				...LINK,
				additionalFields: { testStartedAt: '2100-02-01', testCompletedAt: '2100-01-01' },
			},
		},
		{
			when: 'A short link that is not a URL',
			parameters: {
				resource: 'link',
				operation: 'get',
				linkId: { mode: 'url', value: 'https://', __rl: true },
			},
		},
		{
			when: 'An ID that means another operation',
			parameters: { resource: 'link', operation: 'delete', linkId: 'bulk' },
		},
		{
			when: 'Two fields contradict each other',
			parameters: { ...LINK, additionalFields: { tagIds: ['tag_1'], tagNames: 'mail' } },
		},
		{
			when: 'Tags are set and cleared',
			parameters: { ...UPDATE, updateFields: { tagNames: 'mail' }, fieldsToClear: ['tagIds'] },
		},
		{
			when: 'A prefix beside a slug',
			parameters: { ...LINK, key: 'summer', additionalFields: { prefix: '/c/' } },
		},
		{
			when: 'A/B test with one variant',
			parameters: { ...LINK, additionalFields: { testVariants: variants(50) } },
		},
		{
			when: 'A new link has expired',
			parameters: { ...LINK, additionalFields: { expiresAt: '2020-01-01' } },
		},
		{
			when: 'A new link leads elsewhere when it has expired, but does not expire',
			parameters: { ...LINK, additionalFields: { expiredUrl: 'https://example.com/over' } },
		},
		{
			when: 'A preview text of a new link without a custom preview',
			parameters: { ...LINK, additionalFields: { title: 'Summer' } },
		},
		{
			when: 'A/B test without conversions',
			parameters: { ...LINK, additionalFields: { testVariants: variants(50, 50) } },
		},
		{
			when: 'A preview image that is not a URL',
			parameters: { ...LINK, additionalFields: { image: 'summer.png' } },
		},
		{ when: 'Links that are not JSON', parameters: { ...LINKS, links: '[{' } },
		{ when: 'An empty array of links', parameters: { ...LINKS, links: '[]' } },
		{ when: 'A link that is not an object', parameters: { ...LINKS, links: '["summer"]' } },
	],
	Partners: [
		{
			when: 'A username with spaces',
			parameters: { ...PARTNER, additionalFields: { username: 'ada lovelace' } },
		},
		{ when: 'A token for nobody', parameters: TOKEN },
		{
			when: 'Details without an email',
			parameters: { ...TOKEN, tenantId: 'user_42', partnerDetails: { name: 'Ada' } },
		},
		{
			when: 'A discount code with spaces',
			parameters: {
				resource: 'discountCode',
				operation: 'create',
				partnerId: 'pn_1',
				linkId: 'link_1',
				additionalFields: { code: 'SUMMER SALE' },
			},
		},
		{
			when: 'The ID of an application instead of its partner',
			parameters: { ...REJECT, partnerId: 'pga_1' },
		},
		{
			when: 'A fraud flag without a reason',
			parameters: { ...REJECT, additionalFields: { flagForFraud: true } },
		},
		{
			when: 'A fraud flag with an instant reapplication',
			parameters: {
				...REJECT,
				additionalFields: {
					flagForFraud: true,
					flagForFraudReason: 'Fake traffic',
					reapplicationTimeframe: 'instant',
				},
			},
		},
	],
};
