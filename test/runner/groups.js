/** What a test file needs, by its folder; those first that take longest and mostly wait. */
const GROUPS = [
	{ name: 'queue mode', folders: ['scale'] },
	{ name: 'n8n', folders: ['e2e', 'compat'] },
	{ name: 'browser', folders: ['editor'] },
	{ name: 'package', folders: ['package'] },
	{ name: 'sandbox', folders: ['sandbox'] },
	{ name: 'node', folders: ['nodes', 'credentials', 'workflows'] },
];

/** @returns the index in GROUPS of the group of a test file */
function groupOf(path) {
	const [, folder] = /[\\/]test[\\/]([^\\/]+)[\\/]/.exec(path) ?? [];
	return GROUPS.findIndex(({ folders }) => folders.includes(folder));
}

/** The test files of this run that have not ended. The sequencer fills it, as jest tells reporters only their number. */
const left = new Set();

module.exports = { GROUPS, groupOf, left };
