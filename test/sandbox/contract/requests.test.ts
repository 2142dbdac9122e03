import { authenticationRows } from './authentication.ts';
import { inputRows } from './input.ts';
import { limitRows } from './limits.ts';
import { oauthRows } from './oauth.ts';
import { testContract } from './runner.ts';

testContract({
	OAuth: oauthRows,
	credentials: authenticationRows,
	limits: limitRows,
	'malformed input': inputRows,
});
