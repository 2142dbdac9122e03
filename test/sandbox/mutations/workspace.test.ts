import { workspaceRequests } from './workspace.ts';
import { testMutations } from './runner.ts';

testMutations(workspaceRequests);
