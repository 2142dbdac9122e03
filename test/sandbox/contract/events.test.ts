import { eventRows } from './events.ts';
import { testContract } from './runner.ts';

testContract({
	'GET /events': eventRows,
});
