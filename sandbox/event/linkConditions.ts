import { ROOT_KEY } from '../link/present.ts';
import { Conditions } from '../store/conditions.ts';
import type { EventFilters } from './query.ts';

type LinkFilters = Pick<
	EventFilters,
	| 'domain'
	| 'tenantId'
	| 'tagId'
	| 'folderId'
	| 'partnerTagId'
	| 'groupId'
	| 'partnerId'
	| 'programId'
	| 'root'
>;

const WITH_TAG = `SELECT 1 FROM link_tags t WHERE t.link_id = links.id
	AND t.tag_id IN (SELECT value FROM json_each(?))`;
const IN_GROUP = `SELECT 1 FROM enrollments e
	WHERE e.partner_id = links.partner_id AND e.program_id = links.program_id
	AND e.group_id IN (SELECT value FROM json_each(?))`;
const WITH_PARTNER_TAG = `SELECT 1 FROM enrollment_tags t WHERE t.partner_id = links.partner_id
	AND t.partner_tag_id IN (SELECT value FROM json_each(?))`;

/** Limits events to links that match the filters. Deleted links match none. */
export function addLinkConditions(
	conditions: Conditions,
	workspaceId: string,
	filters: LinkFilters,
): void {
	const links = new Conditions();
	links.oneOf('domain', filters.domain);
	links.oneOf("COALESCE(tenant_id, '')", filters.tenantId);
	links.oneOf("COALESCE(folder_id, '')", filters.folderId);
	links.oneOf("COALESCE(partner_id, '')", filters.partnerId);
	links.exists(WITH_TAG, filters.tagId);
	links.exists(IN_GROUP, filters.groupId);
	links.exists(WITH_PARTNER_TAG, filters.partnerTagId);
	if (filters.programId !== undefined) links.add('program_id = ?', filters.programId);
	if (filters.root !== undefined) links.add(filters.root ? 'key = ?' : 'key <> ?', ROOT_KEY);
	if (links.sql === '') return;
	// A disabled link matches no filter on links; without such a filter its events are listed.
	conditions.add(
		`link_id IN (SELECT id FROM links WHERE workspace_id = ? AND disabled_at IS NULL AND ${links.sql})`,
		workspaceId,
		...links.params,
	);
}
