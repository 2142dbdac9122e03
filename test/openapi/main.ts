import { check } from '../../tools/openapi/check.ts';
import { contractRows } from '../nodes/contract/index.ts';

const HELP = `Usage: npm run check:openapi -- FILE

Compares the node's contractRows and the sandbox's responses with an OpenAPI document of the service (JSON, version 3.0 or
3.1), and lists the fields that the node does not offer. Exits with 1 if a request or response is not valid.`;

const [file] = process.argv.slice(2);
if (file === undefined || file === '--help') {
	console.log(HELP);
	process.exitCode = file === undefined ? 2 : 0;
} else {
	process.exitCode = (await check(file, contractRows)) ? 0 : 1;
}
