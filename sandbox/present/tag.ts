import type { TagRow } from '../store/rows.ts';

export type Tag = Pick<TagRow, 'id' | 'name' | 'color'>;

export function presentTag({ id, name, color }: Tag): Tag {
	return { id, name, color };
}
