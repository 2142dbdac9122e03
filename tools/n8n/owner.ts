import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Owner } from './client.ts';

interface Bcrypt {
	hash(password: string, rounds: number): Promise<string>;
}

/** 144 random bits, with the capital letter and the digit that n8n requires. */
export function randomPassword(): string {
	return `N8-${randomBytes(18).toString('base64url')}`;
}

/**
 * Environment variables with which n8n (2.41 or newer) sets up its owner before it listens, so that nobody else can. An
 * existing owner gets this password.
 */
export async function ownerEnvironment({
	email,
	firstName,
	lastName,
	password,
}: Owner): Promise<Record<string, string>> {
	const requireOfN8n = createRequire(
		join(import.meta.dirname, 'node_modules', 'n8n', 'package.json'),
	);
	const bcrypt = requireOfN8n('bcryptjs') as Bcrypt;
	return {
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: email,
		N8N_INSTANCE_OWNER_FIRST_NAME: firstName,
		N8N_INSTANCE_OWNER_LAST_NAME: lastName,
		N8N_INSTANCE_OWNER_PASSWORD_HASH: await bcrypt.hash(password, 10),
	};
}
