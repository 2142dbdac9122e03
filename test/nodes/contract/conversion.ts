import { sends, type Contract } from './types.ts';

const LEAD = { click: { id: 'click1' }, link: { id: 'link_1' }, customer: { name: null } };
const SALE = { eventName: 'Purchase', customer: { id: 'cus_1' }, sale: { amount: 100 } };
const OPEN = { clickId: 'click1', link: { id: 'link_1' } };

const customer = {
	customerAvatar: 'https://example.com/avatar.png',
	customerEmail: 'name@email.com',
	customerName: 'Nathan Smith',
};

export const conversion: Contract = {
	rows: [
		sends('conversion.trackLead', 'minimal', 'POST /track/lead', {
			parameters: { clickId: 'click1', eventName: 'Sign up', customerExternalId: 'user_42' },
			body: { clickId: 'click1', eventName: 'Sign up', customerExternalId: 'user_42' },
			response: LEAD,
		}),
		sends('conversion.trackLead', 'every field', 'POST /track/lead', {
			parameters: {
				clickId: ' click1 ',
				eventName: 'Sign up',
				customerExternalId: '=42',
				additionalFields: {
					...customer,
					eventQuantity: '=5',
					metadata: {
						entries: [
							{ key: 'plan', value: 'pro' },
							{ key: '', value: '' },
						],
					},
					mode: 'wait',
				},
			},
			body: {
				...customer,
				clickId: 'click1',
				eventName: 'Sign up',
				customerExternalId: '42',
				eventQuantity: 5,
				metadata: { plan: 'pro' },
				mode: 'wait',
			},
			response: LEAD,
		}),
		sends('conversion.trackLead', 'deferred, without a click', 'POST /track/lead', {
			parameters: {
				eventName: 'Sign up',
				customerExternalId: 'user_42',
				additionalFields: { mode: 'deferred', metadataJson: '{ "plan": "pro", "seats": 5 }' },
			},
			body: {
				clickId: '',
				eventName: 'Sign up',
				customerExternalId: 'user_42',
				mode: 'deferred',
				metadata: { plan: 'pro', seats: 5 },
			},
			response: LEAD,
		}),
		sends('conversion.trackSale', 'minimal', 'POST /track/sale', {
			parameters: { customerExternalId: 'user_42', amount: 100 },
			body: { customerExternalId: 'user_42', amount: 100 },
			response: SALE,
		}),
		sends('conversion.trackSale', 'every field', 'POST /track/sale', {
			parameters: {
				customerExternalId: 'user_42',
				amount: '={{ "4200" }}',
				additionalFields: {
					...customer,
					clickId: 'click1',
					currency: 'EUR',
					eventName: 'Subscription',
					invoiceId: 'inv_1',
					leadEventName: 'Sign up',
					metadataJson: '={{ ({ plan: "pro" }) }}',
					paymentProcessor: 'lemonsqueezy',
				},
			},
			body: {
				...customer,
				customerExternalId: 'user_42',
				amount: 4200,
				clickId: 'click1',
				currency: 'eur',
				eventName: 'Subscription',
				invoiceId: 'inv_1',
				leadEventName: 'Sign up',
				metadata: { plan: 'pro' },
				paymentProcessor: 'lemonsqueezy',
			},
			response: SALE,
		}),
		sends('conversion.trackOpen', 'minimal', 'POST /track/open', {
			parameters: { dubDomain: 'go.example.com' },
			body: { dubDomain: 'go.example.com' },
			response: OPEN,
		}),
		sends('conversion.trackOpen', 'every field', 'POST /track/open', {
			parameters: { deepLink: 'https://go.example.com/summer', dubDomain: 'go.example.com' },
			body: { deepLink: 'https://go.example.com/summer', dubDomain: 'go.example.com' },
			response: OPEN,
		}),
	],
	parameters: {
		trackLead: [
			...['clickId', 'eventName', 'customerExternalId', 'customerName', 'customerEmail'],
			...['customerAvatar', 'mode', 'eventQuantity', 'metadata', 'metadataJson'],
		],
		trackOpen: ['deepLink', 'dubDomain'],
		trackSale: [
			...['customerExternalId', 'amount', 'currency', 'eventName', 'paymentProcessor'],
			...['invoiceId', 'metadata', 'metadataJson', 'leadEventName', 'clickId'],
			...['customerName', 'customerEmail', 'customerAvatar'],
		],
	},
	deprecated: { trackLead: ['externalId', 'customerId'], trackSale: ['externalId', 'customerId'] },
};
