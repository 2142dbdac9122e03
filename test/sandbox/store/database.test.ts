import { expect, it } from '@jest/globals';
import { Database } from '../../../sandbox/store/database.ts';

it('runs afterCommit callbacks after the commit and skips them after a rollback', () => {
	const db = new Database(':memory:', []);
	const log: string[] = [];
	db.afterCommit(() => log.push('outside'));
	db.transaction(() => {
		db.afterCommit(() => log.push('committed'));
		log.push('end of the work');
	});
	const undone = () =>
		db.transaction(() => {
			db.afterCommit(() => log.push('never'));
			throw new Error('undone');
		});
	expect(undone).toThrow('undone');
	db.transaction(() => db.afterCommit(() => log.push('the next one')));
	expect(log).toEqual(['outside', 'end of the work', 'committed', 'the next one']);
	db.close();
});
