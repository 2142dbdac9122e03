import { check } from '../../tools/openapi/check.ts';
import { contracts } from '../nodes/contract/index.ts';

const HELP = `Usage: npm run check:openapi -- FILE

Compares the node's requests and the sandbox's responses with an OpenAPI document of the service (JSON, version 3.0 or
3.1), and lists the fields that the node does not offer. Exits with 1 if a request or response is not valid.`;

const [file] = process.argv.slice(2);
if (file === undefined || file === '--help') {
	console.log(HELP);
	process.exitCode = file === undefined ? 2 : 0;
} else {
	const requests = Object.values(contracts).flatMap((contract) => contract.rows);
	process.exitCode = (await check(file, requests)) ? 0 : 1;
}
