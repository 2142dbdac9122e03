import type { IDataObject } from 'n8n-workflow';
import { at } from '../../input/unknown';
import { pick } from '../output';

/** A link with its counts in ten flat fields. */
function simplifyTopLink(row: IDataObject): IDataObject {
	return pick(row, [
		...['id', 'shortLink', 'url', 'title', 'partnerId', 'createdAt'],
		...['clicks', 'leads', 'sales', 'saleAmount'],
	]);
}

/** The object that rows of a group are about, and the fields of it that Simplify makes flat, e.g. as `folderName`. */
export const GROUP_OBJECTS: Record<string, { name: string; fields: string[] } | undefined> = {
	top_folders: { name: 'folder', fields: ['name'] },
	top_groups: { name: 'group', fields: ['name', 'slug'] },
	top_link_tags: { name: 'tag', fields: ['name', 'color'] },
	top_partner_tags: { name: 'partnerTag', fields: ['name'] },
	top_partners: { name: 'partner', fields: ['name', 'email', 'country'] },
};

/** A link, or a row of another group with the fields of its object. */
export function simplifyGroup(row: IDataObject, groupBy: string): IDataObject {
	const group = GROUP_OBJECTS[groupBy];
	if (!group) return simplifyTopLink(row);
	const { [group.name]: object, ...counts } = row;
	const flat = group.fields.map((field) => [
		group.name + field[0].toUpperCase() + field.slice(1),
		at(object, field) ?? null,
	]);
	return { ...counts, ...(Object.fromEntries(flat) as IDataObject) };
}

/** The rows of a time series in the order of their `start`, as charts need them. */
export function inOrderOfTime(rows: IDataObject[]): IDataObject[] {
	const startOf = ({ start }: IDataObject) => Date.parse(String(start));
	return rows.sort((a, b) => startOf(a) - startOf(b));
}

const COUNTS = ['clicks', 'leads', 'sales', 'saleAmount'];

const COUNTED: Record<string, string[]> = {
	clicks: ['clicks'],
	leads: ['leads'],
	sales: ['sales', 'saleAmount'],
};

/**
 * A row without the counts that were not asked for, which are always 0.
 *
 * @param event clicks, leads, sales, or composite for all of them
 */
export function withoutOtherCounts(row: IDataObject, event: string): IDataObject {
	const counted = COUNTED[event] ?? COUNTS;
	return Object.fromEntries(
		Object.entries(row).filter(([name]) => !COUNTS.includes(name) || counted.includes(name)),
	);
}
