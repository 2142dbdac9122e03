import type { Library } from './library.ts';
import type { Sample } from './sample.ts';
import type { SampleWorkspace } from './workspaces.ts';

/** A workspace's partner program. */
export interface Program {
	id: string;
	domain: string;
	url: string;
	folderId: string;
	groupIds: string[];
	partnerTagIds: string[];
	discountIds: string[];
}

const DISCOUNTS = [
	{ provider: 'stripe', amount: 20, type: 'percentage', max_duration: 12 },
	{ provider: 'shopify', amount: 1000, type: 'flat', max_duration: null },
	{ provider: 'custom', amount: 15, type: 'percentage', max_duration: 3 },
] as const;

export function createProgram(
	sample: Sample,
	workspace: SampleWorkspace,
	library: Library,
): Program {
	const createdAt = sample.daysAgo(270);
	const id = sample.id('prog_', createdAt);
	const domain = library.domains.primary;
	const url = `https://www.example.com/${workspace.plan}`;
	const [folderId] = library.folderIds;
	sample.insert('programs', {
		id,
		workspace_id: workspace.id,
		name: `${workspace.plan[0].toUpperCase()}${workspace.plan.slice(1)} Partners`,
		slug: `${workspace.plan}-partners`,
		domain,
		url,
		default_folder_id: folderId,
		created_at: createdAt,
	});
	const groupIds = ['Default Group', 'Ambassadors'].map((name, i) => {
		const groupId = sample.id('grp_', createdAt);
		const slug = i === 0 ? 'default' : 'ambassadors';
		sample.insert('partner_groups', {
			id: groupId,
			program_id: id,
			name,
			slug,
			color: i === 0 ? null : 'purple',
		});
		return groupId;
	});
	sample.db.run('UPDATE programs SET default_group_id = ? WHERE id = ?', groupIds[0], id);
	sample.db.run('UPDATE workspaces SET default_program_id = ? WHERE id = ?', id, workspace.id);
	const partnerTagIds = ['Creators', 'Agencies', 'Top sellers'].map((name) => {
		const tagId = sample.id('ptag_', createdAt);
		sample.insert('partner_tags', { id: tagId, program_id: id, name });
		return tagId;
	});
	const discountIds = DISCOUNTS.map((discount) => {
		const discountId = sample.id('disc_', createdAt);
		sample.insert('discounts', { id: discountId, program_id: id, ...discount });
		return discountId;
	});
	return { id, domain, url, folderId, groupIds, partnerTagIds, discountIds };
}

/** Gives the partners of the default group a discount; the other group has none. */
export function giveDiscount(sample: Sample, { groupIds, discountIds }: Program): void {
	sample.insert('group_discounts', { group_id: groupIds[0], discount_id: discountIds[0] });
}
