import { ApiError } from '../http/errors.ts';
import type { Workspace } from '../http/gate.ts';
import type { Database } from '../store/database.ts';
import type { ProgramRow } from '../store/rows.ts';

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

/** The workspace that a partner program is of. */
export function workspaceOfProgram(db: Database, programId: string): string {
	const program = db.get<ProgramRow>('SELECT * FROM programs WHERE id = ?', programId);
	if (!program) throw new Error(`there is no program ${programId}`);
	return program.workspace_id;
}
