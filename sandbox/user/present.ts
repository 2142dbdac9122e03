import type { UserRow } from '../store/rows.ts';

export function presentUser({ id, name, email, image }: UserRow) {
	return { id, name, email, image };
}
