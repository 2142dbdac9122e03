import { eventFilterRows } from './events.ts';
import { testContract } from './runner.ts';

testContract({
	'GET /events, filters': eventFilterRows,
});
