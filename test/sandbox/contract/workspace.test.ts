import { domainRows } from './domains.ts';
import { folderRows } from './folders.ts';
import { tagRows } from './tags.ts';
import { testContract } from './runner.ts';

testContract({
	folders: folderRows,
	tags: tagRows,
	domains: domainRows,
});
