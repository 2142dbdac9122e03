import { z } from 'zod/v4';
import type { Principal } from '../http/access.ts';
import type { Workspace } from '../http/columns.ts';
import type { Core } from '../http/context.ts';
import { requireBelowLimit } from '../http/countLimits.ts';
import { ApiError } from '../http/errors.ts';
import { planAtLeast } from '../http/permissions.ts';
import type { Database } from '../store/database.ts';
import { resourceId } from '../store/ids.ts';
import { FOLDERS, type FolderRow } from './columns.ts';

export const folderFields = z.object({
	name: z.string().max(190),
	description: z.string().max(500).nullish(),
	accessLevel: z.enum(['write', 'read']).nullish(),
});

export const folderChanges = folderFields.partial();

type FolderFields = z.output<typeof folderFields>;
type FolderChanges = z.output<typeof folderChanges>;

/**
 * Creates a folder owned by its creator.
 *
 * @throws ApiError 403 for an access level above the plan or too many folders, 409 for a used name
 */
export function createFolder(
	core: Core,
	{ workspace, userId }: Principal,
	{ name, description, accessLevel = 'write' }: FolderFields,
): FolderRow {
	const { db, clock } = core;
	requireBelowLimit(core, workspace, 'folders');
	requireAccessLevel(workspace, accessLevel);
	requireFreeName(db, workspace, name);
	const now = clock.now();
	const id = resourceId('fold_', now);
	db.insert('folders', {
		id,
		workspace_id: workspace.id,
		name,
		description: description ?? '',
		access_level: accessLevel,
		created_at: now,
		updated_at: now,
	});
	db.insert('folder_members', { folder_id: id, user_id: userId, role: 'owner' });
	return requireFolder(db, id);
}

/** @throws ApiError 403 for an access level above the plan, 409 for a used name */
export function updateFolder(
	{ db, clock }: Core,
	workspace: Workspace,
	folder: FolderRow,
	{ name = folder.name, description, accessLevel }: FolderChanges,
): FolderRow {
	if (accessLevel !== undefined) requireAccessLevel(workspace, accessLevel);
	requireFreeName(db, workspace, name, folder.id);
	db.run(
		'UPDATE folders SET name = ?, description = ?, access_level = ?, updated_at = ? WHERE id = ?',
		name,
		description === undefined ? folder.description : (description ?? ''),
		accessLevel === undefined ? folder.access_level : accessLevel,
		clock.now(),
		folder.id,
	);
	return requireFolder(db, folder.id);
}

/**
 * Deletes a folder; its links are kept.
 *
 * @throws ApiError 403 for the default folder of a partner program
 */
export function deleteFolder({ db }: Core, folder: FolderRow): void {
	if (db.get('SELECT 1 FROM programs WHERE default_folder_id = ?', folder.id)) {
		throw new ApiError('forbidden', `${folder.name} is the default folder of a partner program.`);
	}
	db.run('UPDATE links SET folder_id = NULL WHERE folder_id = ?', folder.id);
	db.run('DELETE FROM folders WHERE id = ?', folder.id);
}

function requireFolder(db: Database, id: string): FolderRow {
	const folder = db.find(FOLDERS, id);
	if (!folder) throw new Error(`folder ${id} was not stored`);
	return folder;
}

function requireAccessLevel({ plan }: Workspace, accessLevel: 'write' | 'read' | null): void {
	if (accessLevel === 'write' || planAtLeast(plan, 'business')) return;
	throw new ApiError('forbidden', 'The plan of this workspace does not include this accessLevel.');
}

function requireFreeName(db: Database, { id }: Workspace, name: string, holder = ''): void {
	const taken =
		'SELECT 1 FROM folders WHERE workspace_id = ? AND lower(name) = lower(?) AND id <> ?';
	if (db.get(taken, id, name, holder)) {
		throw new ApiError('conflict', `A folder with the name ${name} already exists.`);
	}
}
