import { startSandbox, type Sandbox } from '../../sandbox/app/server.ts';
import { sampleKey } from '../../sandbox/data/lookup.ts';
import type { OpenApiDocument, Operation } from './document.ts';
import type { NodeRequest, Sent } from './requests.ts';

const WORKSPACE = `(SELECT id FROM workspaces WHERE slug = 'enterprise')`;
const PROGRAM = `(SELECT default_program_id FROM workspaces WHERE slug = 'enterprise')`;
const OWN = `workspace_id = ${WORKSPACE}`;
const IN_PROGRAM = `program_id = ${PROGRAM}`;

/** The query for an ID in the sandbox, by the prefix of the ID in the table, e.g. `tag` for `tag_1`. */
const IDS: Record<string, string> = {
	bnty: `SELECT id FROM bounties WHERE ${IN_PROGRAM} AND reward_amount IS NULL`,
	bnty_sub: `SELECT s.id FROM bounty_submissions s JOIN bounties b ON b.id = bounty_id
		WHERE ${IN_PROGRAM} AND reward_amount IS NULL AND s.status = 'submitted'`,
	click: `SELECT click_id FROM events WHERE ${OWN} AND kind = 'click'`,
	cm: `SELECT id FROM commissions WHERE ${IN_PROGRAM} AND status = 'pending' ORDER BY type <> 'sale'`,
	cus: `SELECT id FROM customers WHERE ${OWN}`,
	dcode: `SELECT id FROM discount_codes WHERE ${IN_PROGRAM} AND discount_id IS NOT NULL`,
	disc: `SELECT id FROM discounts WHERE ${IN_PROGRAM}`,
	domain: `SELECT slug FROM domains WHERE ${OWN} ORDER BY is_primary DESC`,
	fold: `SELECT id FROM folders WHERE ${OWN} AND id NOT IN (SELECT default_folder_id FROM programs)`,
	grp: `SELECT id FROM partner_groups WHERE ${IN_PROGRAM}`,
	link: `SELECT id FROM links WHERE ${OWN} AND key <> '_root' AND program_id IS NULL AND folder_id IS NULL`,
	pn: `SELECT partner_id FROM enrollments WHERE ${IN_PROGRAM} AND status = 'approved' AND discount_id IS NOT NULL`,
	prog: `SELECT ${PROGRAM}`,
	tag: `SELECT id FROM tags WHERE ${OWN}`,
	user: `SELECT user_id FROM api_keys WHERE ${OWN}`,
};

const PENDING = `SELECT partner_id FROM enrollments WHERE ${IN_PROGRAM} AND status = 'pending'
	AND application_id IS NOT NULL`;
const SPARE_DOMAIN = `SELECT slug FROM domains WHERE ${OWN} AND is_primary = 0
	AND slug NOT IN (SELECT domain FROM programs) AND id NOT IN (SELECT domain_id FROM registered_domains)`;

