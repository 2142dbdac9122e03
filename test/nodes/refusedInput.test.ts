import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { linkForm } from '../support/node/linkForm';
import { useService } from '../support/node/nodeService';
import { locator } from '../support/node/locator';

const service = useService();

/** Parameters with which an operation would run, by operation. */
const COMPLETE: Record<string, INodeParameters> = {
	'bountySubmission.approve': { bountyId: 'bnty_1', submissionId: 'bnty_sub_1' },
	'commission.create': { partnerId: 'pn_1' },
	'commission.update': { commissionId: 'cm_1' },
	'commission.updateMany': { status: 'fraud' },
	'conversion.trackLead': {
		...{ clickId: 'click1', customerExternalId: 'user_42', eventName: 'Sign up' },
	},
	'conversion.trackSale': { customerExternalId: 'user_42', amount: 100 },
	'customer.update': { customerId: 'cus_1', updateFields: { name: 'Nathan' } },
	'discountCode.create': { partnerId: 'pn_1', linkId: 'link_1' },
	'domain.create': { slug: 'a.example.org' },
	'domain.update': { domain: 'go.example.org' },
	'folder.update': { folderId: 'fold_1' },
	'link.create': { url: 'https://example.com/landing' },
	'link.createMany': { source: 'json' },
	'link.update': { linkId: 'link_1' },
	'partner.ban': { reason: 'spam' },
	'partner.create': { email: 'a@b.co' },
	'partner.createLink': { partner: 'pn_1' },
	'partner.getAnalytics': { partner: 'pn_1' },
	'partner.upsertLink': { partner: 'pn_1', url: 'https://example.com' },
	'partnerApplication.reject': { partnerId: 'pn_1' },
	'qrCode.get': { url: 'https://example.com' },
	'tag.update': { tagId: 'tag_1' },
};

const emptyField = (label: string) => `'${label}' is empty. Enter a value.`;
const emptyLocator = (label: string) =>
	`'${label}' is empty. Choose one from the list or enter its ID.`;
const noChange = "'Update Fields' is empty. Add at least one field to change.";
const noCustomer =
	"'Customer' is empty. Choose one from the list, enter an ID, or fill in 'New Customer'.";
const noId = (label: string, value: string) => `'${label}' must be an ID, not '${value}'`;
const noEmail = (label = 'Email') => `'${label}' must be an email address`;
const noCurrency = "'Currency' must be a three-letter ISO 4217 code such as eur";
const noCountry = (value: string, label = 'Country') =>
	`'${label}' must be a two-letter ISO 3166-1 code such as US, not '${value}'`;
const noDomain = (label = 'Domain') =>
	`'${label}' must be a domain such as go.example.com, without https:// or a path`;
const noLinkDomain = (label: string) => `'${label}' must be a .link domain such as example.link`;
const noObject = (label: string) => `'${label}' must be a JSON object, e.g. { "key": "value" }`;
const noShortLink = (label: string) =>
	`'${label}' must be a short link such as https://go.example.com/summer`;
const noUrl = (label: string) => `'${label}' must be a URL such as https://example.com/page`;
const noUsername =
	"'Username' can contain only letters, digits, hyphens, underscores, dots, and slashes, and must not start with an underscore";
const noPicture =
	"'Logo' must be data:image/png;base64,... text, or a URL that starts with https://dubassets.com or https://www.google.com/s2/favicons?sz=64&domain_url=";
const noPreview =
	"'Preview: Image' must be a URL such as https://example.com/image.png, or data:image/png;base64,... text";
const noTimeZone = "'Time Zone' must be an IANA name such as Europe/Berlin, not 'Berlin'";
const noVariants = "'A/B Test Variants' must have two to four variants";
const bothFilled = (label: string, other = `${label} (JSON)`) =>
	`'${label}' and '${other}' are both filled in. Use one of them.`;
