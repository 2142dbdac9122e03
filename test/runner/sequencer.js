const { basename } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;
const { groupOf, left } = require('./groups');

/** So that none of them is the last one running, also where jest has not measured anything yet. */
const SLOWEST = ['queueMode', 'triggerCatchUp', 'workflows', 'demo', 'secrets', 'triggerDurable'];

/** Group by group, so that short files fill up what the long ones leave. */
module.exports = class GroupSequencer extends Sequencer {
	sort(tests) {
		for (const { path } of tests) left.add(path);
		const rank = ({ path }) => {
			const slow = SLOWEST.indexOf(basename(path, '.test.ts'));
			return slow === -1 ? SLOWEST.length + groupOf(path) : slow;
		};
		return super.sort(tests).sort((a, b) => rank(a) - rank(b));
	}
};