/** Operations that require others, or a domain that does not exist. */
const SPECIAL: [operation: RegExp, ids: Record<string, string | undefined>][] = [
	[/^POST \/partners\/applications/, { pn: PENDING }],
	[/^POST \/domains$/, { domain: undefined }],
	[/ \/domains\//, { domain: SPARE_DOMAIN }],
];

interface ResponseCheck {
	operation: string;
	/** Successful responses that were compared with the document. */
	successes: number;
	problems: string[];
}

/**
 * Sends the node's requests to a sandbox over HTTP and compares the responses with the document. Reading requests go
 * first, and deleting ones last.
 */
export async function checkResponses(
	document: OpenApiDocument,
	sent: Sent[],
): Promise<ResponseCheck[]> {
	const embedToken = document.find('POST', '/tokens/embed/referrals');
	const sandbox = await startSandbox({
		sampleData: { seed: 1, events: 600 },
		limits: 'off',
		quirks: {
			malformedStatus: 422,
			embedTokenStatus: embedToken && '201' in embedToken.responses.value ? 201 : 200,
		},
	});
	try {
		const checks: ResponseCheck[] = [];
		const order = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'];
		const ordered = sent
			.filter(({ rows }) => rows.length > 0)
			.sort((a, b) => order.indexOf(a.operation.method) - order.indexOf(b.operation.method));
		for (const { operation, rows } of ordered) {
			checks.push(await checkOperation(document, sandbox, operation, rows));
		}
		return checks;
	} finally {
		await sandbox.close();
	}
}

async function checkOperation(
	document: OpenApiDocument,
	sandbox: Sandbox,
	operation: Operation,
	rows: NodeRequest[],
): Promise<ResponseCheck> {
	const problems = new Set<string>();
	const failures = new Set<string>();
	let successes = 0;
	for (const row of rows) {
		const { status, contentType, body } = await send(sandbox, operation, row);
		const found = responseProblems(document, operation, { status, contentType, body });
		for (const problem of found) problems.add(problem);
		if (status < 300) successes++;
		else failures.add(`${status} ${JSON.stringify(body)}`);
	}
	if (successes === 0) problems.add(`no successful response: ${[...failures].join(', ')}`);
	return { operation: operation.name, successes, problems: [...problems] };
}

interface Response {
	status: number;
	contentType: string;
	body: unknown;
}

function responseProblems(
	document: OpenApiDocument,
	{ responses }: Operation,
	{ status, contentType, body }: Response,
): string[] {
	const response =
		document.inside(responses, String(status)) ?? document.inside(responses, 'default');
	if (!response) return [`status ${status} is not in the document`];
	const content = document.inside(response, 'content');
	if (!content) return [];
	const media = document.inside(content, contentType);
	if (!media) return [`${status}: content type ${contentType} is not in the document`];
	const schema = document.inside(media, 'schema');
	if (!schema || body === undefined) return [];
	return document
		.errors(schema, body)
		.map((error) => `${status}: ${error.replace(/\/\d+(?=[/ ])/g, '/…')}`);
}

async function send(sandbox: Sandbox, { name }: Operation, row: NodeRequest): Promise<Response> {
	const ids = { ...IDS, ...SPECIAL.find(([operation]) => operation.test(name))?.[1] };
	// One of the requests changes a tag to the name that another one creates.
	if (name === 'POST /tags') sandbox.db.run('UPDATE tags SET name = id');
	const real = <Value>(value: Value): Value => withRealIds(sandbox, ids, value);
	const query = new URLSearchParams(real(row.query ?? {})).toString();
	const response = await fetch(`${sandbox.url}${real(row.path)}${query && `?${query}`}`, {
		method: row.method,
		headers: {
			authorization: `Bearer ${sampleKey(sandbox.db, 'enterprise')}`,
			...(row.body && { 'content-type': 'application/json' }),
		},
		body: row.body && JSON.stringify(real(row.body)),
	});
	const contentType = (response.headers.get('content-type') ?? '').split(';')[0];
	const isJson = contentType === 'application/json';
	const body: unknown = isJson ? await response.json() : void (await response.arrayBuffer());
	return { status: response.status, contentType, body };
}

/** The table's IDs, such as `tag_1`, by those of the sandbox. An external ID stays as it is. */
function withRealIds<Value>(
	{ db }: Sandbox,
	ids: Record<string, string | undefined>,
	value: Value,
): Value {
	const text = JSON.stringify(value).replace(
		/\b(?:([a-z_]+)_(\d)|click(\d)|go\.example\.com)\b/g,
		(id, prefix?: string, n?: string, click?: string) => {
			const sql = ids[prefix ?? (click ? 'click' : 'domain')];
			const found = sql && db.all(sql)[Number(n ?? click ?? 1) - 1];
			return found ? String(Object.values(found)[0]) : id;
		},
	);
	return JSON.parse(text) as Value;
}
