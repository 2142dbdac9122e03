import { planAtLeast, type Plan } from '../http/permissions.ts';
import type { Sample } from './sample.ts';
import type { SampleWorkspace } from './workspaces.ts';

/** The domains, tags, and folders of a workspace. */
export interface Library {
	domains: { primary: string; secondary: string; archived: string };
	tagIds: string[];
	folderIds: string[];
}

const TAGS = [
	['Newsletter', 'red'],
	['Social', 'blue'],
	['Paid ads', 'yellow'],
	['Product launch', 'green'],
	['Partners', 'purple'],
	['Podcast', 'brown'],
	['Events', 'pink'],
	['Blog', 'gray'],
	['Support', 'blue'],
	['Onboarding', 'green'],
	['Webinar', 'red'],
	['Black Friday', 'gray'],
	['Evergreen', 'green'],
	['Experiment', 'purple'],
] as const;

const FOLDER_TOPICS = ['Marketing', 'Sales', 'Partners', 'Product', 'Support', 'Content', 'Events'];

/** More than a page of 50 on the Business plan. Folders are a paid feature. */
const FOLDER_COUNT: Record<Plan, number> = {
	free: 0,
	pro: 6,
	business: 64,
	advanced: 14,
	enterprise: 14,
};

export function createLibrary(sample: Sample, workspace: SampleWorkspace): Library {
	const { plan } = workspace;
	const domains = {
		primary: `go.${plan}.example.com`,
		secondary: `try.${plan}.example.com`,
		archived: `old.${plan}.example.com`,
	};
	createDomain(sample, workspace, domains.primary, { is_primary: 1 });
	createDomain(sample, workspace, domains.secondary, {
		expired_url: `https://www.example.com/${plan}/expired`,
		not_found_url: `https://www.example.com/${plan}/not-found`,
	});
	createDomain(sample, workspace, domains.archived, { archived: 1 });

	const tagIds = TAGS.map(([name, color], i) => {
		const createdAt = sample.daysAgo(300 - i);
		const id = sample.id('tag_', createdAt);
		sample.insert('tags', { id, workspace_id: workspace.id, name, color, created_at: createdAt });
		return id;
	});
	const folderIds = Array.from({ length: FOLDER_COUNT[plan] }, (_, i) =>
		createFolder(sample, workspace, i),
	);
	return { domains, tagIds, folderIds };
}

function createDomain(
	sample: Sample,
	workspace: SampleWorkspace,
	slug: string,
	fields: Record<string, string | number>,
): void {
	const createdAt = sample.daysAgo(390);
	sample.insert('domains', {
		id: sample.id('dom_', createdAt),
		slug,
		workspace_id: workspace.id,
		...fields,
		created_at: createdAt,
		updated_at: createdAt,
	});
}

function createFolder(sample: Sample, workspace: SampleWorkspace, i: number): string {
	const createdAt = sample.daysAgo(280 - i);
	const id = sample.id('fold_', createdAt);
	const topic = FOLDER_TOPICS[i % FOLDER_TOPICS.length];
	const accessLevel = folderAccess(workspace.plan, i);
	sample.insert('folders', {
		id,
		workspace_id: workspace.id,
		name: `${topic} ${1 + Math.floor(i / FOLDER_TOPICS.length)}`,
		description: i % 3 === 0 ? '' : `Links of the ${topic} team`,
		type: i % 9 === 5 ? 'mega' : 'default',
		access_level: accessLevel,
		created_at: createdAt,
		updated_at: createdAt + i * 60_000,
	});
	if (accessLevel === null && i % 4 === 0) {
		sample.insert('folder_members', {
			folder_id: id,
			user_id: workspace.memberId,
			role: i % 8 === 0 ? 'editor' : 'viewer',
		});
	}
	return id;
}

/** Levels other than `write` require the Business plan. */
function folderAccess(plan: Plan, i: number): 'write' | 'read' | null {
	if (!planAtLeast(plan, 'business') || i % 2 === 1) return 'write';
	return i % 6 === 2 ? 'read' : i % 6 === 4 ? null : 'write';
}
