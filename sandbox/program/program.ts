import type { Workspace } from '../http/columns.ts';
import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import { PROGRAMS, type GroupRow, type ProgramRow } from './columns.ts';

/** @throws ApiError 404 for a workspace without a program */
export function requireProgram(db: Database, workspace: Workspace): ProgramRow {
	const program = db.get<ProgramRow>(
		'SELECT * FROM programs WHERE id = ? AND workspace_id = ?',
		workspace.default_program_id,
		workspace.id,
	);
	if (!program) throw new ApiError('not_found', 'This workspace has no partner program.');
	return program;
}

/** The workspace of a partner program. */
export function workspaceOfProgram(db: Database, programId: string): string {
	const program = db.find(PROGRAMS, programId);
	if (!program) throw new Error(`unknown program ${programId}`);
	return program.workspace_id;
}

/**
 * The ID of the given group of partners, or of the program's default group.
 *
 * @param idOrSlug `grp_…` is an ID
 * @throws ApiError 404, 403 for the group of another program
 */
export function groupOf(
	db: Database,
	program: ProgramRow,
	idOrSlug: string | null | undefined,
): string | null {
	if (!idOrSlug) return program.default_group_id;
	const group = idOrSlug.startsWith('grp_')
		? db.get<GroupRow>('SELECT * FROM partner_groups WHERE id = ?', idOrSlug)
		: db.get<GroupRow>(
				'SELECT * FROM partner_groups WHERE slug = ? AND program_id = ?',
				idOrSlug,
				program.id,
			);
	if (!group) throw new ApiError('not_found', `Group ${idOrSlug} not found.`);
	if (group.program_id !== program.id) {
		throw new ApiError('forbidden', `Group ${idOrSlug} belongs to another program.`);
	}
	return group.id;
}

/** The discount for customers of the group's partners. */
export function discountOfGroup(db: Database, groupId: string | null): string | null {
	const discount = db.get<{ id: string }>(
		'SELECT discount_id AS id FROM group_discounts WHERE group_id = ?',
		groupId,
	);
	return discount?.id ?? null;
}
