import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../store/database.ts';
import type { Workspace } from './columns.ts';
import type { Clock } from './context.ts';
import { ApiError, rateLimitExceeded, unknownRoute } from './errors.ts';
import { hasScope, planAtLeast, type Plan, type Role, type Scope } from './permissions.ts';
import type { Quirks } from './quirks.ts';
import type { RateLimiter, Verdict } from './rateLimiter.ts';

/** The caller of a request. */
export interface Principal {
	kind: 'apiKey' | 'accessToken';
	workspace: Workspace;
	userId: string;
	role: Role;
	/** null: all permissions of the role */
	scopes: string[] | null;
}

/** What a route requires of its caller; `public` routes skip all checks. */
export interface Access {
	public?: boolean;
	scope?: Scope;
	roles?: readonly Role[];
	plan?: Plan;
	/** The route exists only while this quirk is on. */
	onlyWith?: 'deliveryLog';
	/** Counts against the per-second limit of the analytics endpoints. */
	analytics?: boolean;
	/** Whether the real service sends rate-limit headers with successful responses. */
	headersOnSuccess?: boolean;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		access?: Access;
	}
	interface FastifyRequest {
		principal: Principal | null;
		rateLimit: Verdict | null;
	}
}

interface TokenRow {
	kind: Principal['kind'];
	workspace_id: string;
	user_id: string;
	scopes: string | null;
	expires_at: number | null;
}

interface AccessDependencies {
	db: Database;
	quirks: Quirks;
	clock: Clock;
	limiter: RateLimiter;
}

/**
 * Checks every request before its body is read, in the service's order: header, token, expiry, rate limit, workspace
 * membership, scope, role, and plan.
 */
export function createAccessHooks({ db, quirks, clock, limiter }: AccessDependencies) {
	async function onRequest(request: FastifyRequest): Promise<void> {
		const access = request.routeOptions.config.access;
		if (!access || access.public) return;
		if (access.onlyWith && !quirks[access.onlyWith]) throw unknownRoute();
		const token = bearerToken(request.headers.authorization);
		const row = findToken(token);
		if (row.expires_at !== null && row.expires_at <= clock.now()) {
			throw new ApiError('unauthorized', 'The access token has expired.');
		}
		const workspace = db.get<Workspace>('SELECT * FROM workspaces WHERE id = ?', row.workspace_id);
		if (!workspace) throw new ApiError('not_found', 'Workspace not found.');
		const analyticsOnFree = access.analytics === true && workspace.plan === 'free';
		if (!(analyticsOnFree && quirks.freePlanEvents === 403)) {
			limit(request, token, workspace.plan, access);
		}
		request.principal = {
			kind: row.kind,
			workspace,
			userId: row.user_id,
			role: membership(row, workspace),
			scopes: row.scopes?.split(' ') ?? null,
		};
		authorize(request.principal, access);
	}

	function findToken(token: string): TokenRow {
		const row =
			db.get<TokenRow>(
				`SELECT 'apiKey' AS kind, workspace_id, user_id, scopes, NULL AS expires_at FROM api_keys WHERE token = ?`,
				token,
			) ??
			db.get<TokenRow>(
				`SELECT 'accessToken' AS kind, workspace_id, user_id, scopes, access_expires_at AS expires_at
				 FROM oauth_tokens WHERE access_token = ?`,
				token,
			);
		if (!row) throw new ApiError('unauthorized', 'The API key or access token is not valid.');
		return row;
	}

	function limit(request: FastifyRequest, token: string, plan: Plan, access: Access): void {
		const verdict = limiter.take(token, plan, access.analytics === true, clock.now());
		request.rateLimit = verdict;
		if (verdict?.allowed === false) {
			throw rateLimitExceeded();
		}
	}

	function membership(row: TokenRow, workspace: Workspace): Role {
		const member = db.get<{ role: Role }>(
			'SELECT role FROM members WHERE workspace_id = ? AND user_id = ?',
			workspace.id,
			row.user_id,
		);
		if (member) return member.role;
		const invite = db.get<{ expires_at: number }>(
			`SELECT expires_at FROM invites WHERE workspace_id = ?
			 AND email = (SELECT email FROM users WHERE id = ?)`,
			workspace.id,
			row.user_id,
		);
		if (!invite) throw new ApiError('not_found', 'Workspace not found.');
		if (invite.expires_at <= clock.now()) {
			throw new ApiError('invite_expired', 'The invite to this workspace has expired.');
		}
		throw new ApiError('conflict', 'The invite to this workspace is pending. Accept it first.');
	}

	function setRateLimitHeaders(reply: FastifyReply, verdict: Verdict): void {
		if (quirks.rateLimitHeaders === 'never') return;
		const seconds = (ms: number) => Math.ceil(ms / 1000);
		const { limit: max, remaining, resetAt, retryIn } = verdict;
		reply.header('x-ratelimit-limit', max);
		reply.header('x-ratelimit-remaining', remaining);
		reply.header(
			'x-ratelimit-reset',
			quirks.rateLimitReset === 'epochSeconds' ? seconds(resetAt) : resetAt,
		);
		if (quirks.retryAfter === 'epochMilliseconds') reply.header('retry-after', resetAt);
		else if (!verdict.allowed) reply.header('retry-after', Math.max(1, seconds(retryIn)));
	}

	async function onSend(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		// The sandbox's clock can be ahead of the machine's.
		reply.header('date', new Date(clock.now()).toUTCString());
		if (!request.rateLimit) return;
		const asReal = reply.statusCode >= 400 || request.routeOptions.config.access?.headersOnSuccess;
		if (quirks.rateLimitHeaders === 'always' || asReal) {
			setRateLimitHeaders(reply, request.rateLimit);
		}
	}

	return { onRequest, onSend };
}

function bearerToken(header: string | undefined): string {
	if (header === undefined) {
		throw new ApiError('unauthorized', 'Missing Authorization header.');
	}
	if (!header.startsWith('Bearer ')) {
		throw new ApiError(
			'bad_request',
			"Misconfigured Authorization header. It must start with 'Bearer '.",
		);
	}
	return header.slice('Bearer '.length).trim();
}

function authorize({ scopes, role, workspace }: Principal, access: Access): void {
	if (access.scope && !hasScope(scopes, role, access.scope)) {
		throw new ApiError(
			'forbidden',
			`The key or token for workspace ${workspace.id} lacks the permission ${access.scope}.`,
		);
	}
	if (access.roles && !access.roles.includes(role)) {
		throw new ApiError(
			'forbidden',
			`This requires one of the workspace roles ${access.roles.join(', ')}.`,
		);
	}
	if (access.plan && !planAtLeast(workspace.plan, access.plan)) {
		throw new ApiError(
			'forbidden',
			'The plan of this workspace does not include this endpoint. Upgrade the plan.',
		);
	}
}

/** The caller of an authenticated route. */
export function principalOf(request: FastifyRequest): Principal {
	if (!request.principal) throw new Error('The route has no access rules.');
	return request.principal;
}
