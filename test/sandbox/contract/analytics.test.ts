import { analyticsRows } from './analytics.ts';
import { customerRows } from './customers.ts';
import { testContract } from './runner.ts';

testContract({
	analytics: analyticsRows,
	customers: customerRows,
});
