import type { INodeProperties } from 'n8n-workflow';

/** What a rule knows about the field that it reads. */
export interface Field {
	/** As errors call it. */
	label: string;
	/** As the editor shows it. */
	property: INodeProperties;
	/** IANA name of the time zone of dates without an offset. */
	timezone: string;
}

/**
 * Reads a field in place of its type, for what the form cannot say. Not called for blank fields.
 *
 * @returns undefined or '' for a field that counts as empty
 * @throws UserError naming the label
 */
export type Rule = (raw: unknown, field: Field) => unknown;

/** By parameter name, also inside collections. A nested object replaces them within one collection. */
export interface Rules {
	[name: string]: Rule | Rules;
}
