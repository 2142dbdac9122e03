import type { Contract, ContractRow } from './types';

type Part = Pick<ContractRow, 'title' | 'parameters' | 'body'>;

function lead(part: Part): ContractRow {
	return {
		...part,
		resource: 'conversion',
		operation: 'trackLead',
		response: { click: { id: 'click1' }, link: { id: 'link_1' }, customer: { name: null } },
		method: 'POST',
		path: '/track/lead',
	};
}

function sale(part: Part): ContractRow {
	return {
		...part,
		resource: 'conversion',
		operation: 'trackSale',
		response: { eventName: 'Purchase', customer: { id: 'cus_1' }, sale: { amount: 100 } },
		method: 'POST',
		path: '/track/sale',
	};
}

function open(part: Part): ContractRow {
	return {
		...part,
		resource: 'conversion',
		operation: 'trackOpen',
		response: { clickId: 'click1', link: { id: 'link_1' } },
		method: 'POST',
		path: '/track/open',
	};
}

const customer = {
	customerAvatar: 'https://example.com/avatar.png',
	customerEmail: 'name@email.com',
	customerName: 'Nathan Smith',
};

export const conversion: Contract = {
	rows: [
		lead({
			title: 'minimal',
			parameters: { clickId: 'click1', eventName: 'Sign up', customerExternalId: 'user_42' },
			body: { clickId: 'click1', eventName: 'Sign up', customerExternalId: 'user_42' },
		}),
		lead({
			title: 'every field',
			parameters: {
				clickId: ' click1 ',
				eventName: 'Sign up',
				customerExternalId: '=42',
				additionalFields: {
					...customer,
					eventQuantity: '=5',
					metadata: { entries: [{ key: 'plan', value: 'pro' }] },
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
		}),
		lead({
			title: 'deferred, without a click',
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
		}),
		sale({
			title: 'minimal',
			parameters: { customerExternalId: 'user_42', amount: 100 },
			body: { customerExternalId: 'user_42', amount: 100 },
		}),
		sale({
			title: 'every field',
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
		}),
		open({
			title: 'minimal',
			parameters: { dubDomain: 'go.example.com' },
			body: { dubDomain: 'go.example.com' },
		}),
		open({
			title: 'every field',
			parameters: { deepLink: 'https://go.example.com/summer', dubDomain: 'go.example.com' },
			body: { deepLink: 'https://go.example.com/summer', dubDomain: 'go.example.com' },
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
