import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { roleAllows, type Role } from '../http/permissions.ts';
import { validate } from '../http/validate.ts';
import { readAuthorizationRequest, type AuthorizationRequest } from './authorizationRequest.ts';
import { issueCode } from './codes.ts';
import { consentPage, errorPage, consentHeaders, type Approver } from './consentPage.ts';
import { PendingRequests } from './pendingRequests.ts';

const decisionForm = z.object({
	request: z.string(),
	decision: z.enum(['allow', 'cancel']),
	user: z.string().optional(),
});

/**
 * `GET /oauth/authorize` shows the consent page; `POST` takes the decision and redirects to the app. An invalid request
 * gets an error page, never a redirect. The sandbox has no sign-in: the page lets you act as any owner or member of the
 * app's workspace.
 */
export function authorizeRoutes(app: FastifyInstance, { db, clock, quirks }: Context): void {
	const pending = new PendingRequests();
	const config = { access: { public: true } };

	app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
		if (!(error instanceof ApiError) && (error.statusCode ?? 500) >= 500) throw error;
		return reply.status(400).headers(consentHeaders()).send(errorPage(error.message));
	});

	app.get('/oauth/authorize', { config }, async ({ query }, reply) => {
		const request = readAuthorizationRequest(db, query, quirks);
		const approvers = approversOf(request);
		const token = pending.add(request, clock.now());
		const workspace = workspaceName(request.app.workspace_id);
		return reply
			.headers(consentHeaders(request.redirectUri))
			.send(consentPage({ request, workspace, approvers, token }));
	});

	app.post('/oauth/authorize', { config }, async (httpRequest, reply) => {
		rejectOtherOrigins(httpRequest);
		const form = validate(decisionForm, httpRequest.body, quirks);
		const request = pending.take(form.request, clock.now());
		if (!request) {
			throw new ApiError('bad_request', 'This form has expired or was already used.');
		}
		if (form.decision === 'cancel') {
			return redirect(reply, request, { error: 'access_denied' });
		}
		const approvers = approversOf(request);
		const approver = form.user ? approvers.find(({ id }) => id === form.user) : approvers[0];
		if (!approver) {
			throw new ApiError('forbidden', 'This user cannot grant the scopes that the app requests.');
		}
		const code = issueCode(db, request, approver.id, clock.now());
		return redirect(reply, request, { code });
	});

	/** Owners first. */
	function approversOf({ app: { workspace_id }, scopes }: AuthorizationRequest): Approver[] {
		const approvers = db
			.all<Approver & { role: Role }>(
				`SELECT users.id, users.name, users.email, members.role FROM members
				 JOIN users ON users.id = members.user_id
				 WHERE members.workspace_id = ? AND members.role IN ('owner', 'member')
				 ORDER BY members.role = 'owner' DESC, users.id`,
				workspace_id,
			)
			.filter(({ role }) => scopes.every((scope) => roleAllows(role, scope)));
		if (approvers.length === 0) {
			throw new ApiError(
				'forbidden',
				'No member of the workspace can grant the scopes that the app requests.',
			);
		}
		return approvers;
	}

	function workspaceName(id: string): string {
		return db.get<{ name: string }>('SELECT name FROM workspaces WHERE id = ?', id)?.name ?? id;
	}
}

/** Browsers send the origin of a form; other clients send no `Origin`. */
function rejectOtherOrigins({ headers }: FastifyRequest): void {
	const { origin, host } = headers;
	if (origin === undefined) return;
	if (!URL.canParse(origin) || new URL(origin).host !== host) {
		throw new ApiError('forbidden', 'The form was submitted from another site.');
	}
}

function redirect(
	reply: FastifyReply,
	{ redirectUri, state }: AuthorizationRequest,
	result: Record<string, string>,
): FastifyReply {
	const target = new URL(redirectUri);
	for (const [name, value] of Object.entries(result)) target.searchParams.set(name, value);
	if (state !== undefined) target.searchParams.set('state', state);
	return reply.header('cache-control', 'no-store').redirect(target.href, 302);
}
