import type { Principal } from '../http/access.ts';
import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import { FOLDERS, type FolderRole, type FolderRow } from './columns.ts';

/** read: see the folder and its links; write: change its links; manage: change or delete the folder. */
type FolderAccess = 'read' | 'write' | 'manage';

const ROLE_BY_ACCESS_LEVEL = { write: 'editor', read: 'viewer' } as const;

/**
 * SQL condition on a folder `f` that a user can see; its only parameter is the user ID. Workspace owners can see all
 * folders without it.
 */
export const VISIBLE_TO_MEMBER = `(f.access_level IS NOT NULL OR EXISTS (
	SELECT 1 FROM folder_members m WHERE m.folder_id = f.id AND m.user_id = ?))`;

/** @throws ApiError 404 for an unknown folder or one of another workspace, 403 without the required access */
export function requireFolderAccess(
	db: Database,
	principal: Principal,
	folderId: string,
	access: FolderAccess,
): FolderRow {
	const folder = db.get<FolderRow>(
		'SELECT * FROM folders WHERE id = ? AND workspace_id = ?',
		folderId,
		principal.workspace.id,
	);
	if (!folder) throw new ApiError('not_found', `Folder ${folderId} not found.`);
	if (!allows(roleIn(db, principal, folder), access)) {
		throw new ApiError('forbidden', `You need ${access} access to the folder ${folder.name}.`);
	}
	return folder;
}

export function canWriteFolder(db: Database, principal: Principal, folderId: string): boolean {
	const folder = db.find(FOLDERS, folderId);
	return !folder || allows(roleIn(db, principal, folder), 'write');
}

const ROLES: Record<FolderAccess, readonly (FolderRole | null)[]> = {
	read: ['owner', 'editor', 'viewer'],
	write: ['owner', 'editor'],
	manage: ['owner'],
};

function allows(role: FolderRole | null, access: FolderAccess): boolean {
	return ROLES[access].includes(role);
}

function roleIn(db: Database, principal: Principal, folder: FolderRow): FolderRole | null {
	if (principal.role === 'owner') return 'owner';
	const member = db.get<{ role: FolderRole }>(
		'SELECT role FROM folder_members WHERE folder_id = ? AND user_id = ?',
		folder.id,
		principal.userId,
	);
	if (member) return member.role;
	return folder.access_level && ROLE_BY_ACCESS_LEVEL[folder.access_level];
}
