import { expect } from '@jest/globals';
import type { Row } from './row.ts';

const FORM = 'application/x-www-form-urlencoded';

interface Expected {
	name: string;
	fields: Record<string, string>;
	status: number;
}

const EXCHANGE = {
	grant_type: 'authorization_code',
	code: '0'.repeat(80),
	client_id: 'dub_app_unknown',
	redirect_uri: 'http://localhost:5678/rest/oauth2-credential/callback',
};
const REFRESH = {
	grant_type: 'refresh_token',
	refresh_token: '0'.repeat(80),
	client_id: 'dub_app_unknown',
};

function without(fields: Record<string, string>, name: string): Record<string, string> {
	return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}

const malformed = { status: 400 };
const invalid = { status: 422 };
const unauthorized = { status: 401 };

const TOKEN: Expected[] = [
	{ name: 'without fields', fields: {}, ...malformed },
	{ name: 'without grant_type', fields: without(EXCHANGE, 'grant_type'), ...malformed },
	{
		name: 'with an unsupported grant_type',
		fields: { grant_type: 'client_credentials' },
		...invalid,
	},
	{ name: 'with an empty grant_type', fields: { ...EXCHANGE, grant_type: '' }, ...invalid },
	{ name: 'without a code', fields: without(EXCHANGE, 'code'), ...malformed },
	{ name: 'without a redirect_uri', fields: without(EXCHANGE, 'redirect_uri'), ...malformed },
	{
		name: 'with an invalid redirect_uri',
		fields: { ...EXCHANGE, redirect_uri: 'x' },
		...invalid,
	},
	{ name: 'without a client_id', fields: without(EXCHANGE, 'client_id'), ...unauthorized },
	{ name: 'with an unknown client', fields: EXCHANGE, ...unauthorized },
	{
		name: 'with SQL as the client',
		fields: { ...EXCHANGE, client_id: `' OR 1=1 --` },
		...unauthorized,
	},
	{
		name: 'refresh without a refresh_token',
		fields: without(REFRESH, 'refresh_token'),
		...malformed,
	},
	{ name: 'refresh without a client_id', fields: without(REFRESH, 'client_id'), ...unauthorized },
	{ name: 'refresh with an unknown client', fields: REFRESH, ...unauthorized },
];

export const oauthRows: Row[] = [
	...TOKEN.map(({ name, fields, status }): Row => ({
		name: `token ${name}`,
		as: null,
		method: 'POST',
		path: '/oauth/token',
		raw: { contentType: FORM, body: new URLSearchParams(fields).toString() },
		status,
	})),
	...['application/json', 'text/plain', 'application/xml'].map((contentType): Row => ({
		name: `token with ${contentType}`,
		as: null,
		method: 'POST',
		path: '/oauth/token',
		raw: { contentType, body: JSON.stringify(EXCHANGE) },
		...malformed,
	})),
	{
		name: 'userinfo with an access token',
		as: null,
		alone: true,
		path: ({ sandbox, value }) => {
			const [workspace, user] = ['workspace_id', 'user_id'].map((column) =>
				value(`SELECT ${column} FROM members WHERE role = 'owner' ORDER BY rowid`),
			);
			sandbox.db.insert('oauth_tokens', {
				id: 'oat_1',
				access_token: 'dub_access_token_1',
				refresh_token: 'refresh_1',
				client_id: 'dub_app_1',
				user_id: user,
				workspace_id: workspace,
				scopes: 'user.read',
				access_expires_at: Date.now() + 60_000,
				refresh_expires_at: Date.now() + 60_000,
				created_at: Date.now(),
			});
			return '/oauth/userinfo';
		},
		headers: { authorization: 'Bearer dub_access_token_1' },
		check: ({ body }) => {
			expect(body).toEqual({
				id: expect.any(String),
				name: expect.any(String),
				image: expect.any(String),
				workspace: {
					id: expect.any(String),
					slug: expect.any(String),
					name: expect.any(String),
					logo: expect.any(String),
				},
			});
		},
	},
];
