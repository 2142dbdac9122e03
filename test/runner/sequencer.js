const { basename } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;
const { groupOf, GROUPS, left } = require('./groups');

/** So that none of them is the last one running, also where jest has not measured anything yet. */
const SLOWEST = ['queueMode', 'workflows', 'triggerDurable', 'secrets', 'demo', 'triggerCatchUp'];

/** Spreads the files that start programs and mostly wait among those that compute. */
module.exports = class SpreadSequencer extends Sequencer {
	sort(tests) {
		for (const { path } of tests) left.add(path);
		const rank = ({ path }) => {
			const slow = SLOWEST.indexOf(basename(path, '.test.ts'));
			return slow === -1 ? SLOWEST.length : slow;
		};
		const sorted = super.sort(tests).sort((a, b) => rank(a) - rank(b));
		const waiting = sorted.filter(({ path }) => GROUPS[groupOf(path)]?.isWaiting);
		const computing = sorted.filter((test) => !waiting.includes(test));
		const share = Math.ceil(computing.length / Math.max(1, waiting.length));
		return waiting.flatMap((test) => [test, ...computing.splice(0, share)]).concat(computing);
	}
};