const bothIn = (label: string) =>
	`'${label}' is in both 'Filters' and 'Exclude'. Remove one of them.`;
const setAndCleared = (label: string) =>
	`'${label}' is both set and listed in 'Fields to Clear'. Remove one of them.`;
const notTogether = (label: string, other: string) =>
	`'${label}' cannot be combined with '${other}'. Use one of them.`;
const randomOnly = (label: string) =>
	`'${label}' applies only to random slugs. Remove it or 'Slug'.`;
const notWhen = (label: string, when: string) =>
	`'${label}' does not apply when ${when}. Remove it.`;
const emptyStart = "'Start' is empty. Enter the date when the period begins.";
const endBeforeStart = "'End' must be on or after 'Start'";
const endTooEarly = "'End' must be on or after 2022-09-22, when the service started";
const onlyAnd =
	"'Metadata (Text)' can join conditions only with AND. Run the node once for each alternative.";
const slugAlone = "'Slug' requires 'Domain', because several domains can have the same slug";
const invoiceAlone =
	"'Invoice ID' cannot be combined with other filters, which the service would ignore. Remove them.";
const newPartnerOnly =
	"'Partner Email' is required with 'Partner Details' or 'Link Properties', because they apply to a new partner";
const applicationId = "'Applicant' takes the partner ID (pn_...), not the application ID (pga_...)";

const NEW_CUSTOMER = { externalId: 'user_42', country: 'US' };
const VARIANT = { url: 'https://example.com/a', percentage: 50 };
const metadata = (...entries: INodeParameters[]): INodeParameters => ({
	additionalFields: { metadata: { entries } },
});
const metadataJson = (json: INodeParameters | string): INodeParameters => ({
	additionalFields: { metadataJson: json },
});
const more = (additionalFields: INodeParameters): INodeParameters => ({ additionalFields });
const update = (updateFields: INodeParameters, ...fieldsToClear: string[]): INodeParameters => ({
	updateFields,
	fieldsToClear,
});
const filter = (filters: INodeParameters, exclude: INodeParameters = {}): INodeParameters => ({
	filters,
	exclude,
});
const newCustomer = (customer: INodeParameters): INodeParameters => ({ type: 'lead', customer });
const sale = (fields: INodeParameters): INodeParameters => ({
	...{ type: 'sale', customerId: 'cus_1', saleAmount: 5 },
	additionalFields: fields,
});
const stripeImport = (fields: INodeParameters): INodeParameters => ({
	...{ type: 'sale', customerId: 'cus_1', importStripeInvoices: '={{ true }}' },
	additionalFields: fields,
});
const variants = (...list: INodeParameters[]): INodeParameters => ({
	testVariants: { variants: list },
});

const ofImport = (label: string) => notWhen(label, "'Import Stripe Invoices' is true");

