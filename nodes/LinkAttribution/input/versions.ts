import type { INode, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { labelOf } from './labels';

/*
 * Saved nodes keep the version that they were created with, so what would change them is only in version 1.1. A field with
 * another default, label, or type is there twice, once for each version. The trigger has the fields of version 1.
 */

const SINCE_1_1 = [{ _cnd: { gte: 1.1 } }];
const UNTIL_1_1 = [1];

export function isSince1_1({ typeVersion }: Pick<INode, 'typeVersion'>): boolean {
	return typeVersion >= 1.1;
}

/** Whether the nodes of a version have a field. */
export function hasField(typeVersion: number, { displayOptions }: INodeProperties): boolean {
	const versions = displayOptions?.show?.['@version'];
	return (
		versions === undefined || versions.some((one) => one === 1) !== isSince1_1({ typeVersion })
	);
}

/** The fields that nodes of a version have, also inside collections. */
export function fieldsOf(typeVersion: number, fields: INodeProperties[]): INodeProperties[] {
	return fields
		.filter((field) => hasField(typeVersion, field))
		.map((field) => {
			if (field.type === 'collection') {
				return { ...field, options: fieldsOf(typeVersion, field.options as INodeProperties[]) };
			}
			if (field.type !== 'fixedCollection') return field;
			const groups = field.options as INodePropertyCollection[];
			const options = groups.map((group) => ({
				...group,
				values: fieldsOf(typeVersion, group.values),
			}));
			return { ...field, options };
		});
}

/** What the editor calls a field in a node of this version. */
export function labelIn({ typeVersion }: INode, name: string, fields: INodeProperties[]): string {
	return labelOf([name], fieldsOf(typeVersion, fields)) ?? name;
}

/** A field that new nodes have. */
export function since1_1(field: INodeProperties): INodeProperties {
	return forVersions(SINCE_1_1, field);
}

/** A field that only nodes of version 1 have. */
export function until1_1(field: INodeProperties): INodeProperties {
	return forVersions(UNTIL_1_1, field);
}

function forVersions(
	versions: NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>['@version'],
	{ displayOptions, ...field }: INodeProperties,
): INodeProperties {
	const show = { ...displayOptions?.show, '@version': versions };
	return { ...field, displayOptions: { ...displayOptions, show } };
}

/** A field that differs in new nodes. */
export function changed(field: INodeProperties, changes: Partial<INodeProperties>) {
	return [until1_1(field), since1_1({ ...field, ...changes })];
}

/** A field that new nodes leave empty until a person fills it in. */
export function emptyAtFirst(field: INodeProperties): INodeProperties[] {
	return changed(field, { default: '' });
}

/**
 * Amounts, also those inside collections, with their unit in the label and without a default in new nodes.
 *
 * @param fields all those of an operation
 * @param inCurrency names of the amounts that can be in another currency than US dollars
 */
export function amountsInCents(
	fields: INodeProperties[],
	inCurrency: string[] = [],
): INodeProperties[] {
	return fields.flatMap((field) => {
		if (field.type === 'collection') {
			return { ...field, options: amountsInCents(field.options as INodeProperties[], inCurrency) };
		}
		if (field.type !== 'number' || !/amount|earnings/i.test(field.name)) return field;
		return changed(field, {
			displayName: `${field.displayName} (in Cents)`,
			default: '',
			placeholder: 'e.g. 4900',
			hint: inCurrency.includes(field.name)
				? 'For 49.00, enter 4900. For a currency without cents, such as JPY, enter the amount itself.'
				: 'In US cents: for $49.00, enter 4900',
		});
	});
}
