import { linkBulkRows } from './linkBulk.ts';
import { linkUpdateRows } from './linkUpdate.ts';
import { linkRows } from './links.ts';
import { testContract } from './runner.ts';

testContract({
	links: linkRows,
	'creating and updating links in bulk': linkBulkRows,
	'updating links': linkUpdateRows,
});