/** By operation, what is refused beside what completes it. Values of a wrong type are refused in `refusals.test.ts`. */
const REFUSED: Record<string, Array<[parameters: INodeParameters, message: string]>> = {
	'analytics.get': [
		[{ interval: 'custom', start: '' }, emptyStart],
		[
			{ interval: 'custom', start: '2026-01-01', end: '={{ 0 }}' },
			"'End' must be a date such as 2026-01-31 or 2026-01-31T10:30:00Z, not '0'",
		],
		[{ interval: 'custom', start: '2026-01-02', end: '2026-01-01' }, endBeforeStart],
		[{ options: { timezone: 'Berlin' } }, noTimeZone],
		[
			{ event: 'composite', ...filter({ query: "metadata['a']:'b'" }) },
			"'Metadata' applies only to leads and sales. Choose one of them as 'Event', or remove it.",
		],
		[
			{ event: 'leads', ...filter({ saleType: 'new' }) },
			"'Sale Type' applies only to sales. Choose Sales as 'Event', or remove it.",
		],
		[filter({ key: 'summer' }), slugAlone],
		[filter({ city: 'Paris' }, { city: 'Berlin' }), bothIn('City')],
	],
	'bountySubmission.approve': [
		[{ submissionId: '..' }, noId('Submission', '..')],
		[{ bountyId: '..' }, noId('Bounty ID', '..')],
		...[0, -5, 1.5, '=much', true].map((rewardAmount): [INodeParameters, string] => [
			more({ rewardAmount }),
			"'Reward Amount (in Cents)' must be a whole number of at least 1",
		]),
	],
	'commission.create': [
		[{ amount: 0 }, "'Amount (in Cents)' must not be 0"],
		[{ amount: 1.5 }, "'Amount (in Cents)' must be a whole number"],
		[{ amount: '=12 €' }, "'Amount (in Cents)' must be a whole number"],
		[
			{ amount: -5, ...more({ description: ' ' }) },
			"'Description' is required for a negative amount",
		],
		[{ type: 'lead' }, noCustomer],
		[{ type: 'lead', customerJson: '{}' }, noCustomer],
		[{ customerId: 'cus_1', ...newCustomer(NEW_CUSTOMER) }, bothFilled('Customer', 'New Customer')],
		[{ customerJson: NEW_CUSTOMER, ...newCustomer(NEW_CUSTOMER) }, bothFilled('New Customer')],
		[{ type: 'lead', customerJson: '=[]' }, noObject('New Customer (JSON)')],
		[newCustomer({ country: 'US' }), "'External ID' is required for a new customer"],
		[newCustomer({ externalId: 'x' }), "'Country' is required for a new customer"],
		[newCustomer({ externalId: 'x', country: 'Germany' }), noCountry('Germany')],
		[newCustomer({ ...NEW_CUSTOMER, email: 'ada' }), noEmail()],
		[
			{ type: 'lead', customerJson: { ...NEW_CUSTOMER, mail: 'ada@example.com' } },
			"'New Customer (JSON)' has the unknown field 'mail'. Allowed are: avatar, country, email, externalId, name, stripeCustomerId.",
		],
		[
			{ type: '={{ "lead" }}', customerId: 'cus_1', ...more({ invoiceId: 'in_1' }) },
			notWhen('Invoice ID', "'Type' is Lead"),
		],
		[stripeImport({ currency: 'eur' }), ofImport('Currency')],
		[stripeImport({ saleEventName: 'Invoice paid' }), ofImport('Sale Event Name')],
		[stripeImport({ paymentProcessor: 'stripe' }), ofImport('Payment Processor')],
		[
			stripeImport({ metadata: { entries: [{ key: 'plan', value: 'pro' }] } }),
			ofImport('Metadata'),
		],
		[stripeImport({ metadataJson: { plan: 'pro' } }), ofImport('Metadata (JSON)')],
		[
			sale({ productId: 'prod_1', metadataJson: { productId: 'prod_2' } }),
			"'Product ID' is also in 'Metadata', as productId. Remove one of them.",
		],
		[sale({ currency: 'euro' }), noCurrency],
		[
			{ type: '={{ "custom" }}', amount: 5, ...metadataJson({ plan: 'pro' }) },
			notWhen('Metadata (JSON)', "'Type' is Custom"),
		],
	],
	'commission.getAll': [
		[filter({ groupId: 'grp_1' }, { groupId: 'grp_2' }), bothIn('Group ID')],
		[filter({ invoiceId: 'in_1', status: 'paid' }), invoiceAlone],
		[filter({ invoiceId: 'in_1' }, { type: ['click'] }), invoiceAlone],
		[
			filter({ interval: '7d', start: '2026-01-05' }),
			"'Period' cannot be combined with 'Start' or 'End'. Use one of them.",
		],
		[filter({ start: '2026-01-05', end: '2026-01-04' }), endBeforeStart],
		[filter({ start: '2022-01-05', end: '2022-01-04' }), endBeforeStart],
		[filter({ end: '2022-01-01' }), endTooEarly],
		[filter({ start: '2021-01-01', end: '2022-01-01' }), endTooEarly],
		[filter({ timezone: 'Berlin' }), noTimeZone],
	],
	'commission.update': [
		[{ commissionId: 'bulk', ...update({ status: 'fraud' }) }, noId('Commission', 'bulk')],
		[{}, noChange],
		[update({ status: '' }), noChange],
		[
			update({ saleAmount: 5, modifySaleAmount: 5 }),
			notTogether('Modify Sale Amount (in Cents)', 'Sale Amount (in Cents)'),
		],
		[update({ earnings: 5, currency: 'Euro' }), noCurrency],
		[
			update({ status: 'fraud', earnings: 500, currency: 'eur' }),
			"'Currency' applies only to the sale amount. Add one, or remove it: earnings are in US dollars.",
		],
	],
	'commission.updateMany': [
		[{ commissionIds: ' , ' }, emptyField('Commission IDs')],
		[{ commissionIds: '={{ [] }}' }, emptyField('Commission IDs')],
	],
	'conversion.trackLead': [
		[
			metadata({ key: 'plan', value: '={{ ({ name: "pro" }) }}' }),
			"The value of 'plan' in 'Metadata' is not text. Use 'Metadata (JSON)' for an object.",
		],
		[
			metadata({ key: 'plan', value: 'a\0b' }),
			"'Metadata' contains U+0000, which is not valid in text",
		],
		[
			metadataJson('{ "plan": "a\\u0000b" }'),
			"'Metadata (JSON)' contains U+0000, which is not valid in text",
		],
		[metadata({ key: '', value: 'pro' }), "'Metadata' has a value without a key"],
		[
			metadata({ key: 'plan', value: 'pro' }, { key: ' plan ', value: 'free' }),
			"'Metadata' has the key 'plan' twice",
		],
		[more({ customerEmail: 'sam' }), noEmail('Customer Email')],
		[metadataJson('[1]'), noObject('Metadata (JSON)')],
		[metadataJson('{ "a": '), noObject('Metadata (JSON)')],
		[
			metadataJson(JSON.stringify({ a: 'x'.repeat(10_000) })),
			"'Metadata' can have at most 10000 characters as JSON",
		],
		[
			more({ metadata: { entries: [{ key: 'a', value: '1' }] }, metadataJson: '{ "b": 2 }' }),
			bothFilled('Metadata'),
		],
	],
	'conversion.trackOpen': [
		[{}, "'Deep Link' and 'Domain' are empty. Fill in at least one of them."],
		[
			{ deepLink: ' ', dubDomain: '' },
			"'Deep Link' and 'Domain' are empty. Fill in at least one of them.",
		],
		[{ deepLink: 'go.example.com/summer' }, noShortLink('Deep Link')],
		[{ dubDomain: 'https://go.example.com' }, noDomain()],
	],
	'conversion.trackSale': [
		[{ amount: '={{ "" }}' }, emptyField('Amount (in Cents)')],
		[{ amount: '={{ null }}' }, emptyField('Amount (in Cents)')],
		...[-1, 9.99, '=12 USD'].map((amount): [INodeParameters, string] => [
			{ amount },
			"'Amount (in Cents)' must be a whole number of at least 0",
		]),
		[more({ currency: 'dollars' }), noCurrency],
		[more({ customerEmail: 'sam' }), noEmail('Customer Email')],
		[metadataJson('"pro"'), noObject('Metadata (JSON)')],
	],
	'customer.delete': [
		[{ customerId: '.' }, noId('Customer', '.')],
		[{ customerId: '..' }, noId('Customer', '..')],
	],
	'customer.get': [[{ customerId: locator('externalId', ' ') }, emptyLocator('Customer')]],
	'customer.getAll': [[filter({ country: 'Germany' }), noCountry('Germany')]],
	'customer.update': [
		[update({}), noChange],
		[update({ name: '', email: ' ' }), noChange],
		[update({ email: 'sam' }), noEmail()],
		[
			update({ avatar: 'avatar.png' }),
			"'Avatar URL' must be a URL such as https://example.com/avatar.png",
		],
		[{ fieldsToClear: ['name'] }, setAndCleared('Name')],
	],
	'discountCode.create': [
		[
			more({ code: '20% off' }),
			"'Code' can contain only letters, digits, hyphens, and underscores",
		],
	],
	'domain.checkStatus': [
		[{ domains: ' , ' }, emptyField('Domains')],
		[{ domains: 'free.link, example.com' }, noLinkDomain('Domains')],
	],
	'domain.create': [
		[{ slug: 'https://go.example.com' }, noDomain('Domain Name')],
		[{ slug: 'go.example.com/a' }, noDomain('Domain Name')],
		[{ slug: 'localhost' }, noDomain('Domain Name')],
		[{ slug: 'www.example.com' }, "'Domain Name' must not start with www."],
		[more({ assetLinks: '{broken' }), "'Android Asset Links' must be a JSON object or array"],
		[more({ assetLinks: '7' }), "'Android Asset Links' must be a JSON object or array"],
		[
			more({ appleAppSiteAssociation: 'applinks' }),
			"'Apple App Site Association' must be a JSON object or array",
		],
		[more({ expiredUrl: 'over there' }), noUrl('Expiration URL')],
		[more({ notFoundUrl: 'lost' }), noUrl('Not Found URL')],
		[more({ logo: 'logo.png' }), noPicture],
		[more({ logo: 'https://example.com/logo.png' }), noPicture],
		[more({ logo: 'https://www.google.com/s2/favicons?domain_url=example.com' }), noPicture],
		[more({ logo: 'data:image/svg+xml;base64,PHN2Zz4=' }), noPicture],
		[
			more({ logo: 'https://dubassets.com/a.png', logoBinaryPropertyName: 'data' }),
			bothFilled('Logo', 'Logo Input Binary Field'),
		],
		[
			more({ logoBinaryPropertyName: 'data' }),
			"This operation expects the node's input data to contain a binary file 'data', but none was found [item 0]",
		],
	],
	'domain.delete': [
		[{ domain: '..' }, noDomain()],
		[{ domain: 'a.org/b' }, noDomain()],
	],
	'domain.register': [
		[{ domain: 'example.com' }, noLinkDomain('Domain')],
		[{ domain: 'sub.example.link' }, noLinkDomain('Domain')],
	],
	'domain.update': [
		[{}, noChange],
		[update({ assetLinks: '[]', logo: ' ' }), noChange],
		[update({ logo: 'https://dubassets.com/a.png' }, 'logo'), setAndCleared('Logo')],
		[{ domain: 'https://go.example.com', ...update({ archived: true }) }, noDomain()],
		[update({ slug: 'www.example.com' }), "'Domain Name' must not start with www."],
		[update({ assetLinks: 'text' }), "'Android Asset Links' must be a JSON object or array"],
		[update({ expiredUrl: 'over' }), noUrl('Expiration URL')],
	],
	'embedToken.create': [
		[{}, "'Partner', 'Tenant ID', and 'Partner Email' are empty. Fill in at least one of them."],
		[{ tenantId: 't', partnerDetails: { name: 'Ada' } }, newPartnerOnly],
		[{ tenantId: 't', linkProps: { comments: 'x' } }, newPartnerOnly],
		[{ tenantId: 't', partnerDetailsJson: '{ "name": "Ada" }' }, newPartnerOnly],
		[
			{ email: 'a@b.co', partnerDetails: { name: 'Ada' }, partnerDetailsJson: '{ "name": "Bo" }' },
			bothFilled('Partner Details'),
		],
		[
			{ email: 'a@b.co', partnerDetailsJson: '{ "email": "b@b.co" }' },
			"'Partner Details (JSON)' has the unknown field 'email'. Allowed are: country, description, groupId, image, name, username.",
		],
		[{ email: 'a@b.co', partnerDetailsJson: '={{ [] }}' }, noObject('Partner Details (JSON)')],
		[
			{ email: 'a@b.co', linkProps: { comments: 'a' }, linkPropsJson: '{ "comments": "b" }' },
			bothFilled('Link Properties'),
		],
		[{ email: 'ada' }, noEmail('Partner Email')],
		[{ email: 'a@b.co', partnerDetails: { country: 'Germany' } }, noCountry('Germany')],
		[{ email: 'a@b.co', partnerDetails: { username: 'Ada Example' } }, noUsername],
		[
			{ email: 'a@b.co', linkProps: { tagIds: 'a', tagNames: 'b' } },
			notTogether('Tag Names', 'Tags'),
		],
		[{ email: 'a@b.co', linkProps: variants(VARIANT) }, noVariants],
	],
	'event.getAll': [
		[filter({ city: 'Berlin' }, { city: 'Paris' }), bothIn('City')],
		[filter({ linkId: 'link_1' }, { linkId: 'link_2' }), bothIn('Link')],
		[filter({ key: 'summer' }), slugAlone],
		[filter({ key: 'summer' }, { domain: 'go.example.com' }), slugAlone],
		[
			filter({ query: "metadata['a']:'b'" }),
			"'Metadata' applies only to leads and sales. Choose one of them as 'Event', or remove it.",
		],
		[
			{ event: 'leads', ...filter({ saleType: 'new' }) },
			"'Sale Type' applies only to sales. Choose Sales as 'Event', or remove it.",
		],
		[
			{ event: 'leads', ...filter({ query: 'x'.repeat(10_001) }) },
			"'Metadata (Text)' can have at most 10000 characters",
		],
		[{ event: 'leads', ...filter({ query: "metadata['a']:'b' or metadata['c']:'d'" }) }, onlyAnd],
		[filter({ country: 'Germany' }), noCountry('Germany')],
		[filter({}, { country: 'DE, GER' }), noCountry('GER')],
		[filter({ region: 'CA' }), "'Region' must be a full ISO 3166-2 code such as US-CA, not 'CA'"],
		[{ options: { timezone: 'Berlin' } }, noTimeZone],
		[{ interval: 'custom', start: '' }, emptyStart],
		[{ interval: 'custom', start: '2026-01-02', end: '2026-01-01' }, endBeforeStart],
	],
	'folder.update': [
		[{}, noChange],
		[update({ name: ' ' }), noChange],
		[update({ description: 'A' }, 'description'), setAndCleared('Description')],
		[{ folderId: '..', ...update({ name: 'A' }) }, noId('Folder', '..')],
	],
	'link.create': [
		[linkForm({ tagIds: 'a', tagNames: 'b' }), notTogether('Tag Names', 'Tags')],
		[linkForm({ key: 'a', keyLength: 9 }), randomOnly('Slug Length')],
		[linkForm({ key: 'a', prefix: 'c' }), randomOnly('Prefix')],
		[linkForm({ domain: 'a'.repeat(191) }), "'Domain' can have at most 190 characters"],
		[linkForm({ trackConversion: true, ...variants(VARIANT) }), noVariants],
		[
			linkForm({ trackConversion: true, ...variants(VARIANT, VARIANT, VARIANT, VARIANT, VARIANT) }),
			noVariants,
		],
		[
			linkForm(variants(VARIANT, VARIANT)),
			"'A/B Test Variants' requires 'Track Conversions' to be on",
		],
		[
			linkForm({ geo: { countries: [{ country: 'Germany', url: 'https://example.com' }] } }),
			noCountry('Germany'),
		],
		...['Title', 'Description', 'Image', 'Video'].map((part): [INodeParameters, string] => [
			linkForm({ [part.toLowerCase()]: 'https://example.com/a' }),
			`'Preview: ${part}' requires 'Preview: Custom' to be on`,
		]),
		[
			linkForm({ title: 'New', proxy: false }),
			"'Preview: Title' requires 'Preview: Custom' to be on",
		],
		[more({ image: 'no image' }), noPreview],
		[more({ image: 'example.com/a.png' }), noPreview],
		[more({ image: 'data:text/html;base64,AAAA' }), noPreview],
	],
	'link.createMany': [
		[{ links: '={{ [] }}' }, "'Links (JSON)' is empty. Enter at least one object."],
		[{ links: '[]' }, "'Links (JSON)' is empty. Enter at least one object."],
		[
			{ links: '[{' },
			"'Links (JSON)' is not valid JSON. Enter an array of objects, e.g. [{ ... }].",
		],
		[
			{ links: '[{ "url": "https://example.com" }, "https://example.com"]' },
			"'Links (JSON)' must be an array of objects. Entry 2 is not an object.",
		],
	],
	'link.delete': [
		...['bulk', 'info', '..', 'decoy/%2e%2e/victim'].map((id): [INodeParameters, string] => [
			{ linkId: id },
			noId('Link', id),
		]),
		[{ linkId: locator('url', 'https://') }, `${noShortLink('Link')}, not 'https://'`],
	],
	'link.deleteMany': [[{ linkIds: ' , ' }, emptyField('Link IDs')]],
	'link.update': [
		[{}, noChange],
		[update({ title: '' }), noChange],
		[update({ title: 'New' }, 'title'), setAndCleared('Preview: Title')],
		[
			update({
				geo: { countries: [{ country: 'de', url: 'https://example.com' }] },
				geoJson: '{ "US": "https://example.com" }',
			}),
			bothFilled('Geo Targeting'),
		],
		[update({ geoJson: '=[]' }), noObject('Geo Targeting (JSON)')],
		[
			update({ geoJson: '={"Germany": "https://example.com"}' }),
			noCountry('Germany', 'Geo Targeting (JSON)'),
		],
		[
			update({ testVariantsJson: '=[{"url": "https://example.com"' }),
			`'A/B Test Variants (JSON)' must be a JSON array, e.g. [{ "key": "value" }]`,
		],
		[
			update({ testVariantsJson: JSON.stringify([VARIANT, { ...VARIANT, percentage: 95 }]) }),
			"'Percentage' must be a number between 10 and 90",
		],
		[
			update({ tagNames: 'newsletter' }, 'tagIds'),
			"'Tag Names' replaces the tags, and 'Tags' is listed in 'Fields to Clear'. Remove one of them.",
		],
	],
	'link.upsert': [[{ url: ' ' }, emptyField('Destination URL')]],
	'partner.ban': [[{ partner: locator('tenantId', ' ') }, emptyLocator('Partner')]],
	'partner.create': [
		[{ email: 'ada' }, noEmail()],
		[more({ country: 'Germany' }), noCountry('Germany')],
		[more({ username: '_ada' }), noUsername],
		[more({ username: 'Ada Example' }), noUsername],
		[
			{ linkProps: { comments: 'a' }, linkPropsJson: '{ "title": "b" }' },
			bothFilled('Link Properties'),
		],
		[{ linkPropsJson: '={{ "[1]" }}' }, noObject('Link Properties (JSON)')],
		[
			{ linkPropsJson: '{ "url": "https://example.com" }' },
			"'Link Properties (JSON)' has the unknown field 'url'. Allowed are: testCompletedAt, testStartedAt, testVariants, android, archived, comments, expiredUrl, expiresAt, externalId, ios, rewrite, password, prefix, proxy, description, image, title, video, doIndex, tagNames, tagIds, tenantId.",
		],
		[{ linkProps: { expiredUrl: 'https://a.co' } }, "'Expiration URL' requires 'Expires At'"],
		[
			{ linkPropsJson: '{ "expiresAt": "soon" }' },
			"'Expires At' must be a date such as 2026-01-31 or 2026-01-31T10:30:00Z, not 'soon'",
		],
	],
	'partner.createLink': [
		[{ ...more({ key: 'ada' }), linkProps: { prefix: '/c/' } }, randomOnly('Prefix')],
		[{ linkProps: { tagIds: 'a', tagNames: 'b' } }, notTogether('Tag Names', 'Tags')],
		[{ linkPropsJson: JSON.stringify({ testVariants: [VARIANT] }) }, noVariants],
		[{ linkPropsJson: '{ not JSON' }, noObject('Link Properties (JSON)')],
	],
	'partner.get': [
		[{ partner: locator('email', 'nobody') }, noEmail('Partner')],
		[{ partner: locator('email', ' ') }, emptyLocator('Partner')],
	],
	'partner.getAll': [
		[filter({ country: 'US, Germany' }), noCountry('Germany')],
		[filter({ email: 'ada' }), noEmail()],
	],
	'partner.getAnalytics': [
		[{ interval: 'custom', start: '' }, emptyStart],
		[{ interval: 'custom', start: '2026-02-01', end: '2026-01-01' }, endBeforeStart],
		[{ options: { timezone: 'Berlin' } }, noTimeZone],
		[filter({ query: "metadata['a']:'1' OR metadata['b']:'2'" }), onlyAnd],
		[filter({ query: 'a'.repeat(10_001) }), "'Metadata (Text)' can have at most 10000 characters"],
	],
	'partner.upsertLink': [
		[{ ...more({ key: 'ada' }), linkProps: { prefix: '/c/' } }, randomOnly('Prefix')],
		[{ linkProps: { title: 'x' }, fieldsToClear: ['title'] }, setAndCleared('Preview: Title')],
		[
			{ linkPropsJson: '{ "title": "x" }', fieldsToClear: ['title'] },
			setAndCleared('Preview: Title'),
		],
	],
	'partnerApplication.approve': [[{ partnerId: 'pga_1' }, applicationId]],
	'partnerApplication.getAll': [[filter({ country: 'Germany' }), noCountry('Germany')]],
	'partnerApplication.reject': [
		[{ partnerId: 'pga_1' }, applicationId],
		[more({ flagForFraud: true }), "'Fraud Reason' is required when 'Flag for Fraud' is on"],
		[
			more({ flagForFraud: true, flagForFraudReason: '  ' }),
			"'Fraud Reason' is required when 'Flag for Fraud' is on",
		],
		[
			more({ flagForFraud: true, flagForFraudReason: 'x', reapplicationTimeframe: 'instant' }),
			"'Reapplication Timeframe' cannot be Instant when 'Flag for Fraud' is on. Choose Standard or Never.",
		],
	],
	'qrCode.get': [
		...[' ', '={{ $json.missing }}', '={{ null }}'].map((url): [INodeParameters, string] => [
			{ url },
			emptyLocator('URL'),
		]),
		[{ url: 'spring' }, "'URL' must be a URL such as https://example.com, not 'spring'"],
		[
			{ url: 'spring sale.com' },
			"'URL' must be a URL such as https://example.com, not 'spring sale.com'",
		],
		[{ options: { fgColor: 'red' } }, "'Foreground Color' must be a color such as #1A2B3C"],
	],
	'tag.update': [
		[{}, noChange],
		[update({ name: ' ', color: '' }), noChange],
		[{ tagId: '..', ...update({ color: 'red' }) }, noId('Tag', '..')],
	],
};

const cases = Object.entries(REFUSED).flatMap(([name, rows]) =>
	rows.map(([parameters, message]) => [name, parameters, message] as const),
);

it.each(cases)('%s refuses %j before sending a request', async (name, parameters, message) => {
	const [resource, operation] = name.split('.');
	expect(await service.refusal({ resource, operation, ...COMPLETE[name], ...parameters })).toBe(
		message,
	);
});
