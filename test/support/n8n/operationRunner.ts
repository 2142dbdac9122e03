import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../../tools/n8n/client';
import { items, nodeError, type Execution } from '../../../tools/n8n/execution';
import { NODE, type Authentication, type N8nStack } from './n8nStack';
import { programId, row, workspaceId } from '../sandbox/rows';

/** The plan that allows every operation. */
export const WORKSPACE = 'enterprise';

type Value = string | number;

/** Runs operations on a real n8n with one credential, keeps which it ran, and looks into the sandbox. */
export class OperationRunner {
	/** Those that were run, as `resource.operation`. */
	readonly ran = new Set<string>();
	readonly authentication: Authentication;
	stack!: N8nStack;
	#credential!: CredentialReference;

	constructor(authentication: Authentication) {
		this.authentication = authentication;
	}

	/** Makes the credential; before anything else. */
	async connect(stack: N8nStack): Promise<void> {
		this.stack = stack;
		if (this.authentication === 'apiKey') {
			this.#credential = await stack.apiKeyCredential(WORKSPACE);
		} else {
			this.#credential = await stack.oauthCredential(stack.app(WORKSPACE, true));
			await stack.connect(this.#credential);
		}
	}

	/** Text that tells what one credential makes from what the other makes, in small letters. */
	get mark(): string {
		return this.authentication.toLowerCase();
	}

	/** @param input what comes into the node; one empty item unless given */
	async execution(
		resource: string,
		operation: string,
		parameters: IDataObject = {},
		input?: IDataObject[],
	): Promise<Execution> {
		this.ran.add(`${resource}.${operation}`);
		return await this.stack.run(
			{ resource, operation, ...parameters },
			{ credential: this.#credential, authentication: this.authentication, input },
		);
	}

	/** Fails when the execution does. */
	async output<T = IDataObject>(...call: Parameters<OperationRunner['execution']>): Promise<T[]> {
		const execution = await this.execution(...call);
		expect(nodeError(execution)).toBeUndefined();
		expect(execution.status).toBe('success');
		return items(execution, NODE) as T[];
	}

	get workspaceId(): string {
		return workspaceId(this.stack.sandbox, WORKSPACE);
	}

	get programId(): string {
		return programId(this.stack.sandbox, WORKSPACE);
	}

	row<T = Record<string, unknown>>(sql: string, ...params: Value[]): T {
		return row<T>(this.stack.sandbox, sql, ...params);
	}

	/** The column `value` of one row. */
	value<T>(sql: string, ...params: Value[]): T {
		return this.row<{ value: T }>(sql, ...params).value;
	}

	/** The column `value` of all rows. */
	values<T>(sql: string, ...params: Value[]): T[] {
		return this.stack.sandbox.db.all<{ value: T }>(sql, ...params).map(({ value }) => value);
	}

	exists(table: string, id: string): boolean {
		return this.stack.sandbox.db.get(`SELECT 1 FROM ${table} WHERE id = ?`, id) !== undefined;
	}
}
