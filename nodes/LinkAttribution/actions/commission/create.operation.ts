import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, filledText, flag, shortText } from '../../helpers/check';
import { countryCode } from '../../helpers/country';
import { toInstant } from '../../helpers/dates';
import { given } from '../../helpers/given';
import { formOrJson, toObject } from '../../helpers/json';
import { labelOf } from '../../helpers/labels';
import { readLocator, requiredText } from '../../helpers/locator';
import { wholeNumber } from '../../helpers/number';
import { apiRequest } from '../../transport/request';
import { chosenLink } from '../link/chosenLink';
import { createForm } from './createForm';
import { signedCents } from './signedCents';

export const description = updateDisplayOptions(
	{ show: { resource: ['commission'], operation: ['create'] } },
	createForm,
);

type Type = 'custom' | 'lead' | 'sale';

/** What of Additional Fields each type has. */
const FIELDS: Record<Type, string[]> = {
	custom: ['date', 'description'],
	lead: ['leadEventDate', 'leadEventName', 'linkId'],
	sale: ['invoiceId', 'linkId', 'productId', 'saleEventDate'],
};

const DATES = { date: 'Date', leadEventDate: 'Lead Event Date', saleEventDate: 'Sale Event Date' };

const kind = z.object({
	type: z.enum(['custom', 'lead', 'sale'], { message: 'must be custom, lead or sale' }),
});

const texts = z
	.object({
		description: shortText(190),
		invoiceId: shortText(255),
		leadEventName: shortText(255),
		productId: shortText(255),
	})
	.partial()
	.passthrough();

const customAmount = z.object({
	amount: signedCents.refine((amount) => amount !== 0, 'must not be 0'),
});

const importing = z.object({ importStripeInvoices: flag });

const sale = z.object({ saleAmount: wholeNumber(1) });

const newCustomer = z.object({
	customer: z.strictObject(
		{
			externalId: filledText(100),
			country: z.unknown().transform((code) => countryCode(code ?? '', 'Country')),
			email: shortText(190).pipe(z.string().email('must be an email address')).optional(),
			name: shortText(255).optional(),
			avatar: shortText(32_000).optional(),
			stripeCustomerId: shortText(255).optional(),
		},
		'takes externalId, country, email, name, avatar and stripeCustomerId only',
	),
});

const CUSTOMER_LABELS = { avatar: 'Avatar URL', customer: 'New Customer' };

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { type } = check(kind, { type: this.getNodeParameter('type', itemIndex) });
	const { text: partnerId } = requiredText(
		this.getNodeParameter('partnerId', itemIndex),
		'Partner',
	);
	const body =
		type === 'custom'
			? customBody.call(this, itemIndex)
			: { ...customerBody.call(this, itemIndex), ...saleBody.call(this, itemIndex, type) };
	const fields = await additionalBody.call(this, itemIndex, type);
	if (Number(body.amount) < 0 && !fields.description) {
		throw new UserError("'Description' is required for a negative amount. Say what it is for.");
	}
	const answer = (await apiRequest.call(this, {
		method: 'POST',
		path: '/commissions',
		body: { type, partnerId, ...body, ...fields },
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
	return {
		...answer,
		note: 'Accepted, but not created yet: the service does that in the background and gives no ID. Find it with Commission: Get Many.',
	};
}

function customBody(this: IExecuteFunctions, itemIndex: number): IDataObject {
	return check(customAmount, { amount: this.getNodeParameter('amount', itemIndex) });
}

function saleBody(this: IExecuteFunctions, itemIndex: number, type: Type): IDataObject {
	if (type !== 'sale') return {};
	const { importStripeInvoices } = check(importing, {
		importStripeInvoices: this.getNodeParameter('importStripeInvoices', itemIndex),
	});
	if (importStripeInvoices) return { importStripeInvoices };
	return check(sale, { saleAmount: this.getNodeParameter('saleAmount', itemIndex, null) });
}

/** `{ customerId }` or `{ customer }`. */
function customerBody(this: IExecuteFunctions, itemIndex: number): IDataObject {
	const customerId = readLocator(this.getNodeParameter('customerId', itemIndex), 'Customer').text;
	const customer = formOrJson(
		'New Customer',
		given(this.getNodeParameter('customer', itemIndex) as IDataObject),
		this.getNodeParameter('customerJson', itemIndex),
		toObject,
	);
	if (customerId && customer) {
		throw new UserError("'Customer' and 'New Customer' are both given. Use one of them.");
	}
	if (customerId) return { customerId };
	if (customer) return check(newCustomer, { customer: given(customer) }, CUSTOMER_LABELS);
	throw new UserError(
		"'Customer' is empty. Choose one from the list, give its ID, or fill in 'New Customer'.",
	);
}

async function additionalBody(
	this: IExecuteFunctions,
	itemIndex: number,
	type: Type,
): Promise<IDataObject> {
	const { linkId, ...fields } = this.getNodeParameter('additionalFields', itemIndex);
	const body = given({ ...fields, linkId: readLocator(linkId, 'Link').text });
	const foreign = Object.keys(body).find((name) => !FIELDS[type].includes(name));
	if (foreign !== undefined) {
		throw new UserError(
			`'${labelOf([foreign], createForm)}' is not for commissions of the type ${type}. Leave it out.`,
		);
	}
	for (const [name, label] of Object.entries(DATES)) {
		if (name in body) body[name] = toInstant(body[name], label, this.getTimezone()).toISOString();
	}
	const checked = check(texts, body) as IDataObject;
	return 'linkId' in body ? { ...checked, linkId: await chosenLink.call(this, linkId) } : checked;
}
