import type { INodeProperties } from 'n8n-workflow';

/** An amount without a default, as 0 would be one. */
const amount: Pick<INodeProperties, 'type' | 'default' | 'placeholder'> = {
	type: 'number',
	default: '',
	placeholder: 'e.g. 4900',
};

/** An amount in US dollars. */
export const IN_US_CENTS = { ...amount, hint: 'In US cents: for $49.00, enter 4900' };

/** An amount that can be in another currency. */
export const IN_CENTS = {
	...amount,
	hint: 'For 49.00, enter 4900. For a currency without cents, such as JPY, enter the amount itself.',
};

/** An amount for people, e.g. `1,234.50 USD`. */
export function money(cents: unknown, currency: unknown): string {
	const amount = (Number(cents) / 100).toLocaleString('en-US', {
		minimumFractionDigits: 2,
		maximumFractionDigits: 2,
	});
	return `${amount} ${String(currency).toUpperCase()}`;
}
