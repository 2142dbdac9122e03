/** A task for a program without n8n. */
export interface ClientTask {
	job: 'events' | 'links' | 'deleteLinks' | 'createLinks';
	url: string;
	token: string;
	lanes: number;
	/** IDs of links to delete, or destination URLs of links to create. */
	input: string[];
}

export const EVENTS_PER_PAGE = 1000;
export const LINKS_PER_PAGE = 100;
export const LINKS_PER_BATCH = 100;

export function chunks<T>(list: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
		list.slice(i * size, (i + 1) * size),
	);
}
