import { partnerRequests } from './partners.ts';
import { testMutations } from './runner.ts';

testMutations(partnerRequests);
