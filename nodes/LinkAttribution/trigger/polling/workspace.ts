import { createHash } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { credentialTypeOf } from '../../transport/connection';
import type { PageRead } from '../eventList/page';
import { asObject } from '../item';

/** The workspace of the credential, as stored. Times are by this machine's clock, epoch milliseconds. */
export interface Workspace {
	/** Absent until an event is visible. */
	id?: string;
	/** Hash of the credential and its key. */
	credential: string;
	/** Since when the credential is used without a visible event, which would show its workspace. */
	since?: number;
	/** When the last poll without visible events began. */
	emptyAt?: number;
}

/**
 * Detects a credential of another workspace: its events count from the first poll with the credential on. Another key of
 * the same workspace changes nothing, but only an event shows which workspace it is.
 */
export class WorkspaceDetector {
	readonly #begin: number;

	readonly #before: Workspace | undefined;

	readonly #credential: string;

	#found: string | undefined;

	#isEmpty = true;

	/** @param begin of the poll, epoch milliseconds */
	constructor(before: Workspace | undefined, credential: string, begin: number) {
		this.#before = before;
		this.#credential = credential;
		this.#begin = begin;
	}

	/**
	 * Where all kinds start if the credential has changed, and no event has ever shown the workspace of the previous one:
	 * after the last poll that saw none.
	 */
	get restart(): number | undefined {
		if (!this.#isChanged || this.#before?.id !== undefined) return undefined;
		return this.#before?.emptyAt ?? this.#begin;
	}

	get #isChanged(): boolean {
		return this.#before !== undefined && this.#before.credential !== this.#credential;
	}

	/** @throws OtherWorkspace */
	check(page: PageRead<IDataObject>): void {
		this.#isEmpty &&= page.entries.length === 0;
		this.#found ??= workspaceOf(page);
		const id = this.#before?.id;
		if (this.#found === undefined || id === undefined || this.#found === id) return;
		throw new OtherWorkspace();
	}

	/** When the other workspace starts. The same OAuth2 credential can be connected to another workspace. */
	get otherSince(): number {
		return this.#since ?? this.#before?.emptyAt ?? this.#begin;
	}

	/** As stored. */
	get workspace(): Workspace {
		const credential = this.#credential;
		if (this.#found !== undefined) return { id: this.#found, credential };
		const { id, emptyAt } = this.#before ?? {};
		const since = this.#before === undefined ? this.#begin : this.#since;
		return { id, credential, since, emptyAt: this.#isEmpty ? this.#begin : emptyAt };
	}

	get #since(): number | undefined {
		return this.#isChanged ? this.#begin : this.#before?.since;
	}
}

/** The credential is of another workspace than before. */
export class OtherWorkspace extends Error {}

/** @param data of the credential */
export function credentialHash(context: IPollFunctions, data: IDataObject): string {
	const type = credentialTypeOf(context);
	const id = context.getNode().credentials?.[type]?.id ?? '';
	// The tokens of OAuth2 change every few hours.
	const source = JSON.stringify([type, id, data.apiKey ?? '']);
	return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

function workspaceOf({ entries }: PageRead<IDataObject>): string | undefined {
	for (const { item } of entries) {
		const { workspaceId } = asObject(item.link);
		if (typeof workspaceId === 'string') return workspaceId;
	}
	return undefined;
}
