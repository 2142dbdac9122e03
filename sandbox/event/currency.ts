/** US cents for one major unit of a currency. Fictional but plausible, fixed rates. */
const CENTS_PER_UNIT: Record<string, number> = {
	usd: 100,
	eur: 110,
	gbp: 128,
	chf: 115,
	cad: 73,
	aud: 66,
	inr: 1.2,
	jpy: 0.67,
};

const WITHOUT_MINOR_UNIT = ['jpy'];

/** Converts an amount in minor units to US cents. Keeps it as it is if there is no exchange rate. */
export function toUsDollars(
	amount: number,
	currency: string,
): { amount: number; currency: string } {
	const name = currency.toLowerCase();
	const rate = CENTS_PER_UNIT[name];
	if (rate === undefined) return { amount, currency: name };
	const units = WITHOUT_MINOR_UNIT.includes(name) ? amount : amount / 100;
	return { amount: Math.round(units * rate), currency: 'usd' };
}
