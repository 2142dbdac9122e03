/** What a test file needs, by its folder, and whether it mostly waits for programs that it started. */
const GROUPS = [
	{ name: 'queue mode', isWaiting: true, folders: ['scale'] },
	{ name: 'n8n', isWaiting: true, folders: ['e2e', 'compat'] },
	{ name: 'browser', isWaiting: true, folders: ['editor', 'dashboard'] },
	{ name: 'package', isWaiting: true, folders: ['package'] },
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
