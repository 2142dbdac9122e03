import { sends, type Contract } from './types.ts';

const COMMISSION = { id: 'cm_1', partner: { id: 'pn_1' }, customer: { id: 'cus_1' } };
const ACCEPTED = { success: true, message: 'The commission is being created.' };

function chosen(value: string) {
	return { __rl: true, mode: 'list', value };
}

export const commission: Contract = {
	rows: [
		sends('commission.create', 'custom, minimal', 'POST /commissions', {
			parameters: { partnerId: 'pn_1', amount: 2500 },
			response: ACCEPTED,
			body: { type: 'custom', partnerId: 'pn_1', amount: 2500 },
		}),
		sends('commission.create', 'custom, every field', 'POST /commissions', {
			parameters: {
				type: 'custom',
				partnerId: chosen('pn_1'),
				amount: -2500,
				additionalFields: { date: '2026-01-31T10:30:00', description: ' Paid twice ' },
			},
			response: ACCEPTED,
			body: {
				type: 'custom',
				partnerId: 'pn_1',
				amount: -2500,
				date: '2026-01-31T09:30:00.000Z',
				description: 'Paid twice',
			},
		}),
		sends('commission.create', 'lead, minimal', 'POST /commissions', {
			parameters: { type: 'lead', partnerId: 'pn_1', customerId: 'cus_1' },
			response: ACCEPTED,
			body: { type: 'lead', partnerId: 'pn_1', customerId: 'cus_1' },
		}),
		sends('commission.create', 'lead, every field', 'POST /commissions', {
			parameters: {
				type: 'lead',
				partnerId: 'pn_1',
				customer: {
					avatar: 'https://example.com/ada.png',
					country: 'gb',
					email: 'ada@example.com',
					externalId: 'user_42',
					name: 'Ada',
					stripeCustomerId: 'cus_stripe',
				},
				additionalFields: {
					leadEventDate: '2026-01-31',
					leadEventName: 'Demo',
					linkId: chosen('link_1'),
				},
			},
			response: ACCEPTED,
			body: {
				type: 'lead',
				partnerId: 'pn_1',
				customer: {
					avatar: 'https://example.com/ada.png',
					country: 'GB',
					email: 'ada@example.com',
					externalId: 'user_42',
					name: 'Ada',
					stripeCustomerId: 'cus_stripe',
				},
				leadEventDate: '2026-01-30T23:00:00.000Z',
				leadEventName: 'Demo',
				linkId: 'link_1',
			},
		}),
		sends('commission.create', 'lead, every newer field', 'POST /commissions', {
			parameters: {
				type: 'lead',
				partnerId: 'pn_1',
				customerId: 'cus_1',
				additionalFields: {
					leadEventDate: '2026-01-31T10:30:00Z',
					leadEventName: 'Demo',
					metadata: { entries: [{ key: 'room', value: 'A' }] },
				},
			},
			response: ACCEPTED,
			body: {
				type: 'lead',
				partnerId: 'pn_1',
				customerId: 'cus_1',
				leadEventDate: '2026-01-31T10:30:00.000Z',
				leadEventName: 'Demo',
				date: '2026-01-31T10:30:00.000Z',
				lead: { eventName: 'Demo', metadata: { room: 'A' } },
			},
		}),
		sends('commission.create', 'sale, minimal', 'POST /commissions', {
			parameters: {
				type: 'sale',
				partnerId: 'pn_1',
				customerId: chosen('cus_1'),
				saleAmount: 9900,
			},
			response: ACCEPTED,
			body: { type: 'sale', partnerId: 'pn_1', customerId: 'cus_1', saleAmount: 9900 },
		}),
		sends('commission.create', 'sale, every field', 'POST /commissions', {
			parameters: {
				type: 'sale',
				partnerId: 'pn_1',
				customerJson: { externalId: 42, country: 'DE' },
				saleAmount: 9900,
				additionalFields: {
					invoiceId: 'in_1',
					linkId: 'link_1',
					productId: 'prod_1',
					saleEventDate: '2026-01-31T10:30:00Z',
				},
			},
			response: ACCEPTED,
			body: {
				type: 'sale',
				partnerId: 'pn_1',
				customer: { externalId: '42', country: 'DE' },
				saleAmount: 9900,
				invoiceId: 'in_1',
				linkId: 'link_1',
				productId: 'prod_1',
				saleEventDate: '2026-01-31T10:30:00.000Z',
			},
		}),
		sends('commission.create', 'sale, one newer field', 'POST /commissions', {
			parameters: {
				type: 'sale',
				partnerId: 'pn_1',
				customerId: 'cus_1',
				saleAmount: 9900,
				additionalFields: { paymentProcessor: 'lemonsqueezy' },
			},
			response: ACCEPTED,
			body: {
				type: 'sale',
				partnerId: 'pn_1',
				customerId: 'cus_1',
				sale: { amount: 9900, paymentProcessor: 'lemonsqueezy' },
			},
		}),
		sends('commission.create', 'sale, every newer field', 'POST /commissions', {
			parameters: {
				type: 'sale',
				partnerId: 'pn_1',
				customerId: 'cus_1',
				saleAmount: 9900,
				additionalFields: {
					currency: 'EUR',
					invoiceId: 'in_1',
					linkId: 'link_1',
					metadataJson: { plan: 'pro', seats: 5 },
					paymentProcessor: 'stripe',
					productId: 'prod_1',
					saleEventDate: '2026-01-31T10:30:00Z',
					saleEventName: 'Invoice paid',
				},
			},
			response: ACCEPTED,
			body: {
				type: 'sale',
				partnerId: 'pn_1',
				customerId: 'cus_1',
				linkId: 'link_1',
				date: '2026-01-31T10:30:00.000Z',
				sale: {
					amount: 9900,
					currency: 'eur',
					eventName: 'Invoice paid',
					invoiceId: 'in_1',
					metadata: { productId: 'prod_1', plan: 'pro', seats: 5 },
					paymentProcessor: 'stripe',
				},
			},
		}),
		sends('commission.create', 'sale, imported from Stripe', 'POST /commissions', {
			parameters: {
				type: 'sale',
				partnerId: 'pn_1',
				customerId: 'cus_1',
				importStripeInvoices: true,
				additionalFields: {
					invoiceId: 'in_1',
					linkId: 'link_1',
					productId: 'prod_1',
					saleEventDate: '2026-01-31T10:30:00Z',
				},
			},
			response: ACCEPTED,
			body: {
				type: 'sale',
				partnerId: 'pn_1',
				customerId: 'cus_1',
				importStripeInvoices: true,
				linkId: 'link_1',
			},
		}),
		sends('commission.get', 'minimal', 'GET /commissions', {
			parameters: { commissionId: 'cm_2' },
			response: [COMMISSION],
			secondResponse: [{ ...COMMISSION, id: 'cm_2' }],
			query: { type: 'click,custom,lead,referral,sale', startingAfter: 'cm_2', pageSize: '1' },
		}),
		sends('commission.get', 'every field', 'GET /commissions', {
			parameters: { commissionId: chosen('cm_1'), simple: false },
			response: [],
			secondResponse: [COMMISSION],
			query: { type: 'click,custom,lead,referral,sale', startingAfter: 'cm_1', pageSize: '1' },
		}),
		sends('commission.getAll', 'minimal', 'GET /commissions', {
			parameters: {},
			response: [COMMISSION],
			query: { pageSize: '50' },
		}),
		sends('commission.getAll', 'a period, in the time zone of the workflow', 'GET /commissions', {
			parameters: { returnAll: true, filters: { interval: 'qtd' } },
			response: [COMMISSION],
			query: { pageSize: '100', interval: 'qtd', timezone: 'Europe/Berlin' },
		}),
		sends('commission.getAll', 'every field', 'GET /commissions', {
			parameters: {
				returnAll: true,
				filters: {
					customerId: chosen('cus_1'),
					groupId: 'grp_1, grp_2',
					interval: 'qtd',
					partnerId: chosen('pn_1'),
					partnerTagId: 'ptag_1',
					payoutId: 'po_1',
					query: "metadata['plan']:'pro'",
					status: 'hold',
					tenantId: 'user_42',
					timezone: 'Europe/Berlin',
					type: ['sale', 'lead'],
				},
				options: { sortBy: 'createdAt', sortOrder: 'asc' },
			},
			response: [COMMISSION],
			query: {
				pageSize: '100',
				customerId: 'cus_1',
				groupId: 'grp_1,grp_2',
				interval: 'qtd',
				partnerId: 'pn_1',
				partnerTagId: 'ptag_1',
				payoutId: 'po_1',
				query: "metadata['plan']:'pro'",
				status: 'hold',
				tenantId: 'user_42',
				timezone: 'Europe/Berlin',
				type: 'sale,lead',
				sortBy: 'createdAt',
				sortOrder: 'asc',
			},
		}),
		sends('commission.getAll', 'date range with exclusions, sorted by amount', 'GET /commissions', {
			parameters: {
				filters: { start: '2026-01-05', end: '2026-01-31' },
				exclude: {
					groupId: 'grp_1',
					partnerId: 'pn_1, pn_2',
					partnerTagId: '-ptag_1',
					type: ['click'],
				},
				options: { sortBy: 'amount' },
			},
			response: [],
			query: {
				page: '1',
				pageSize: '100',
				start: '2026-01-04T23:00:00.000Z',
				end: '2026-01-31T22:59:59.999Z',
				groupId: '-grp_1',
				partnerId: '-pn_1,pn_2',
				partnerTagId: '-ptag_1',
				type: '-click',
				sortBy: 'amount',
			},
		}),
		sends('commission.getAll', 'by invoice', 'GET /commissions', {
			parameters: { filters: { invoiceId: 'in_1' } },
			response: [COMMISSION],
			query: { pageSize: '50', invoiceId: 'in_1' },
		}),
		sends('commission.update', 'minimal', 'PATCH /commissions/cm_1', {
			parameters: { commissionId: 'cm_1', updateFields: { status: 'refunded' } },
			response: COMMISSION,
			body: { status: 'refunded' },
		}),
		sends('commission.update', 'every field', 'PATCH /commissions/cm_1', {
			parameters: {
				commissionId: chosen('cm_1'),
				updateFields: { currency: 'EUR', earnings: 0, saleAmount: 9900, status: 'pending' },
			},
			response: COMMISSION,
			body: { currency: 'eur', earnings: 0, saleAmount: 9900, status: 'pending' },
		}),
		sends('commission.update', 'relative change of the sale amount', 'PATCH /commissions/cm_1', {
			parameters: { commissionId: 'cm_1', updateFields: { modifySaleAmount: -500 } },
			response: COMMISSION,
			body: { modifySaleAmount: -500 },
		}),
		sends('commission.updateMany', 'minimal', 'PATCH /commissions/bulk', {
			parameters: { commissionIds: 'cm_1, cm_2,cm_1', status: 'duplicate' },
			response: [
				{ id: 'cm_1', status: 'duplicate' },
				{ id: 'cm_2', status: 'duplicate' },
			],
			body: { commissionIds: ['cm_1', 'cm_2'], status: 'duplicate' },
		}),
		sends('commission.updateMany', 'every field', 'PATCH /commissions/bulk', {
			parameters: { commissionIds: '={{ ["cm_1", "cm_2"] }}', status: 'fraud' },
			response: [],
			body: { commissionIds: ['cm_1', 'cm_2'], status: 'fraud' },
		}),
	],
	parameters: {
		create: [
			...['type', 'partnerId', 'amount', 'date', 'description', 'customerId', 'customer'],
			...['customerJson', 'externalId', 'country', 'email', 'name', 'avatar', 'stripeCustomerId'],
			...['linkId', 'leadEventDate', 'leadEventName', 'importStripeInvoices', 'saleAmount'],
			...['saleEventDate', 'invoiceId', 'productId', 'currency', 'saleEventName'],
			...['paymentProcessor', 'metadata', 'metadataJson'],
		],
		get: ['commissionId', 'simple'],
		getAll: [
			...['type', 'customerId', 'payoutId', 'partnerId', 'tenantId', 'groupId', 'partnerTagId'],
			...['invoiceId', 'status', 'sortBy', 'sortOrder', 'interval', 'start', 'end', 'timezone'],
			...['query', 'returnAll', 'limit', 'simple'],
		],
		update: [
			...['commissionId', 'earnings', 'saleAmount', 'modifySaleAmount', 'currency', 'status'],
			'simple',
		],
		updateMany: ['commissionIds', 'status'],
	},
	deprecated: { getAll: ['page'], update: ['amount', 'modifyAmount'] },
};
