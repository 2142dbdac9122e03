import { UserError } from 'n8n-workflow';
import { toList } from '../input/lists';

/**
 * What the service's filters for several values take: `a,b`, or with a minus sign in front `-a,b` for all others.
 *
 * @param entryOf checks an entry, and gives it as the service writes it
 * @returns undefined when there is no entry
 */
export function multiValue(
	value: unknown,
	label: string,
	entryOf: (entry: string) => string = (entry) => entry,
): string | undefined {
	const [first = '', ...others] = toList(value, label);
	const minus = first.startsWith('-') ? '-' : '';
	const entries = toList([first.slice(minus.length), ...others], label).map(entryOf);
	return entries.length === 0 ? undefined : minus + entries.join(',');
}

/**
 * What a filter takes of the two collections 'Filters' and 'Exclude'.
 *
 * @param wanted, unwanted as `multiValue` gives them
 * @throws UserError when the field is in both
 */
export function wantedOrNot(
	label: string,
	wanted: string | undefined,
	unwanted: string | undefined,
): string | undefined {
	if (wanted && unwanted) {
		throw new UserError(`'${label}' can be in 'Filters' or in 'Exclude', not in both.`);
	}
	return unwanted ? `-${unwanted.replace(/^-/, '')}` : wanted;
}
