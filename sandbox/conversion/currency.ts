/** Minor units of US dollars that one major unit of a currency is worth; made up, but plausible and always the same. */
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

/** An amount in minor units, in US cents. Of a currency that the service has no rate for it stays as it is. */
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
