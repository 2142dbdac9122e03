import type { UserRow } from '../store/rewardRows.ts';

export function presentUser({ id, name, email, image }: UserRow) {
	return { id, name, email, image };
}
