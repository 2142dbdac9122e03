import { moneyRequests } from './money.ts';
import { testMutations } from './runner.ts';

testMutations(moneyRequests);
