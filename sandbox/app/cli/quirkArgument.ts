import { CONTRACT_QUIRKS, type Quirks } from '../../http/quirks.ts';
import { UsageError } from './values.ts';

/** The values each quirk accepts on the command line; 'count' is a whole number, 0 or more. */
const CHOICES: { [Name in keyof Quirks]: readonly Quirks[Name][] | 'count' } = {
	retryAfter: ['seconds', 'epochMilliseconds'],
	rateLimitReset: ['epochSeconds', 'epochMilliseconds'],
	rateLimitHeaders: ['always', 'asReal', 'never'],
	malformedStatus: [400, 422],
	eventWindow: ['days', 'instant'],
	eventTimestamp: ['javascript', 'iso'],
	defaultInterval: ['24h', '30d'],
	deprecatedEventFields: [true, false],
	bulkDeleteOver100: ['refuse', 'accept'],
	countLimitCode: ['forbidden', 'exceeded_limit'],
	embedTokenStatus: [200, 201],
	eventDelay: 'count',
	eventCopies: [1, 2],
	clickDelivery: ['immediate', 'batched'],
	banDelay: 'count',
	banCancels: ['all', 'unpaid'],
	discountDeletedEvent: ['disccount.deleted', 'discount_code.deleted'],
	freePlanEvents: [403, 429],
	foreignLinkStatus: [401, 404],
	webhookScopes: [true, false],
	deliveryLog: [true, false],
	accessTokenLifetime: 'count',
};

/** One `name=values (default)` line for each quirk. */
export function quirkHelp(): string[] {
	return names().map((name) => `${name}=${choicesText(name)} (${String(CONTRACT_QUIRKS[name])})`);
}

/** Reads `name=value`, for example `retryAfter=epochMilliseconds`. */
export function parseQuirk(text: string): Partial<Quirks> {
	const [, name, value] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
	if (!isName(name)) {
		throw new UsageError(`Unknown quirk "${name}". Quirks: ${names().join(', ')}.`);
	}
	const choices = CHOICES[name];
	const parsed =
		choices === 'count' ? wholeNumber(value) : choices.find((choice) => String(choice) === value);
	if (parsed === undefined) {
		throw new UsageError(`--quirk ${name} must be ${choicesText(name)}, not "${value}".`);
	}
	return { [name]: parsed };
}

function wholeNumber(text: string): number | undefined {
	return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function choicesText(name: keyof Quirks): string {
	const choices = CHOICES[name];
	return choices === 'count' ? 'a whole number' : choices.map(String).join('|');
}

function names(): (keyof Quirks)[] {
	return Object.keys(CHOICES) as (keyof Quirks)[];
}

function isName(name: string): name is keyof Quirks {
	return Object.hasOwn(CHOICES, name);
}
