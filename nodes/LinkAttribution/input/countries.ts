/** ISO 3166-1 alpha-2, and XK for Kosovo, which the service stores as well. */
const CODES =
	'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

const countries = new Set(CODES.split(' '));

/** Codes that people use for a country beside its own. */
const COMMON_MISTAKES: Record<string, string> = { EL: 'GR', EN: 'GB', UK: 'GB' };

export function isCountry(code: string): boolean {
	return countries.has(code);
}

/** Follows the message about an unknown code: the one that was probably meant. */
export function adviceOnCountry(code: string): string {
	const meant = COMMON_MISTAKES[code];
	return meant ? `. Use ${meant}.` : '';
}

/** By name, for a menu. */
export function countryOptions(): Array<{ name: string; value: string }> {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	return [...countries]
		.map((value) => ({ name: names.of(value) ?? value, value }))
		.sort((a, b) => a.name.localeCompare(b.name));
}
