import type { RowOf, Table } from '../store/table.ts';

export const USERS = {
	name: 'users',
	columns: { id: 'TEXT PRIMARY KEY', name: 'TEXT', email: 'TEXT NOT NULL UNIQUE', image: 'TEXT' },
} as const satisfies Table;

export type UserRow = RowOf<typeof USERS>;

/** As in the resources that name a user. */
export function presentUser({ id, name, email, image }: UserRow) {
	return { id, name, email, image };
}
