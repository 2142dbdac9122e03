import type { Trigger } from '../http/publisher.ts';

/**
 * The `data` of a test event. As in the service, these are fixed objects of an older shape: IDs without a prefix, no
 * `conversions`, and nothing that marks them as tests.
 */
export function testDataOf(trigger: Trigger): unknown {
	return TEST_DATA[trigger];
}

const LINK = {
	id: 'cm0lcuvtz000xcutmqw4a7wi3',
	domain: 'go.example.com',
	key: 'uxOrVAZ',
	url: 'https://www.example.com/sample',
	trackConversion: true,
	externalId: null,
	tenantId: null,
	programId: null,
	partnerId: null,
	archived: false,
	expiresAt: null,
	expiredUrl: null,
	password: null,
	proxy: false,
	title: 'Sample',
	description: null,
	image: null,
	video: null,
	rewrite: false,
	doIndex: false,
	ios: null,
	android: null,
	geo: null,
	publicStats: false,
	tags: [{ id: 'cm0le85en0001cutm9kgi3p6t', name: 'Sample', color: 'blue' }],
	comments: null,
	shortLink: 'https://go.example.com/uxOrVAZ',
	qrCode: 'https://api.dub.co/qr?url=https://go.example.com/uxOrVAZ?qr=1',
	utm_source: null,
	utm_medium: null,
	utm_campaign: null,
	utm_term: null,
	utm_content: null,
	userId: 'cm022rkcw0000ikt14mscg9sg',
	workspaceId: 'ws_cm022sis60003ikt1syy7kfhl',
	clicks: 10,
	leads: 5,
	sales: 2,
	saleAmount: 2000,
	lastClicked: '2024-09-05T10:00:00.000Z',
	createdAt: '2024-09-01T09:00:00.000Z',
	updatedAt: '2024-09-05T10:00:00.000Z',
	tagId: 'cm0le85en0001cutm9kgi3p6t',
	projectId: 'ws_cm022sis60003ikt1syy7kfhl',
};

const CLICK = {
	id: 'd0UtZqE0BZuBPrJS',
	timestamp: '2024-09-05T10:00:00.000Z',
	url: 'https://www.example.com/sample',
	country: 'US',
	city: 'San Francisco',
	region: 'CA',
	continent: 'NA',
	device: 'Desktop',
	browser: 'Chrome',
	os: 'Mac OS',
	referer: '(direct)',
	refererUrl: '(direct)',
	qr: false,
	ip: '192.0.2.10',
};

const CUSTOMER = {
	id: 'cm25onzuv0001s1bbxchrc0ae',
	name: 'Sam Sample',
	email: 'sam@customers.example.net',
	avatar: null,
	externalId: 'sample-customer',
	createdAt: '2024-09-05T10:01:00.000Z',
};

const LEAD = { eventName: 'Sign up', click: CLICK, link: LINK, customer: CUSTOMER };

const PARTNER = {
	id: 'pn_sample',
	name: 'Pat Partner',
	email: 'pat@partners.example.net',
	image: null,
	country: 'US',
};

const ENROLLED_PARTNER = {
	...PARTNER,
	programId: 'prog_sample',
	partnerId: PARTNER.id,
	tenantId: null,
	createdAt: '2024-09-01T09:00:00.000Z',
	status: 'approved',
	links: null,
};

const BOUNTY = {
	id: 'bnty_sample',
	name: 'Write about us',
	description: null,
	type: 'submission',
	startsAt: '2024-09-01T00:00:00.000Z',
	endsAt: null,
	rewardAmount: 10_000,
	rewardDescription: null,
};

const DISCOUNT_CODE = {
	id: 'dcode_sample',
	code: 'SAMPLE20',
	partnerId: PARTNER.id,
	linkId: LINK.id,
	discount: {
		id: 'disc_sample',
		amount: 20,
		type: 'percentage',
		maxDuration: 12,
		provider: 'stripe',
	},
};

const TEST_DATA: Record<Trigger, unknown> = {
	'link.created': LINK,
	'link.updated': LINK,
	'link.deleted': LINK,
	'link.clicked': { click: CLICK, link: LINK },
	'lead.created': LEAD,
	'sale.created': {
		...LEAD,
		eventName: 'Purchase',
		sale: { amount: 4900, currency: 'usd', paymentProcessor: 'stripe', invoiceId: 'in_sample' },
	},
	'partner.application_submitted': {
		id: 'pga_sample',
		createdAt: '2024-09-01T09:00:00.000Z',
		partner: { ...PARTNER, status: 'pending' },
		applicationFormData: [{ label: 'Where will you promote us?', value: 'In my newsletter' }],
	},
	'partner.enrolled': ENROLLED_PARTNER,
	'partner.merged': {
		sourcePartner: { id: 'pn_source', tenantId: null, email: 'old@partners.example.net' },
		targetPartner: { id: PARTNER.id, tenantId: null, email: PARTNER.email },
		targetAlreadyEnrolled: false,
	},
	'commission.created': {
		id: 'cm_sample',
		type: 'sale',
		amount: 4900,
		earnings: 490,
		currency: 'usd',
		status: 'pending',
		invoiceId: 'in_sample',
		quantity: 1,
		metadata: null,
		createdAt: '2024-09-05T10:05:00.000Z',
		updatedAt: '2024-09-05T10:05:00.000Z',
		partner: PARTNER,
		customer: CUSTOMER,
	},
	'bounty.created': BOUNTY,
	'bounty.updated': BOUNTY,
	'payout.confirmed': {
		id: 'po_sample',
		invoiceId: 'inv_sample',
		amount: 49_000,
		currency: 'usd',
		status: 'processing',
		description: null,
		periodStart: '2024-08-01T00:00:00.000Z',
		periodEnd: '2024-08-31T23:59:59.000Z',
		createdAt: '2024-09-01T09:00:00.000Z',
		paidAt: null,
		mode: 'external',
		partner: { ...PARTNER, tenantId: null, status: 'approved' },
	},
	'discount_code.created': DISCOUNT_CODE,
	'discount_code.deleted': DISCOUNT_CODE,
};
