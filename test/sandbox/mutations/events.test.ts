import { eventRequests } from './events.ts';
import { testMutations } from './runner.ts';

testMutations(eventRequests);
