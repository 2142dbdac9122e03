import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';
import { sampleApps } from '../../../sandbox/data/lookup.ts';
import type { Sandbox } from '../../../sandbox/app/server.ts';
import { allow } from './consent.ts';

export const REDIRECT_URI = 'http://localhost:5678/rest/oauth2-credential/callback';
export const VERIFIER = 'a-verifier-of-more-than-forty-three-characters-0123456789';
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

export interface TokenResponse {
	access_token: string;
	refresh_token: string;
	token_type: string;
	expires_in: number;
	scope: string;
}

/** Parameters to set or, as undefined, to leave out. */
export type Fields = Record<string, string | undefined>;

/** An app of the sample data that goes through the OAuth flow over HTTP. */
export class OAuthClient {
	readonly sandbox: Sandbox;
	readonly name: string;
	readonly id: string;
	/** Undefined for an app with PKCE. */
	readonly secret: string | undefined;

	constructor(sandbox: Sandbox, workspace: string, kind: 'PKCE' | 'secret') {
		const app = sampleApps(sandbox.db).find(
			(item) => item.workspace === workspace && item.pkce === (kind === 'PKCE'),
		);
		if (!app) throw new Error('the sample data has no such app');
		this.sandbox = sandbox;
		this.name = app.name;
		this.id = app.clientId;
		this.secret = app.clientSecret ?? undefined;
	}

	authorizeUrl(change: Fields = {}): string {
		const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
		const query = parameters({
			client_id: this.id,
			redirect_uri: REDIRECT_URI,
			response_type: 'code',
			scope: 'links.read analytics.read',
			state: 'state-1',
			...(this.secret === undefined && pkce),
			...change,
		});
		return `${this.sandbox.url}/oauth/authorize?${query.toString()}`;
	}

	/** Lets the owner allow the request. */
	async newCode(change: Fields = {}): Promise<string> {
		const target = await allow(this.authorizeUrl(change));
		return target.searchParams.get('code') ?? '';
	}

	exchangeFields(code: string, change: Fields = {}): Fields {
		return {
			grant_type: 'authorization_code',
			code,
			client_id: this.id,
			redirect_uri: REDIRECT_URI,
			client_secret: this.secret,
			code_verifier: this.secret === undefined ? VERIFIER : undefined,
			...change,
		};
	}

	refreshFields(refreshToken: string, change: Fields = {}): Fields {
		return {
			grant_type: 'refresh_token',
			refresh_token: refreshToken,
			client_id: this.id,
			client_secret: this.secret,
			...change,
		};
	}

	async postToken(fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
		return await fetch(`${this.sandbox.url}/oauth/token`, {
			method: 'POST',
			headers,
			body: parameters(fields),
		});
	}

	/** The whole flow, from the consent page to the tokens. */
	async connect(change: Fields = {}): Promise<TokenResponse> {
		const response = await this.postToken(this.exchangeFields(await this.newCode(change)));
		expect(response.status).toBe(200);
		return (await response.json()) as TokenResponse;
	}

	basicHeader(): Record<string, string> {
		const pair = `${this.id}:${this.secret ?? ''}`;
		return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
	}
}

function parameters(fields: Fields): URLSearchParams {
	const set = Object.entries(fields).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	return new URLSearchParams(set);
}
