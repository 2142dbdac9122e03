import type { FolderRow } from '../store/rows.ts';
import { isoDate } from './values.ts';

export function presentFolder(row: FolderRow) {
	return {
		id: row.id,
		name: row.name,
		description: row.description,
		type: row.type,
		accessLevel: row.access_level,
		createdAt: isoDate(row.created_at),
		updatedAt: isoDate(row.updated_at),
	};
}
