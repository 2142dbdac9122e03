import { linkRequests } from './links.ts';
import { testMutations } from './runner.ts';

testMutations(linkRequests);
