import { shortText } from './check';

/** Conditions on the metadata of leads and sales, which the service joins with AND even when they say OR. */
export const metadataQuery = shortText(10_000).refine(
	(query) => !/\sOR\s+metadata\[/i.test(query),
	'joins conditions with AND only, and the service reads OR as AND. Ask for each alternative by itself.',
);
