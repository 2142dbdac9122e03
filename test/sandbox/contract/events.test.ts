import { analyticsRows } from './analytics.ts';
import { customerRows } from './customers.ts';
import { eventRows } from './events.ts';
import { testContract } from './runner.ts';

testContract({
	'GET /events': eventRows,
	analytics: analyticsRows,
	customers: customerRows,
});
